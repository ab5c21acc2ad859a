"""Titles won."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from accounts.models.explained import Retold
from accounts.retold import read
from ladders.models.events import Event


class Medal(Retold):
    """A title won in an event."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="medals")
    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="medals")
    place = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=140)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-id"]
        constraints = [
            models.UniqueConstraint(fields=["event", "player", "title"], name="ladders_medal_once")
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def says(self) -> str:
        """The title, in the reader's language."""
        return read(self, "title")
