"""The daily: a day's game on one deal, who played it, and how many have which total."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.rules


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0025_matches_of_a_deal"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Daily",
            fields=[
                ("day", models.DateField(help_text="In UTC.", primary_key=True, serialize=False)),
                ("code", models.CharField(choices=games.rules.choices, max_length=2)),
                ("begun_at", models.DateTimeField()),
                (
                    "stopped_at",
                    models.DateTimeField(
                        help_text="When its end began: since then nobody begins to play it.", null=True
                    ),
                ),
                (
                    "ended_at",
                    models.DateTimeField(
                        help_text="When every card was closed, the ranking stood and the dice were laid open.",
                        null=True,
                    ),
                ),
                (
                    "perfect",
                    models.JSONField(
                        help_text="What perfect play makes of the dice, as games.daily.perfect has it.",
                        null=True,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="DailyCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("total", models.IntegerField()),
                ("players", models.PositiveIntegerField()),
            ],
        ),
        migrations.CreateModel(
            name="DailyTry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "total",
                    models.IntegerField(
                        help_text="Once the match is over and the worker has read it.", null=True
                    ),
                ),
                (
                    "full",
                    models.BooleanField(
                        default=False, help_text="Every box was filled: the day counts in a row."
                    ),
                ),
                ("ranked", models.BooleanField(default=False, help_text="It has a place among the others.")),
                ("at", models.DateTimeField(help_text="When the match was over.", null=True)),
            ],
        ),
        migrations.RemoveIndex(
            model_name="deal",
            name="games_deal_until",
        ),
        migrations.AddIndex(
            model_name="deal",
            index=models.Index(
                models.F("until"),
                condition=models.Q(("opened_at__isnull", True), ("until__isnull", False)),
                name="games_deal_until",
            ),
        ),
        migrations.AddField(
            model_name="daily",
            name="deal",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="daily", to="games.deal"
            ),
        ),
        migrations.AddField(
            model_name="dailycount",
            name="daily",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="counts",
                to="games.daily",
            ),
        ),
        migrations.AddField(
            model_name="dailytry",
            name="daily",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="tries",
                to="games.daily",
            ),
        ),
        migrations.AddField(
            model_name="dailytry",
            name="match",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="daily_try", to="games.match"
            ),
        ),
        migrations.AddField(
            model_name="dailytry",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                help_text="Empty once the account is closed.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="daily_tries",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddIndex(
            model_name="daily",
            index=models.Index(
                condition=models.Q(("ended_at", None)), fields=["day"], name="games_daily_open"
            ),
        ),
        migrations.AddIndex(
            model_name="daily",
            index=models.Index(
                condition=models.Q(("ended_at__isnull", False), ("perfect__isnull", True)),
                fields=["day"],
                name="games_daily_to_play",
            ),
        ),
        migrations.AddConstraint(
            model_name="dailycount",
            constraint=models.UniqueConstraint(fields=("daily", "total"), name="games_daily_count_once"),
        ),
        migrations.AddIndex(
            model_name="dailytry",
            index=models.Index(
                models.F("daily"),
                models.OrderBy(models.F("total"), descending=True),
                models.F("at"),
                condition=models.Q(("ranked", True)),
                name="games_daily_try_best",
            ),
        ),
        migrations.AddIndex(
            model_name="dailytry",
            index=models.Index(
                models.F("daily"), condition=models.Q(("total", None)), name="games_daily_try_runs"
            ),
        ),
        migrations.AddConstraint(
            model_name="dailytry",
            constraint=models.UniqueConstraint(fields=("player", "daily"), name="games_daily_try_once"),
        ),
    ]
