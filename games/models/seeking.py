"""Players who wait for others: at open matches, and for whomever the site finds them."""

from __future__ import annotations

from typing import NamedTuple

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from games.clock import PRESETS
from games.rules import choices
from games.rules.base import Pace


class Waiter(NamedTuple):
    """Who waits at an open match, as lists show it."""

    pk: int
    username: str


class Seek(models.Model):
    """An open invitation: a match that begins as soon as enough players have joined."""

    maker = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="seeks")
    joined = models.ManyToManyField(settings.AUTH_USER_MODEL, through="Joining", related_name="joined_seeks")
    code = models.CharField(max_length=2, choices=choices)
    options = models.JSONField(default=dict)
    pace = models.CharField(max_length=9, choices=[(pace.value, pace.value) for pace in Pace])
    clock = models.CharField(
        max_length=10, choices=[(key, _(preset.name)) for key, preset in PRESETS.items()]
    )
    players = models.PositiveSmallIntegerField(help_text="Wanted in all, the maker included.")
    token = models.CharField(
        max_length=40, blank=True, help_text="Of a private link; empty in the waiting room."
    )
    rated = models.BooleanField(default=True)
    lowest = models.PositiveSmallIntegerField(null=True, help_text="The lowest rating that may join.")
    highest = models.PositiveSmallIntegerField(null=True, help_text="The highest.")
    buddies_only = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["expires_at"], name="games_seek_expires")]

    def __str__(self) -> str:
        return f"{self.code} of {self.maker} for {self.players}"

    @cached_property
    def waiters(self) -> list[Waiter]:
        """Who is in, the maker first. One query, unless they were read along with it."""
        there = self.joinings.order_by("pk").values_list("player_id", "player__username")
        return [Waiter(*one) for one in there]


class Joining(models.Model):
    """Somebody who waits for an open match to fill; the maker is the first."""

    seek = models.ForeignKey(Seek, models.CASCADE, related_name="joinings")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="joinings")

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["seek", "player"], name="games_joining_once")]

    def __str__(self) -> str:
        return f"{self.player} waits for {self.seek_id}"


class Wish(models.Model):
    """A player who wants to be matched: in any of these games, with this clock, so many matches."""

    player = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="wish")
    codes = ArrayField(models.CharField(max_length=2))
    clock = models.CharField(
        max_length=10, choices=[(key, _(preset.name)) for key, preset in PRESETS.items()]
    )
    wanted = models.PositiveSmallIntegerField(help_text="Matches still to be found.")
    since = models.DateTimeField(auto_now_add=True)

    class Meta:
        verbose_name_plural = _("wishes")

    def __str__(self) -> str:
        return f"{self.player_id} wants {self.wanted} of {', '.join(self.codes)}"
