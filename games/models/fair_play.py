"""How near to perfect players decide: what staff look at. Only games.coach.fair_play writes it."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from games.analysis import fair_play
from games.rules import choices


class FairPlay(models.Model):
    """The figures of one player's latest rated matches of a game (games.analysis.fair_play)."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="fair_play")
    code = models.CharField("game", max_length=2, choices=choices)
    matches = models.PositiveSmallIntegerField(default=0)
    decisions = models.PositiveIntegerField(default=0)
    best = models.PositiveIntegerField(default=0, help_text=_("Decisions where nothing was better."))
    hard = models.PositiveIntegerField(default=0, help_text=_("Decisions where the next best costs little."))
    hard_best = models.PositiveIntegerField(default=0)
    cost = models.FloatField(default=0.0, help_text=_("In points, in a race in chances to win."))
    at_stake = models.FloatField(default=0.0)
    rating = models.FloatField(default=0.0)
    band = models.SmallIntegerField(default=0, help_text=_("Of ratings."))
    measure = models.IntegerField(null=True, help_text=_("Counted in PlayedBy; empty with too few matches."))
    score = models.FloatField(
        null=True, help_text=_("Deviations above the mean of the others, when it was counted.")
    )
    counted_at = models.DateTimeField(auto_now=True)

    class Meta:
        verbose_name = _("fair play of a player")
        verbose_name_plural = _("fair play")
        constraints = [models.UniqueConstraint(fields=["player", "code"], name="games_fairplay_once")]
        indexes = [
            models.Index(F("score").desc(nulls_last=True), "id", name="games_fairplay_near"),
            models.Index("code", F("score").desc(nulls_last=True), "id", name="games_fairplay_of_game"),
        ]

    def __str__(self) -> str:
        return f"{self.player} in {self.get_code_display()}"

    @property
    def figures(self) -> fair_play.Figures:
        """The numbers, as games.analysis.fair_play reckons with them."""
        return fair_play.Figures(
            self.matches,
            self.decisions,
            self.best,
            self.hard,
            self.hard_best,
            self.cost,
            self.at_stake,
        )


class PlayedBy(models.Model):
    """How players of a game and a band of ratings decide: how many they are, and sums of their measures."""

    code = models.CharField(max_length=2, choices=choices)
    band = models.SmallIntegerField()
    players = models.BigIntegerField(default=0)
    total = models.BigIntegerField(default=0)
    squares = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["code", "band"], name="games_playedby_once")]

    def __str__(self) -> str:
        return f"{self.players} players of {self.code}"

    @property
    def value(self) -> fair_play.Population:
        """As games.analysis.fair_play reckons with it."""
        return fair_play.Population(self.players, self.total, self.squares)
