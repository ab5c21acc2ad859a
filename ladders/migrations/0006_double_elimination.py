"""Double elimination among the formats."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladders", "0005_looking_after")]

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
                    ("knockout", "Knock-out"),
                    ("double", "Double elimination"),
                    ("round-robin", "Round robin"),
                    ("swiss", "Swiss"),
                ],
                max_length=12,
            ),
        ),
    ]
