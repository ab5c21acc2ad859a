"""Events for bots alone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladders", "0022_hooks_of_clubs")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="bots",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                help_text="For bots alone; one that recurs begins on the hour, and waits another for the second"
                " bot.",
            ),
        ),
    ]
