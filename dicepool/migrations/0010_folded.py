"""Where the books of a batch are folded, and how many sets of a day were turned by a player's own number."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0009_log")]

    operations = [
        migrations.AddField(
            model_name="publication",
            name="ledger",
            field=models.BinaryField(
                null=True, help_text="The SHA-256 of the file into which its books were folded (folding.py)."
            ),
        ),
        migrations.AddField(
            model_name="day",
            name="numbered",
            field=models.PositiveBigIntegerField(
                db_default=0, help_text="How many of its sets were turned by a player's own number."
            ),
        ),
    ]
