"""How near to perfect players decide, for staff to look at."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

import games.rules


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0021_practice"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PlayedBy",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(choices=games.rules.choices, max_length=2)),
                ("band", models.SmallIntegerField()),
                ("players", models.BigIntegerField(default=0)),
                ("total", models.BigIntegerField(default=0)),
                ("squares", models.BigIntegerField(default=0)),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("code", "band"), name="games_playedby_once")],
            },
        ),
        migrations.CreateModel(
            name="FairPlay",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(choices=games.rules.choices, max_length=2, verbose_name="game")),
                ("matches", models.PositiveSmallIntegerField(default=0)),
                ("decisions", models.PositiveIntegerField(default=0)),
                (
                    "best",
                    models.PositiveIntegerField(default=0, help_text="Decisions where nothing was better."),
                ),
                (
                    "hard",
                    models.PositiveIntegerField(
                        default=0, help_text="Decisions where the next best costs little."
                    ),
                ),
                ("hard_best", models.PositiveIntegerField(default=0)),
                ("cost", models.FloatField(default=0.0, help_text="In points, in a race in chances to win.")),
                ("at_stake", models.FloatField(default=0.0)),
                ("rating", models.FloatField(default=0.0)),
                ("band", models.SmallIntegerField(default=0, help_text="Of ratings.")),
                (
                    "measure",
                    models.IntegerField(
                        help_text="Counted in PlayedBy; empty with too few matches.", null=True
                    ),
                ),
                (
                    "score",
                    models.FloatField(
                        help_text="Deviations above the mean of the others, when it was counted.", null=True
                    ),
                ),
                ("counted_at", models.DateTimeField(auto_now=True)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="fair_play",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "fair play of a player",
                "verbose_name_plural": "fair play",
                "indexes": [
                    models.Index(
                        models.OrderBy(models.F("score"), descending=True, nulls_last=True),
                        models.F("id"),
                        name="games_fairplay_near",
                    ),
                    models.Index(
                        models.F("code"),
                        models.OrderBy(models.F("score"), descending=True, nulls_last=True),
                        models.F("id"),
                        name="games_fairplay_of_game",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "code"), name="games_fairplay_once")
                ],
            },
        ),
    ]
