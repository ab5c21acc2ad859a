"""What the keeper of the dice keys has opened is counted by the worker."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0013_openings")]

    operations = [
        migrations.AddField(
            "count",
            "opened",
            models.BigIntegerField(db_default=0, help_text="How many the keeper of the keys has opened."),
        ),
        migrations.AddField(
            "count",
            "thrown_away",
            models.BigIntegerField(
                db_default=0, help_text="How many of those it opened were thrown away all the same."
            ),
        ),
        migrations.AddField(
            "count",
            "otherwise",
            models.BigIntegerField(
                db_default=0, help_text="How many of those it opened were shown with another number."
            ),
        ),
    ]
