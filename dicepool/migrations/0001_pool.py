"""The pool: its tables, the sequence that is its cursor, and the function that draws."""

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

# Draws nothing until the first refill writes it anew for the batches there are (routine.py).
DRAW = """
CREATE FUNCTION dicepool_draw(wanted integer) RETURNS bytea LANGUAGE plpgsql AS $$
BEGIN
    RETURN '';
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
                ("first", models.BigIntegerField(unique=True)),
                ("last", models.BigIntegerField(unique=True)),
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
                ("last", models.BigIntegerField(help_text="The last serial counted up to this day.")),
                (
                    "counts",
                    models.JSONField(help_text="A tally of this day, as statistics.py writes it."),
                ),
                ("total", models.JSONField(help_text="The tally of all days up to this one.")),
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
                ("serial", models.BigIntegerField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField(db_default=django.db.models.functions.datetime.Now())),
            ],
        ),
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="DiceSet",
                    fields=[
                        ("serial", models.BigIntegerField(primary_key=True, serialize=False)),
                        ("value", models.SmallIntegerField()),
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
