"""Let a match be played live, a few minutes a turn."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0008_taken_back")]

    operations = [
        migrations.AlterField(
            model_name="match",
            name="clock",
            field=models.CharField(
                choices=[
                    ("fast", "Fast, 28 hours a turn"),
                    ("main", "Main, 48 hours a turn"),
                    ("daily", "Daily, 3 days and 1 more a turn"),
                    ("relaxed", "Relaxed, 7 days and 2 more a turn"),
                    ("live", "Live, 3 minutes a turn"),
                ],
                max_length=10,
            ),
        ),
    ]
