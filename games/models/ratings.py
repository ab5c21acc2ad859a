"""Ratings, and what each match made of them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games import rating
from games.models.match import Match
from games.rules import choices


class Rating(models.Model):
    """What is believed of a player's strength in one game. Only games.match.ranking writes it."""

    class Kind(models.TextChoices):
        DUEL = "duel", _("matches for two")
        TABLE = "table", _("matches for three and more")

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="ratings")
    code = models.CharField(max_length=2, choices=choices)
    kind = models.CharField(max_length=5, choices=Kind)
    mean = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    matches = models.PositiveIntegerField(default=0, help_text="Rated matches since the start or restart.")
    at = models.DateTimeField(help_text="When the last of them ended.")
    restarted_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["player", "code", "kind"], name="games_rating_once"),
        ]
        indexes = [models.Index(fields=["code", "kind", "-mean"], name="games_rating_best")]

    def __str__(self) -> str:
        return f"{self.value.number} of {self.player_id} in {self.code}"

    @property
    def value(self) -> rating.Rating:
        """The numbers, as games.rating reckons with them."""
        return rating.Rating(self.mean, self.deviation, self.volatility)

    @value.setter
    def value(self, new: rating.Rating) -> None:
        self.mean, self.deviation, self.volatility = new.mean, new.deviation, new.volatility


CHARTED = 200
"""Points of each rating that a chart shows: the latest."""


class RatingPoint(models.Model):
    """A rating as one match left it: what the charts are drawn from."""

    pk = models.CompositePrimaryKey("match_id", "player_id", "taken_back")
    player = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="rating_points", db_index=False
    )
    match = models.ForeignKey(Match, models.CASCADE, related_name="rating_points", db_index=False)
    code = models.CharField(max_length=2)
    kind = models.CharField(max_length=5, choices=Rating.Kind)
    before = models.FloatField()
    mean = models.FloatField()
    deviation = models.FloatField()
    taken_back = models.BooleanField(default=False, help_text="It undoes what the match had made of it.")
    at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["player", "code", "kind", "at"], name="games_rating_chart")]

    def __str__(self) -> str:
        return f"{self.mean:.0f} of {self.player_id} after {self.match_id}"
