"""Offer the games that the register holds, so that a new one needs no migration."""

from django.db import migrations, models

import games.rules


class Migration(migrations.Migration):
    dependencies = [("games", "0013_words")]

    operations = [
        migrations.AlterField(
            model_name=model,
            name="code",
            field=models.CharField(choices=games.rules.choices, max_length=2),
        )
        for model in ("match", "rating", "seek")
    ]
