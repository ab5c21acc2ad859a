"""A match of two clubs says whether it moved their numbers."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladders", "0018_ladders_of_clubs")]

    operations = [
        migrations.AddField(
            model_name="clubmatch",
            name="rated",
            field=models.BooleanField(
                db_default=False, default=False, help_text="Whether it moved the numbers of both clubs."
            ),
        ),
    ]
