"""What becomes of each set that was taken, in place of what is closed; labels, pledges and owners.

All that had been handed out was shown when it was, or when its label was opened; what is still closed has no
fate yet, and is owned by the label under which it was drawn.
"""

import django.contrib.postgres.indexes
from django.db import migrations, models
from django.db.models.functions import Now

CARRY_OVER = """
UPDATE dicepool_handout SET owner = substr(c.label, 1, 8) FROM dicepool_closed c
    WHERE c.serial = dicepool_handout.serial AND c.opened_at IS NULL;
INSERT INTO dicepool_fate (serial, at, kind)
    SELECT h.serial, coalesce(c.opened_at, h.at), 1
    FROM dicepool_handout h LEFT JOIN dicepool_closed c USING (serial)
    WHERE c.serial IS NULL OR c.opened_at IS NOT NULL ORDER BY 2;
"""
BACK = """
INSERT INTO dicepool_closed (serial, label)
    SELECT serial, coalesce(owner, '\\x00') FROM dicepool_handout h
    WHERE NOT EXISTS (SELECT FROM dicepool_fate f WHERE f.serial = h.serial);
"""

# Until the first refill, or the first draw, writes `dicepool_take` anew, it answers that nobody has written it.
# `dicepool_draw` takes several sets through it, and lets everybody see others, or at once the same.
DRAW = """
DROP FUNCTION dicepool_draw(integer, bytea);
CREATE FUNCTION dicepool_take(
    wanted integer, held bytea, label bytea, pledge bytea, owner bytea, shown bigint, number bytea
) RETURNS bytea LANGUAGE plpgsql AS $$
BEGIN
    RETURN '\\x02';
END
$$;
CREATE FUNCTION dicepool_draw(
    wanted integer, held bytea, labels bytea[], pledges bytea[], owner bytea,
    shown bigint[], numbers bytea[], at_once boolean
) RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
    part bytea;
    answer bytea := '';
BEGIN
    FOR i IN 1..wanted LOOP
        part := dicepool_take(
            wanted - i + 1, held, labels[i], pledges[i], owner, CASE WHEN at_once THEN 0 END, NULL
        );
        IF length(part) < 2 THEN
            RETURN CASE answer WHEN '' THEN part ELSE answer END;
        END IF;
        answer := answer || part;
    END LOOP;
    FOR i IN 1..cardinality(shown) LOOP
        INSERT INTO dicepool_fate (serial, at, kind, number)
            VALUES (shown[i], clock_timestamp(), 1, numbers[i]);
    END LOOP;
    RETURN answer;
END
$$;
"""
BEFORE = """
DROP FUNCTION dicepool_draw(integer, bytea, bytea[], bytea[], bytea, bigint[], bytea[], boolean);
DROP FUNCTION dicepool_take(integer, bytea, bytea, bytea, bytea, bigint, bytea);
CREATE FUNCTION dicepool_draw(wanted integer, held bytea DEFAULT '') RETURNS bytea LANGUAGE plpgsql AS $$
BEGIN
    RETURN '\\x02';
END
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0006_count")]

    operations = [
        migrations.AddField(
            model_name="handout",
            name="label",
            field=models.BinaryField(
                null=True, help_text="32 bytes for the public log. Empty in rows of old releases."
            ),
        ),
        migrations.AddField(
            model_name="handout",
            name="pledge",
            field=models.BinaryField(
                null=True,
                help_text="SHA-256 of the player's own number, 32 bytes, where one was promised.",
            ),
        ),
        migrations.AddField(
            model_name="handout",
            name="owner",
            field=models.BinaryField(
                null=True,
                help_text="Never published: whoever took the set finds it again by these 8 bytes at most.",
            ),
        ),
        migrations.CreateModel(
            name="Fate",
            fields=[
                ("serial", models.BigIntegerField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField(db_default=Now(), help_text="It is counted with this day.")),
                (
                    "kind",
                    models.SmallIntegerField(
                        choices=[(1, "shown to everybody"), (2, "reserved and never used")]
                    ),
                ),
                (
                    "number",
                    models.BinaryField(
                        null=True, help_text="The player's own number, 16 bytes, where one was sent."
                    ),
                ),
            ],
        ),
        migrations.RunSQL(CARRY_OVER, BACK),
        migrations.AddIndex(
            model_name="fate",
            index=django.contrib.postgres.indexes.BrinIndex(
                autosummarize=True, fields=["at"], name="dicepool_fate_at"
            ),
        ),
        migrations.DeleteModel(name="Closed"),
        migrations.RunSQL(DRAW, BEFORE),
    ]
