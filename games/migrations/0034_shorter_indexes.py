"""Shorter and fewer indexes of what every finished match leaves, built while the site is at work.

Hardly two matches end in the same microsecond: an index by time need not say which they are, for those few are
sorted as they are read. Whoever looks for a player's seats finds them by the constraint that holds that nobody
sits at a table twice. And most matches are no rematch.

Each step can be taken again where one was cut short. What is built waits for whoever is reading, however long,
and nobody waits for it; a change of a table gives way to whoever is at it, and is tried again. The release
before names none of these.
"""

from collections.abc import Iterator
from typing import Any

import django.contrib.postgres.operations
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

from games.migrations._beside_play import GivingWay, Index, UniqueIndex

PATIENT, AS_EVER = "SET lock_timeout = 0", "RESET lock_timeout"
# One whose building was cut short is there, and no use.
FROM_BEFORE = "DROP INDEX CONCURRENTLY IF EXISTS "
INSTEAD = (
    (
        "archived",
        models.Index(fields=["-ended_at"], condition=Q(closed=False), name="games_archived_newest"),
        "games_archived_latest",
    ),
    (
        "archived",
        models.Index(
            fields=["code", "-ended_at"], condition=Q(closed=False), name="games_archived_game_newest"
        ),
        "games_archived_of_game",
    ),
    (
        "archivedseat",
        models.Index(fields=["player", "-ended_at"], name="games_archivedseat_newest"),
        "games_archivedseat_latest",
    ),
    (
        "deed",
        models.Index(fields=["player", "code", "ended_at"], name="games_deed_by_time"),
        "games_deed_in_order",
    ),
)
# A constraint gives the index that it takes over its own name: one of the other is never a constraint's.
BUILD = [
    UniqueIndex("games_seat_of_player", "games_seat (player_id, match_id)"),
    migrations.RunSQL(f"{FROM_BEFORE}games_seat_player_id_15ebc6ad", migrations.RunSQL.noop),
    UniqueIndex("games_match_rematch_once", "games_match (rematch_of_id) WHERE rematch_of_id IS NOT NULL"),
]
BUILD_BACK: list[Any] = [
    f"{FROM_BEFORE}games_seat_player_id_15ebc6ad",
    "CREATE INDEX CONCURRENTLY games_seat_player_id_15ebc6ad ON games_seat (player_id)",
    f"{FROM_BEFORE}games_seat_player",
    "CREATE UNIQUE INDEX CONCURRENTLY games_seat_player ON games_seat (match_id, player_id)",
    f"{FROM_BEFORE}games_match_rematch_of_id",
    "CREATE UNIQUE INDEX CONCURRENTLY games_match_rematch_of_id ON games_match (rematch_of_id)",
]
# The last steps. A constraint takes its index over as it is, so each is done in a moment.
OF_SEATS = """
ALTER TABLE games_seat
    DROP CONSTRAINT IF EXISTS games_seat_player_once,
    DROP CONSTRAINT IF EXISTS games_seat_of_player_once,
    ADD CONSTRAINT games_seat_of_player_once UNIQUE USING INDEX games_seat_of_player
"""
OF_SEATS_BACK = """
ALTER TABLE games_seat
    DROP CONSTRAINT IF EXISTS games_seat_of_player_once,
    DROP CONSTRAINT IF EXISTS games_seat_player_once,
    ADD CONSTRAINT games_seat_player_once UNIQUE USING INDEX games_seat_player
"""
OF_MATCHES = "ALTER TABLE games_match DROP CONSTRAINT IF EXISTS games_match_rematch_of_id_key"
OF_MATCHES_BACK = """
ALTER TABLE games_match
    DROP CONSTRAINT IF EXISTS games_match_rematch_of_id_key,
    ADD CONSTRAINT games_match_rematch_of_id_key UNIQUE USING INDEX games_match_rematch_of_id;
DROP INDEX IF EXISTS games_match_rematch_once
"""


def in_place_of(model: str, index: models.Index, old: str) -> Iterator[Any]:
    """The operations that build an index and then drop the one that it takes the place of."""
    yield Index(model_name=model, index=index)
    yield django.contrib.postgres.operations.RemoveIndexConcurrently(model_name=model, name=old)
    yield migrations.RunSQL(migrations.RunSQL.noop, FROM_BEFORE + old)


TAKEN_OVER = [
    migrations.RemoveConstraint(model_name="seat", name="games_seat_player_once"),
    migrations.AddConstraint(
        model_name="seat",
        constraint=models.UniqueConstraint(fields=("player", "match"), name="games_seat_of_player_once"),
    ),
    migrations.AlterField(
        model_name="seat",
        name="player",
        field=models.ForeignKey(
            db_index=False,
            help_text="Empty once the account is closed.",
            null=True,
            on_delete=django.db.models.deletion.SET_NULL,
            related_name="seats",
            to=settings.AUTH_USER_MODEL,
        ),
    ),
    migrations.AlterField(
        model_name="match",
        name="rematch_of",
        field=models.ForeignKey(
            blank=True,
            db_index=False,
            editable=False,
            null=True,
            on_delete=django.db.models.deletion.SET_NULL,
            related_name="+",
            to="games.match",
        ),
    ),
    migrations.AddConstraint(
        model_name="match",
        constraint=models.UniqueConstraint(
            condition=models.Q(("rematch_of__isnull", False)),
            fields=("rematch_of",),
            name="games_match_rematch_once",
        ),
    ),
]


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0033_folded_in_place"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    atomic = False

    operations = [
        migrations.RunSQL(PATIENT, AS_EVER),
        *(operation for one in INSTEAD for operation in in_place_of(*one)),
        *BUILD,
        migrations.RunSQL(AS_EVER, PATIENT),
        GivingWay(OF_SEATS, OF_SEATS_BACK),
        GivingWay(OF_MATCHES, OF_MATCHES_BACK, state_operations=TAKEN_OVER),
        migrations.RunSQL(migrations.RunSQL.noop, AS_EVER),
        migrations.RunSQL(migrations.RunSQL.noop, BUILD_BACK),
        migrations.RunSQL(migrations.RunSQL.noop, PATIENT),
    ]
