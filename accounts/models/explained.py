"""Rows that keep sentences for all sorts of readers (accounts.retold)."""

from __future__ import annotations

from django.db import models

from accounts.retold import read


class Retold(models.Model):
    """A row of which each reads a sentence in their own language."""

    said = models.JSONField(null=True, editable=False)
    """Of which `read` makes each reader's own."""

    class Meta:
        abstract = True


class Explained(Retold):
    """One that says in its column `why` what went wrong, or why something was done."""

    class Meta:
        abstract = True

    @property
    def says_why(self) -> str:
        """Why, in the reader's language."""
        return read(self, "why")
