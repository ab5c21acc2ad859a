"""The apostrophe in the name of a format is curled, as in all that people read."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ladders", "0020_club_names"),
    ]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="format",
            field=models.CharField(
                choices=[
                    ("league", "League"),
                    ("champions", "Champions’ league"),
                    ("score", "Score tournament"),
                    ("team", "Team tournament"),
                    ("duplicate", "Duplicate teams"),
                    ("knockout", "Knock-out"),
                    ("double", "Double elimination"),
                    ("round-robin", "Round robin"),
                    ("swiss", "Swiss"),
                    ("arena", "Arena"),
                    ("clubs", "Club match"),
                ],
                max_length=12,
            ),
        ),
    ]
