"""Puzzles, who tried them, how hard they are, and the one of each day."""

import django.contrib.postgres.fields
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.rules


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0022_six_robots"),
        ("games", "0019_reviews"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PuzzleRating",
            fields=[
                (
                    "player",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="puzzle_rating",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("mean", models.FloatField()),
                ("deviation", models.FloatField()),
                ("volatility", models.FloatField()),
                ("tries", models.PositiveIntegerField(default=0)),
                ("at", models.DateTimeField(help_text="When the last of them was made.")),
            ],
        ),
        migrations.CreateModel(
            name="PuzzleSource",
            fields=[
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Puzzle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("code", models.CharField(choices=games.rules.choices, max_length=2)),
                (
                    "position",
                    models.CharField(help_text="As games.positions says it.", max_length=100, unique=True),
                ),
                (
                    "arranged",
                    models.BooleanField(
                        default=False, help_text="It came up where robots played with dice of no pool."
                    ),
                ),
                (
                    "losses",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.PositiveSmallIntegerField(),
                        help_text="What each legal move loses, in the order of the rules: in hundredths of a point, in a race in ten-thousandths of the chance to win.",
                        size=None,
                    ),
                ),
                (
                    "worths",
                    django.contrib.postgres.fields.ArrayField(
                        base_field=models.IntegerField(),
                        help_text="What the best and the next best move bring on average, in hundredths of a point.",
                        size=2,
                    ),
                ),
                (
                    "chance",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="The chance to win with the best move, in ten-thousandths; in a race.",
                    ),
                ),
                (
                    "reasons",
                    models.JSONField(
                        default=list, help_text="Why the best is better than the next: box, points."
                    ),
                ),
                ("mean", models.FloatField()),
                ("deviation", models.FloatField()),
                ("volatility", models.FloatField()),
                ("tries", models.PositiveIntegerField(default=0, help_text="First tries of everybody.")),
                (
                    "solved",
                    models.PositiveIntegerField(default=0, help_text="Those of them that were right."),
                ),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "match",
                    models.ForeignKey(
                        help_text="In which it came up; none where the dice were arranged for practice.",
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PuzzleDay",
            fields=[
                ("day", models.DateField(primary_key=True, serialize=False)),
                (
                    "puzzle",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE, related_name="day_of", to="games.puzzle"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PuzzleTry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("move", models.PositiveSmallIntegerField(help_text="Which of the legal moves, from 0.")),
                ("right", models.BooleanField()),
                ("at", models.DateTimeField()),
                ("last_at", models.DateTimeField(help_text="When it was answered last.")),
                (
                    "mended",
                    models.BooleanField(default=False, help_text="It was wrong first, and right later."),
                ),
                (
                    "gained",
                    models.FloatField(
                        help_text="What it did to the player's rating; none where it counted for none.",
                        null=True,
                    ),
                ),
                (
                    "day",
                    models.DateField(help_text="The day, in UTC, as whose puzzle it was solved.", null=True),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_tries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE, related_name="+", to="games.puzzle"
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(fields=["code", "mean"], name="games_puzzle_of_game"),
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(fields=["mean"], name="games_puzzle_mean"),
        ),
        migrations.AddIndex(
            model_name="puzzle",
            index=models.Index(
                models.F("match"), condition=models.Q(("match__isnull", False)), name="games_puzzle_match"
            ),
        ),
        migrations.AddIndex(
            model_name="puzzletry",
            index=models.Index(fields=["player", "-at"], name="games_puzzle_try_of"),
        ),
        migrations.AddIndex(
            model_name="puzzletry",
            index=models.Index(
                condition=models.Q(("day__isnull", False)),
                fields=["player", "day"],
                name="games_puzzle_try_day",
            ),
        ),
        migrations.AddConstraint(
            model_name="puzzletry",
            constraint=models.UniqueConstraint(fields=("player", "puzzle"), name="games_puzzle_try_once"),
        ),
    ]
