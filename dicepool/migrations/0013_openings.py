"""What was opened by the process that alone holds the dice keys, and the routine by which it opens.

The routine says for each set whether it may be opened, and records that it was: `verdict` is one of
dicepool/openings.py. It asks for a durable commit, as a draw does: what was opened must not be forgotten.
"""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Now

OPEN = """
CREATE FUNCTION dicepool_open(serials bigint[], numbers bytea[])
RETURNS TABLE (verdict integer, before bytea) LANGUAGE plpgsql AS $$
DECLARE
    pledged bytea;
BEGIN
    IF current_setting('synchronous_commit') NOT IN ('on', 'remote_apply') THEN
        PERFORM set_config('synchronous_commit', 'on', true);
    END IF;
    FOR i IN 1..cardinality(serials) LOOP
        before := NULL;
        SELECT h.pledge INTO pledged FROM dicepool_handout h WHERE h.serial = serials[i];
        IF NOT FOUND THEN
            verdict := 1;
        ELSIF EXISTS (SELECT FROM dicepool_fate f WHERE f.serial = serials[i]) THEN
            verdict := 2;
        ELSIF numbers[i] IS NOT NULL AND (pledged IS NULL OR sha256(numbers[i]) <> pledged) THEN
            verdict := 3;
        ELSE
            INSERT INTO dicepool_opening (serial, at, number)
                VALUES (serials[i], clock_timestamp(), numbers[i]) ON CONFLICT DO NOTHING;
            IF FOUND THEN
                verdict := 0;
            ELSE
                SELECT o.number INTO before FROM dicepool_opening o WHERE o.serial = serials[i];
                verdict := CASE WHEN before IS NOT DISTINCT FROM numbers[i] THEN 0 ELSE 4 END;
            END IF;
        END IF;
        RETURN NEXT;
    END LOOP;
END
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0012_cosignatures")]

    operations = [
        migrations.CreateModel(
            name="Opening",
            fields=[
                ("serial", models.BigIntegerField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField(db_default=Now())),
                (
                    "number",
                    models.BinaryField(
                        help_text="The player's own number, 16 bytes, where one was sent: it is opened"
                        " with no other.",
                        null=True,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Opened",
            fields=[
                (
                    "batch",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="opened",
                        serialize=False,
                        to="dicepool.batch",
                    ),
                ),
                ("sets", models.BigIntegerField(help_text="How many were opened.")),
                (
                    "thrown_away",
                    models.BigIntegerField(help_text="How many of them were thrown away all the same."),
                ),
                (
                    "otherwise",
                    models.BigIntegerField(
                        help_text="How many of them were shown with another number than they were opened with."
                    ),
                ),
            ],
            options={"verbose_name_plural": "opened sets"},
        ),
        migrations.RunSQL(OPEN, "DROP FUNCTION dicepool_open(bigint[], bytea[]);"),
    ]
