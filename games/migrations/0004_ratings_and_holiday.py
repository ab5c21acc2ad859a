"""Ratings, holiday, days off and reminders."""

import django.contrib.postgres.fields
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_waiting_room"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="EventHoliday",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("event", models.PositiveBigIntegerField()),
                ("span", models.DurationField()),
                ("until", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Holiday",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("year", models.PositiveSmallIntegerField()),
                ("span", models.DurationField()),
                ("until", models.DateTimeField(help_text="How far it reaches.", null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        choices=[
                            ("BZ", "Boatzee"),
                            ("BD", "Double Boatzee"),
                            ("BT", "Triple Boatzee"),
                            ("DG", "Dicegame"),
                            ("BX", "Boatzee Extra"),
                            ("BO", "Boat"),
                            ("DK", "Dice 10000"),
                        ],
                        max_length=2,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("duel", "matches for two"), ("table", "matches for three and more")],
                        max_length=5,
                    ),
                ),
                ("mean", models.FloatField()),
                ("deviation", models.FloatField()),
                ("volatility", models.FloatField()),
                (
                    "matches",
                    models.PositiveIntegerField(
                        default=0, help_text="Rated matches since the start or restart."
                    ),
                ),
                ("at", models.DateTimeField(help_text="When the last of them ended.")),
                ("restarted_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="RatingPoint",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(max_length=2)),
                (
                    "kind",
                    models.CharField(
                        choices=[("duel", "matches for two"), ("table", "matches for three and more")],
                        max_length=5,
                    ),
                ),
                ("before", models.FloatField()),
                ("mean", models.FloatField()),
                ("deviation", models.FloatField()),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.AddField(
            model_name="match",
            name="event",
            field=models.PositiveBigIntegerField(
                blank=True,
                editable=False,
                help_text="The event it is played in, by its number: games know no more of it.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="match",
            name="weekend",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.PositiveSmallIntegerField(),
                blank=True,
                editable=False,
                help_text="Days off that an event sets for all, from Monday, 0; empty for the players' own.",
                null=True,
                size=None,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="days_off",
            field=django.contrib.postgres.fields.ArrayField(
                base_field=models.PositiveSmallIntegerField(),
                default=list,
                help_text="The clock stands on them; Monday is 0.",
                size=None,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="remind_at",
            field=models.DateTimeField(help_text="When to remind of the deadline next.", null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="remind_last",
            field=models.DateTimeField(help_text="The reminder after that one.", null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="zone",
            field=models.CharField(
                default="UTC", help_text="Of the days off this clock runs by.", max_length=64
            ),
        ),
        migrations.AddIndex(
            model_name="seat",
            index=models.Index(
                models.F("remind_at"),
                condition=models.Q(("remind_at__isnull", False)),
                name="games_seat_remind",
            ),
        ),
        migrations.AddField(
            model_name="eventholiday",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="event_holidays",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="holiday",
            name="player",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="holiday",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="rating",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="ratings",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="ratingpoint",
            name="match",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="rating_points", to="games.match"
            ),
        ),
        migrations.AddField(
            model_name="ratingpoint",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="rating_points",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddConstraint(
            model_name="eventholiday",
            constraint=models.UniqueConstraint(fields=("player", "event"), name="games_event_holiday_once"),
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(fields=["code", "kind", "-mean"], name="games_rating_best"),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(fields=("player", "code", "kind"), name="games_rating_once"),
        ),
        migrations.AddIndex(
            model_name="ratingpoint",
            index=models.Index(fields=["player", "code", "kind", "at"], name="games_rating_chart"),
        ),
        migrations.AddConstraint(
            model_name="ratingpoint",
            constraint=models.UniqueConstraint(fields=("match", "player"), name="games_rating_point_once"),
        ),
    ]
