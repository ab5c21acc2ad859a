"""Check values of the batches' keys; the routine that draws asks which keys are held.

Until the first refill, or the first draw, writes the routine anew, it answers that nobody has written it.
Batches that are there get their check values when their key is asked for (keys.py).
"""

from django.db import migrations, models
from django.db.models import Value

DRAW = """
DROP FUNCTION IF EXISTS dicepool_draw(integer);
CREATE FUNCTION dicepool_draw(wanted integer, held bytea DEFAULT '') RETURNS bytea LANGUAGE plpgsql AS $$
BEGIN
    RETURN '\\x02';
END
$$;
"""
BEFORE = """
DROP FUNCTION dicepool_draw(integer, bytea);
CREATE FUNCTION dicepool_draw(wanted integer) RETURNS bytea LANGUAGE plpgsql AS $$
BEGIN
    RETURN '';
END
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0002_closed")]

    operations = [
        migrations.AddField(
            model_name="batch",
            name="key_check",
            field=models.BinaryField(
                db_default=Value(b""),
                help_text="Its own key is known again by this. Empty in batches of old, until their key has"
                " proved itself.",
            ),
        ),
        migrations.RunSQL(DRAW, BEFORE),
    ]
