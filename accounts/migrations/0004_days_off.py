"""Days off, holiday, and ratings that are not shown."""

import django.contrib.postgres.fields
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0003_robots"),
    ]

    operations = [
        migrations.AddField(
            model_name="user",
            name="days_off",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.PositiveSmallIntegerField(),
                blank=True,
                default=list,
                help_text="Days of the week on which no clock of the player runs, at most two; Monday is 0.",
                size=None,
            ),
        ),
        migrations.AddField(
            model_name="user",
            name="hide_rating",
            field=models.BooleanField(default=False, verbose_name="hide my ratings"),
        ),
        migrations.AddField(
            model_name="user",
            name="spend_holiday",
            field=models.BooleanField(
                default=True,
                help_text="Thirty days a year, spent by the hour on deadlines that would otherwise pass.",
                verbose_name="spend holiday on my deadlines",
            ),
        ),
    ]
