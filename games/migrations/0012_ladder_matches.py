"""Give matches of ladders, and holidays taken in them, a key of their own.

Until now their ladder's key was kept with the keys of events, a thousand million above them.
"""

from django.db import migrations, models

TABLES = ("games_match", "games_eventholiday")
APART = "UPDATE {} SET ladder = event - 1000000000, event = NULL WHERE event > 1000000000"
TOGETHER = "UPDATE {} SET event = ladder + 1000000000, ladder = NULL WHERE ladder IS NOT NULL"


class Migration(migrations.Migration):
    dependencies = [("games", "0011_pledges")]

    operations = [
        migrations.AddField(
            model_name="match",
            name="ladder",
            field=models.PositiveBigIntegerField(
                blank=True,
                editable=False,
                help_text="The ladder it is played on, by its number likewise.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="eventholiday",
            name="ladder",
            field=models.PositiveBigIntegerField(null=True),
        ),
        migrations.AlterField(
            model_name="eventholiday",
            name="event",
            field=models.PositiveBigIntegerField(null=True),
        ),
        migrations.RunSQL(
            [APART.format(table) for table in TABLES], [TOGETHER.format(table) for table in TABLES]
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.CheckConstraint(
                condition=models.Q(("event__isnull", True), ("ladder__isnull", True), _connector="OR"),
                name="games_match_event_or_ladder",
            ),
        ),
        migrations.AddConstraint(
            model_name="eventholiday",
            constraint=models.UniqueConstraint(fields=("player", "ladder"), name="games_ladder_holiday_once"),
        ),
        migrations.AddConstraint(
            model_name="eventholiday",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("event__isnull", True), ("ladder__isnull", False)),
                    models.Q(("event__isnull", False), ("ladder__isnull", True)),
                    _connector="OR",
                ),
                name="games_holiday_event_or_ladder",
            ),
        ),
    ]
