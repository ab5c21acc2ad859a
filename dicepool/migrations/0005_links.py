"""The version of a batch's link: those that are there do not bind number and time."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("dicepool", "0004_guard")]

    operations = [
        migrations.AddField(
            model_name="batch",
            name="version",
            field=models.PositiveSmallIntegerField(
                db_default=1, help_text="Of its link: from 2 on the link binds number and time."
            ),
        ),
    ]
