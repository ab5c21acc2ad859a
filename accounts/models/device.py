"""Browsers in which a player has signed in."""

from __future__ import annotations

from django.db import models

from accounts.models.user import User


class Device(models.Model):
    """A browser of a player: known by a cookie, and by its kind and the neighbourhood it calls from."""

    player = models.ForeignKey(User, models.CASCADE, related_name="devices")
    key = models.CharField(max_length=64, help_text="Of the cookie, the player and the password of then.")
    browser = models.CharField(max_length=40)
    network = models.CharField(max_length=43, help_text="The address without its end.")
    first_at = models.DateTimeField(auto_now_add=True)
    seen_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="accounts_device_once")]

    def __str__(self) -> str:
        return f"{self.browser} of {self.player_id}"
