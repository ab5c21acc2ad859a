"""The daily: a day's game, who played it, and how many have which total."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q

from games.models.match import Match
from games.rules import choices


class Daily(models.Model):
    """The game of a day, and the dice that everybody has in it. Only games.daily writes it."""

    day = models.DateField(primary_key=True, help_text="In UTC.")
    code = models.CharField(max_length=2, choices=choices)
    deal = models.OneToOneField("games.Deal", models.PROTECT, related_name="daily")
    begun_at = models.DateTimeField()
    stopped_at = models.DateTimeField(
        null=True, help_text="When its end began: since then nobody begins to play it."
    )
    ended_at = models.DateTimeField(
        null=True, help_text="When every card was closed, the ranking stood and the dice were laid open."
    )
    perfect = models.JSONField(
        null=True, help_text="What perfect play makes of the dice, as games.daily.perfect has it."
    )

    class Meta:
        indexes = [
            models.Index(fields=["day"], condition=Q(ended_at=None), name="games_daily_open"),
            models.Index(
                fields=["day"],
                condition=Q(ended_at__isnull=False, perfect__isnull=True),
                name="games_daily_to_play",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.code}"


class DailyTry(models.Model):
    """A player's one try of a day's game, and what came of it. Only games.daily writes it."""

    daily = models.ForeignKey(Daily, models.CASCADE, related_name="tries", db_index=False)
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        models.SET_NULL,
        null=True,
        related_name="daily_tries",
        db_index=False,
        help_text="Empty once the account is closed.",
    )
    match = models.OneToOneField(Match, models.CASCADE, related_name="daily_try")
    total = models.IntegerField(null=True, help_text="Once the match is over and the worker has read it.")
    full = models.BooleanField(default=False, help_text="Every box was filled: the day counts in a row.")
    ranked = models.BooleanField(default=False, help_text="It has a place among the others.")
    at = models.DateTimeField(null=True, help_text="When the match was over.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "daily"], name="games_daily_try_once"),
        ]
        indexes = [
            models.Index(
                *("daily", models.F("total").desc(), "at"),
                condition=Q(ranked=True),
                name="games_daily_try_best",
            ),
            models.Index("daily", condition=Q(total=None), name="games_daily_try_runs"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} on {self.daily_id}"


class DailyCount(models.Model):
    """How many players of a day have a total: a place costs the same whoever asks, of however many."""

    daily = models.ForeignKey(Daily, models.CASCADE, related_name="counts", db_index=False)
    total = models.IntegerField()
    players = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["daily", "total"], name="games_daily_count_once"),
        ]

    def __str__(self) -> str:
        return f"{self.players} with {self.total} on {self.daily_id}"
