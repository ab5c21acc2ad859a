"""Bots: players who are programs, each of a player who answers for it (docs/bots.md)."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.user import User

GAME = 2


class Bot(models.Model):
    """Whose program plays by an account, and whose challenges it takes."""

    account = models.OneToOneField(User, models.CASCADE, primary_key=True, related_name="as_bot")
    owner = models.ForeignKey(
        User, models.PROTECT, related_name="bots", help_text=_("Closing this account closes the bot first.")
    )
    games = ArrayField(
        models.CharField(max_length=GAME),
        default=list,
        blank=True,
        help_text=_("At which it takes challenges."),
    )
    people = models.BooleanField(default=False, help_text=_("Whether people may challenge it."))
    made_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.account_id}, a bot of {self.owner_id}"
