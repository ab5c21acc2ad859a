"""The pool: its tables, the sequence that is its cursor, and the function that draws."""

import django.contrib.postgres.indexes
import django.db.models.deletion
import django.db.models.functions.datetime
from django.db import migrations, models

DICE_SET = """
CREATE TABLE dicepool_diceset (
    serial bigint NOT NULL,
    value smallint NOT NULL,
    PRIMARY KEY (serial)
) PARTITION BY RANGE (serial);
"""

# The cursor. Its order is the order of the requests.
SEQUENCE = "CREATE SEQUENCE dicepool_serial AS bigint;"

# One round trip whatever the number. Nothing is locked but the rows it inserts.
#  - The insert into the ledger gives the transaction an id and a record to flush, so a crash cannot
#    take back the sequence behind a serial that somebody was told: nextval alone does not flush.
#  - The cursor is looked at before it is moved: an empty pool burns no serials.
#  - Where it runs short it returns fewer rows than wanted (none), and writes nothing.
DRAW = """
CREATE FUNCTION dicepool_draw(wanted integer)
RETURNS TABLE (serial bigint, value smallint, key_id smallint, nonce bytea)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
    batch record;
    serials bigint[] := '{}';
    drawn bigint := 0;
    sealed smallint;
BEGIN
    IF current_setting('synchronous_commit') NOT IN ('on', 'remote_apply') THEN
        PERFORM set_config('synchronous_commit', 'on', true);
    END IF;
    SELECT b.first, b.last, b.key_id, b.nonce INTO batch
        FROM dicepool_batch b
        WHERE b.last > (SELECT last_value - (NOT is_called)::int FROM dicepool_serial)
        ORDER BY b.last LIMIT 1;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    IF wanted > 1 AND (SELECT max(b.last) FROM dicepool_batch b) - wanted
                      < (SELECT last_value - (NOT is_called)::int FROM dicepool_serial) THEN
        RETURN;
    END IF;
    FOR i IN 1..wanted LOOP
        LOOP
            drawn := nextval('dicepool_serial');
            IF drawn > batch.last THEN
                SELECT b.first, b.last, b.key_id, b.nonce INTO batch
                    FROM dicepool_batch b WHERE b.last >= drawn ORDER BY b.last LIMIT 1;
                IF NOT FOUND THEN
                    RETURN;
                END IF;
            END IF;
            EXIT WHEN drawn >= batch.first;
        END LOOP;
        SELECT d.value INTO STRICT sealed FROM dicepool_diceset d WHERE d.serial = drawn;
        serials := serials || drawn;
        serial := drawn; value := sealed; key_id := batch.key_id; nonce := batch.nonce;
        RETURN NEXT;
    END LOOP;
    INSERT INTO dicepool_handout (serial, at) SELECT unnest(serials), clock_timestamp();
END
$$;
"""


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Batch",
            fields=[
                (
                    "number",
                    models.PositiveIntegerField(
                        help_text="From 1, without gaps.", primary_key=True, serialize=False
                    ),
                ),
                ("first", models.PositiveBigIntegerField(unique=True)),
                ("last", models.PositiveBigIntegerField(unique=True)),
                (
                    "key_id",
                    models.PositiveSmallIntegerField(
                        help_text="Which of the dice keys its own key comes from."
                    ),
                ),
                (
                    "nonce",
                    models.BinaryField(help_text="Makes the batch's own key, with that dice key."),
                ),
                ("root", models.BinaryField(help_text="Of the Merkle tree over its sets.")),
                ("chain", models.BinaryField(help_text="This root linked to all before it.")),
                (
                    "groups",
                    models.BinaryField(help_text="The tree's nodes over each 256 leaves, 32 bytes each."),
                ),
                ("made_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={"verbose_name_plural": "batches", "ordering": ["number"]},
        ),
        migrations.CreateModel(
            name="Day",
            fields=[
                ("date", models.DateField(primary_key=True, serialize=False)),
                ("sets", models.PositiveBigIntegerField()),
                ("counts", models.JSONField(help_text="A tally, as statistics.py writes it.")),
            ],
            options={"ordering": ["-date"]},
        ),
        migrations.CreateModel(
            name="Refill",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("started_at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
                (
                    "ended_at",
                    models.DateTimeField(
                        help_text="Empty while it runs, and where it was killed.", null=True
                    ),
                ),
                ("reason", models.CharField(max_length=20)),
                ("sets", models.PositiveBigIntegerField(default=0)),
                ("failure", models.CharField(blank=True, max_length=200)),
            ],
            options={"ordering": ["-started_at"]},
        ),
        migrations.CreateModel(
            name="Publication",
            fields=[
                (
                    "batch",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="publication",
                        serialize=False,
                        to="dicepool.batch",
                    ),
                ),
                ("key", models.BinaryField(help_text="The batch's own key.")),
                ("sets", models.BinaryField(help_text="The index of every set, two bytes each, big-endian.")),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
        ),
        migrations.CreateModel(
            name="Handout",
            fields=[
                ("serial", models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
            options={
                "indexes": [
                    django.contrib.postgres.indexes.BrinIndex(
                        autosummarize=True, fields=["at"], name="dicepool_handout_at", pages_per_range=32
                    )
                ],
            },
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="DiceSet",
                    fields=[
                        ("serial", models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                        ("value", models.PositiveSmallIntegerField()),
                    ],
                    options={"verbose_name": "set of dice", "verbose_name_plural": "sets of dice"},
                ),
            ],
            database_operations=[
                migrations.RunSQL(DICE_SET, "DROP TABLE dicepool_diceset"),
                migrations.RunSQL(SEQUENCE, "DROP SEQUENCE dicepool_serial"),
                migrations.RunSQL(DRAW, "DROP FUNCTION dicepool_draw(integer)"),
                # Read in pieces: a proof needs 512 bytes of the 200,000 of a batch's sets.
                migrations.RunSQL(
                    "ALTER TABLE dicepool_publication ALTER COLUMN sets SET STORAGE EXTERNAL",
                    migrations.RunSQL.noop,
                ),
            ],
        ),
    ]
