"""The stock of pledges for first rolls."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Pledge(models.Model):
    """A player's number for the first roll of a match to come, fixed by its hash before a set is taken."""

    player = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="pledges")
    pledge = models.BinaryField(help_text="SHA-256 of the number.")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "pledge"], name="games_pledge_once")]

    def __str__(self) -> str:
        return f"a pledge of {self.player_id}"
