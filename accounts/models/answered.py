"""What was answered to a request that may come again."""

from __future__ import annotations

from django.db import models


class Answered(models.Model):
    """An answer by the key that its sender gave the request. Written by accounts.api.again alone.

    The player is known by number only: a foreign key would lock the account's row, and the lock of a match
    comes before that (docs/locks.md). What belongs to nobody any more goes after a day with the rest.
    """

    player = models.PositiveBigIntegerField()
    key = models.BinaryField(max_length=32, help_text="SHA-256 of the key that was sent.")
    asked = models.BinaryField(max_length=32, help_text="SHA-256 of the whole request.")
    status = models.PositiveSmallIntegerField(null=True, help_text="Empty until it is answered.")
    headers = models.JSONField(default=dict)
    body = models.BinaryField(null=True)
    at = models.DateTimeField(auto_now_add=True, db_index=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="accounts_answered_once")]
        indexes = [models.Index(fields=["player", "at"], name="accounts_answered_latest")]

    def __str__(self) -> str:
        return f"answer {self.pk} to {self.player}"
