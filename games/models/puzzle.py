"""Puzzles: positions with one clear best move, and who has tried them."""

from __future__ import annotations

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from games import rating
from games.models.match import Match
from games.rules import choices

MOST_LOST = 32_767
"""Hundredths of a point, or of a per cent, above which nobody asks how much more a move costs."""


class PuzzleSource(models.Model):
    """A match that was reviewed, in which the worker has still to look for puzzles."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="+")

    def __str__(self) -> str:
        return f"match {self.match_id}"


class Puzzle(models.Model):
    """A position with one clear best move. Only games.puzzles writes it."""

    code = models.CharField(max_length=2, choices=choices)
    position = models.CharField(max_length=100, unique=True, help_text="As games.positions says it.")
    match = models.ForeignKey(
        Match,
        models.SET_NULL,
        null=True,
        related_name="+",
        help_text="In which it came up; none where the dice were arranged for practice.",
    )
    arranged = models.BooleanField(
        default=False, help_text="It came up where robots played with dice of no pool."
    )
    losses = ArrayField(
        models.PositiveSmallIntegerField(),
        help_text="What each legal move loses, in the order of the rules: in hundredths of a point, in a race"
        " in ten-thousandths of the chance to win.",
    )
    worths = ArrayField(
        models.IntegerField(),
        size=2,
        help_text="What the best and the next best move bring on average, in hundredths of a point.",
    )
    chance = models.PositiveSmallIntegerField(
        default=0, help_text="The chance to win with the best move, in ten-thousandths; in a race."
    )
    reasons = models.JSONField(default=list, help_text="Why the best is better than the next: box, points.")
    mean = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    tries = models.PositiveIntegerField(default=0, help_text="First tries of everybody.")
    solved = models.PositiveIntegerField(default=0, help_text="Those of them that were right.")
    made_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        indexes = [
            models.Index(fields=["code", "mean"], name="games_puzzle_of_game"),
            models.Index(fields=["mean"], name="games_puzzle_mean"),
            models.Index("match", condition=Q(match__isnull=False), name="games_puzzle_match"),
        ]

    def __str__(self) -> str:
        return f"puzzle {self.pk} of {self.code}"

    @property
    def best(self) -> int:
        """Which of the legal moves is best, from 0."""
        return self.losses.index(min(self.losses))

    @property
    def second(self) -> int:
        """Which comes next."""
        rest = [loss for place, loss in enumerate(self.losses) if place != self.best]
        return next(
            place for place, loss in enumerate(self.losses) if place != self.best and loss == min(rest)
        )

    @property
    def value(self) -> rating.Rating:
        """How hard it is, as games.rating reckons with it."""
        return rating.Rating(self.mean, self.deviation, self.volatility)

    @value.setter
    def value(self, new: rating.Rating) -> None:
        self.mean, self.deviation, self.volatility = new.mean, new.deviation, new.volatility


class PuzzleTry(models.Model):
    """What a player answered the first time, and what came of the puzzle later."""

    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="puzzle_tries", db_index=False
    )
    puzzle = models.ForeignKey(Puzzle, models.CASCADE, related_name="+")
    move = models.PositiveSmallIntegerField(help_text="Which of the legal moves, from 0.")
    right = models.BooleanField()
    at = models.DateTimeField()
    last_at = models.DateTimeField(help_text="When it was answered last.")
    mended = models.BooleanField(default=False, help_text="It was wrong first, and right later.")
    gained = models.FloatField(
        null=True, help_text="What it did to the player's rating; none where it counted for none."
    )
    day = models.DateField(null=True, help_text="The day, in UTC, as whose puzzle it was solved.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "puzzle"], name="games_puzzle_try_once"),
        ]
        indexes = [
            models.Index(fields=["player", "-at"], name="games_puzzle_try_of"),
            models.Index(
                fields=["player", "day"], condition=Q(day__isnull=False), name="games_puzzle_try_day"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} at {self.puzzle_id}"


class PuzzleRating(models.Model):
    """What is believed of how well a player solves puzzles. Only games.puzzles.solving writes it."""

    player = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="puzzle_rating"
    )
    mean = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    tries = models.PositiveIntegerField(default=0)
    at = models.DateTimeField(help_text="When the last of them was made.")

    def __str__(self) -> str:
        return f"{self.value.number} of {self.player_id}"

    @property
    def value(self) -> rating.Rating:
        """The numbers, as games.rating reckons with them."""
        return rating.Rating(self.mean, self.deviation, self.volatility)

    @value.setter
    def value(self, new: rating.Rating) -> None:
        self.mean, self.deviation, self.volatility = new.mean, new.deviation, new.volatility


class PuzzleDay(models.Model):
    """The puzzle of a day, the same for everybody. The day is that of UTC."""

    day = models.DateField(primary_key=True)
    puzzle = models.OneToOneField(Puzzle, models.CASCADE, related_name="day_of")

    def __str__(self) -> str:
        return f"{self.day}: {self.puzzle_id}"
