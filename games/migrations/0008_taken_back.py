"""Let a rating change be taken back by an entry of its own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0007_turns_since")]

    operations = [
        migrations.AddField(
            model_name="ratingpoint",
            name="taken_back",
            field=models.BooleanField(default=False, help_text="It undoes what the match had made of it."),
        ),
        migrations.RemoveConstraint(model_name="ratingpoint", name="games_rating_point_once"),
        migrations.AddConstraint(
            model_name="ratingpoint",
            constraint=models.UniqueConstraint(
                fields=("match", "player", "taken_back"), name="games_rating_point_once"
            ),
        ),
    ]
