"""Personal tokens: by which a player's own programs act for the player."""

from __future__ import annotations

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.utils import timezone

from accounts.models.user import User
from accounts.single_line import single_line

NAME, SCOPE, PREFIX = 60, 20, 12


class Token(models.Model):
    """What is kept of one. The token itself is shown once and kept nowhere: `digest` is its SHA-256."""

    player = models.ForeignKey(User, models.CASCADE, related_name="tokens")
    name = models.CharField(max_length=NAME, validators=[single_line])
    prefix = models.CharField(
        max_length=PREFIX, editable=False, help_text="Its first letters, to know it by."
    )
    digest = models.BinaryField(unique=True, max_length=32, editable=False)
    scopes = ArrayField(models.CharField(max_length=SCOPE), help_text="What it may do (accounts/scopes.py).")
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, editable=False, help_text="Within a few minutes.")

    def __str__(self) -> str:
        return f"token {self.prefix}… of {self.player_id}"

    @property
    def expired(self) -> bool:
        """Whether it has had its time."""
        return self.expires_at is not None and self.expires_at <= timezone.now()
