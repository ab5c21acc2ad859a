"""Mail to people who have no account: kept until it is sent."""

from __future__ import annotations

from django.db import models


class Letter(models.Model):
    """A mail that is still to be sent. Whoever sends it moves `due` first, as a lease."""

    to = models.EmailField()
    subject = models.CharField(max_length=150)
    text = models.TextField()
    html = models.TextField()
    due = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.subject} to {self.to}"
