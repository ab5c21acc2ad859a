"""Robots may take the last places of an event, and the site opens events of its own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("ladders", "0013_no_orders")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="robots_after",
            field=models.PositiveSmallIntegerField(
                blank=True,
                help_text="Hours after somebody has entered until robots take the free places; empty: never.",
                null=True,
                verbose_name="robots after",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="house",
            field=models.CharField(
                db_default="",
                default="",
                editable=False,
                help_text="The line of ladders.events.house that opened it, or one before it.",
                max_length=16,
            ),
        ),
    ]
