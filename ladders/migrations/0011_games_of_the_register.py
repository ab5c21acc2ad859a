"""Offer the games that the register holds, so that a new one needs no migration."""

from django.db import migrations, models

import games.rules


class Migration(migrations.Migration):
    dependencies = [("ladders", "0010_words")]

    operations = [
        migrations.AlterField(
            model_name="event",
            name="code",
            field=models.CharField(
                choices=games.rules.choices, default="BX", max_length=2, verbose_name="game"
            ),
        ),
        migrations.AlterField(
            model_name="ladder",
            name="code",
            field=models.CharField(
                choices=games.rules.choices, max_length=2, unique=True, verbose_name="game"
            ),
        ),
    ]
