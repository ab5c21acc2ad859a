"""What a list of matches tells of each, noted beside the seats, and what its player wants there.

Seats of matches that run get it out of their moves, some matches at a time, each batch under the locks that a
move takes: nobody waits for more than one of them. So this is no single transaction, but each step can be
taken again where one was cut short.
"""

from django.db import migrations, models, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

AT_ONCE = 200
COLUMNS = """
ALTER TABLE games_seat
    ADD COLUMN IF NOT EXISTS turns integer DEFAULT 0 NOT NULL CHECK (turns >= 0),
    ADD COLUMN IF NOT EXISTS acted_at timestamp with time zone,
    ADD COLUMN IF NOT EXISTS latest jsonb DEFAULT '{}'::jsonb NOT NULL,
    ADD COLUMN IF NOT EXISTS pinned boolean DEFAULT false NOT NULL,
    ADD COLUMN IF NOT EXISTS later timestamp with time zone
"""
NO_COLUMNS = """
ALTER TABLE games_seat
    DROP COLUMN IF EXISTS turns,
    DROP COLUMN IF EXISTS acted_at,
    DROP COLUMN IF EXISTS latest,
    DROP COLUMN IF EXISTS pinned,
    DROP COLUMN IF EXISTS later
"""
FILL = """
WITH moves AS (
    SELECT match_id, seat, kind, dice, at, lead(seat) OVER (PARTITION BY match_id ORDER BY number) AS next
    FROM games_move WHERE match_id = ANY(%s) AND kind NOT IN ('roll-off', 'resign')
), done AS (
    SELECT moves.match_id, moves.seat, max(moves.at) AS at, count(*) FILTER (
        WHERE moves.kind IN ('score', 'bank', 'timeout') OR (
            match.code IN ('DK', 'PG') AND moves.kind IN ('roll', 'pick-up')
            AND (coalesce(moves.next <> moves.seat, NOT own.to_move) OR (match.code = 'PG' AND 1 = ANY(moves.dice)))
        )
    ) AS turns
    FROM moves JOIN games_match AS match ON match.id = moves.match_id
    JOIN games_seat AS own ON own.match_id = moves.match_id AND own.index = moves.seat
    GROUP BY moves.match_id, moves.seat
)
UPDATE games_seat AS seat SET turns = done.turns, acted_at = done.at FROM done
WHERE seat.match_id = done.match_id AND seat.index = done.seat AND seat.acted_at IS NULL
"""


def fill(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Note what the seats of running matches did last, and how many turns they have ended."""
    running = apps.get_model("games", "Match").objects.filter(status="running").order_by("pk")
    last = 0
    while True:
        with transaction.atomic(schema_editor.connection.alias):
            held = running.filter(pk__gt=last).select_for_update(no_key=True)[:AT_ONCE]
            keys = list(held.values_list("pk", flat=True))
            if not keys:
                return
            with schema_editor.connection.cursor() as cursor:
                cursor.execute(FILL, [keys])
        last = keys[-1]


class Migration(migrations.Migration):
    dependencies = [("games", "0016_fewer_indexes")]
    atomic = False

    operations = [
        migrations.RunSQL(
            COLUMNS,
            NO_COLUMNS,
            state_operations=[
                migrations.AddField(
                    model_name="seat",
                    name="turns",
                    field=models.PositiveIntegerField(
                        db_default=0, default=0, help_text="How many turns it has ended."
                    ),
                ),
                migrations.AddField(
                    model_name="seat",
                    name="acted_at",
                    field=models.DateTimeField(help_text="When it moved last.", null=True),
                ),
                migrations.AddField(
                    model_name="seat",
                    name="latest",
                    field=models.JSONField(
                        db_default={},
                        default=dict,
                        help_text="Its last move: the kind, and where it ended a turn, how.",
                    ),
                ),
                migrations.AddField(
                    model_name="seat",
                    name="pinned",
                    field=models.BooleanField(
                        db_default=False,
                        default=False,
                        help_text="Its player wants the match on top of the list.",
                    ),
                ),
                migrations.AddField(
                    model_name="seat",
                    name="later",
                    field=models.DateTimeField(
                        help_text="When its player put the match off; the seat's next move ends that.",
                        null=True,
                    ),
                ),
            ],
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
