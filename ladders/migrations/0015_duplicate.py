"""An event may be played with the same dice for all, and teams against each other so."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladders", "0014_last_places")]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="format",
            field=models.CharField(
                choices=[
                    ("league", "League"),
                    ("champions", "Champions' league"),
                    ("score", "Score tournament"),
                    ("team", "Team tournament"),
                    ("duplicate", "Duplicate teams"),
                    ("knockout", "Knock-out"),
                    ("double", "Double elimination"),
                    ("round-robin", "Round robin"),
                    ("swiss", "Swiss"),
                    ("arena", "Arena"),
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="event",
            name="pace",
            field=models.CharField(
                choices=[
                    ("turns", "turn by turn"),
                    ("split", "split: each plays their own card"),
                    ("duplicate", "duplicate: split, and everybody gets the same dice"),
                ],
                default="split",
                max_length=9,
            ),
        ),
    ]
