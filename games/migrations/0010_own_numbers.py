"""Reserve the sets of a seat's next roll, and keep the player's own numbers beside the sets they turned."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0009_live_clock")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="seed",
            field=models.BinaryField(
                help_text="32 random bytes, of which its sets' labels are made; told once it is over.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="reserved",
            field=models.JSONField(
                db_default=[],
                default=list,
                help_text="Sets of dice of its next roll, as the pool reads them.",
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="sets",
            field=models.PositiveIntegerField(
                db_default=0, default=0, help_text="How many sets were reserved for it so far."
            ),
        ),
        migrations.AddField(
            model_name="move",
            name="numbers",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.CharField(blank=True, max_length=32),
                db_default=[],
                default=list,
                help_text="For each set the player's own number that turned it, in hex; empty where none came.",
                size=None,
            ),
        ),
    ]
