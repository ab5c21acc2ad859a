"""What matches have left of their players: deeds, their sums, achievements, places, and how many have what.

Only games.feats writes them, and games.standings what it is called after. Matches stand in them by their
numbers. All of it can be made anew: `manage.py count_feats`.
"""

from __future__ import annotations

from datetime import UTC
from typing import Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.deeds.spans import Span
from games.deeds.sums import NAMES, Done, Sum, What
from games.rules import choices


class Deed(models.Model):
    """What one match came to for one of its people (games.deeds)."""

    pk = models.CompositePrimaryKey("match", "player_id")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    match = models.PositiveBigIntegerField()
    code = models.CharField(max_length=2, choices=choices)
    ended_at = models.DateTimeField()
    total = models.IntegerField(null=True, help_text="Of a whole match by the usual options.")
    bar = models.PositiveSmallIntegerField(null=True, help_text="Where the total lies among those of all.")
    column = models.IntegerField(null=True, help_text="The best column of several.")
    alike = models.PositiveSmallIntegerField(null=True, help_text="Turns that ended with all dice alike.")
    won = models.SmallIntegerField(null=True, help_text="1 won, 0 drawn, -1 lost; empty without opponents.")
    late = models.BooleanField(help_text="The clock acted for the player.")
    above = models.FloatField(
        null=True, help_text="Points of rating that the one opponent stood above the player before."
    )
    accuracy = models.FloatField(null=True, help_text="As the review found it, out of 100.")
    decisions = models.PositiveSmallIntegerField(default=0, help_text="That the review looked at.")
    feats = ArrayField(models.CharField(max_length=20), default=list, help_text="What was earned in it.")

    class Meta:
        indexes = [
            models.Index(fields=["player", "code", "ended_at"], name="games_deed_by_time"),
            models.Index(fields=["player"], condition=~Q(feats=[]), name="games_deed_of_feats"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in match {self.match}"

    @property
    def done(self) -> Done:
        """What sums are made of."""
        ended = self.ended_at.astimezone(UTC)
        return Done(
            self.match, ended, self.total, self.bar, self.column, self.alike, self.won, late=self.late
        )


class Tally(models.Model):
    """What the deeds of a player in a game add up to over a time (games.deeds.sums.Sum)."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    code = models.CharField(max_length=2, choices=choices)
    span = models.CharField(max_length=5, choices=[(span.value, span.value) for span in Span])
    begins = models.DateField()
    listed = models.BooleanField(default=True, help_text="The player is among those who have records.")
    matches = models.PositiveIntegerField(default=0)
    contests = models.PositiveIntegerField(default=0, help_text="Those of them with opponents.")
    won = models.PositiveIntegerField(default=0)
    drawn = models.PositiveIntegerField(default=0)
    late = models.PositiveIntegerField(default=0)
    totals = models.PositiveIntegerField(default=0, help_text="Those with a total beside others'.")
    points = models.BigIntegerField(default=0, help_text="The sum of these totals.")
    total = models.IntegerField(null=True)
    total_match = models.PositiveBigIntegerField(null=True)
    column = models.IntegerField(null=True)
    column_match = models.PositiveBigIntegerField(null=True)
    alike = models.IntegerField(null=True)
    alike_match = models.PositiveBigIntegerField(null=True)
    wins = models.IntegerField(null=True)
    wins_match = models.PositiveBigIntegerField(null=True)
    days = models.IntegerField(null=True)
    days_match = models.PositiveBigIntegerField(null=True)
    run = models.PositiveIntegerField(default=0)
    run_days = models.PositiveIntegerField(default=0)
    last_at = models.DateTimeField(null=True)
    last_match = models.PositiveBigIntegerField(default=0)
    bars = ArrayField(models.PositiveIntegerField(), default=list, help_text="How the totals are spread.")

    class Meta:
        verbose_name_plural = _("tallies")
        constraints = [
            models.UniqueConstraint(fields=["player", "code", "span", "begins"], name="games_tally_once")
        ]
        indexes = [
            models.Index(
                fields=["code", "span", "begins", f"-{what}", "id"],
                condition=Q(listed=True, **{f"{what}__isnull": False}),
                name=f"games_tally_{what}",
            )
            for what in What
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.code}, {self.span} from {self.begins}"

    @property
    def value(self) -> Sum:
        """The numbers, as games.deeds reckons with them."""
        values: dict[str, Any] = {name: getattr(self, name) for name in NAMES}
        if self.last_at is not None:
            values["last_at"] = self.last_at.astimezone(UTC)
        return Sum(**{**values, "bars": list(self.bars)})

    @value.setter
    def value(self, new: Sum) -> None:
        for name in NAMES:
            setattr(self, name, getattr(new, name))


class Spread(models.Model):
    """How many have a value on a board; places are counted by it, whoever many they are.

    A board is named by words with colons between, as games.feats.spread makes them. `begins` is when its time
    begins, where boards of that kind go after a while.
    """

    board = models.CharField(max_length=40)
    value = models.IntegerField()
    count = models.BigIntegerField()
    begins = models.DateField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["board", "value"], name="games_spread_once")]

    def __str__(self) -> str:
        return f"{self.count} of {self.value} on {self.board}"


class Earned(models.Model):
    """An achievement, and the first match or the first event by which the player earned it."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    feat = models.CharField(max_length=20, help_text="A key of games.deeds.register.FEATS.")
    match = models.PositiveBigIntegerField(null=True)
    event = models.PositiveBigIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        verbose_name_plural = _("achievements")
        constraints = [models.UniqueConstraint(fields=["player", "feat"], name="games_earned_once")]

    def __str__(self) -> str:
        return f"{self.feat} of {self.player_id}"


class Standing(models.Model):
    """A rating as lists of the best show it: who is not in them has no row.

    Only games.standings writes it.
    """

    PUZZLES = "puzzle"
    """The kind of ratings at puzzles, which are of no game."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+", db_index=False)
    code = models.CharField(max_length=2, blank=True)
    kind = models.CharField(max_length=6)
    number = models.IntegerField(help_text="The rating as it is shown.")
    country = models.CharField(max_length=2, blank=True)
    month = models.DateField(null=True, help_text="The first day of the month in which it moved last.")
    gain = models.IntegerField(default=0, help_text="What it has gained in that month.")
    lapses_at = models.DateTimeField(help_text="When too little is known of it again.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "code", "kind"], name="games_standing_once")]
        indexes = [
            models.Index(fields=["code", "kind", "-number", "id"], name="games_standing_best"),
            models.Index(
                fields=["code", "kind", "country", "-number", "id"],
                condition=~Q(country=""),
                name="games_standing_of_country",
            ),
            models.Index(
                fields=["code", "kind", "month", "-gain", "id"],
                condition=Q(gain__gt=0),
                name="games_standing_gain",
            ),
            models.Index(fields=["lapses_at"], name="games_standing_lapses"),
        ]

    def __str__(self) -> str:
        return f"{self.number} of {self.player_id} in {self.code or self.kind}"
