"""What went wrong, for whoever reads it."""

from __future__ import annotations

from django.db import models

from accounts.retold import read


class Explained(models.Model):
    """A row that says in its column `why` what went wrong."""

    said = models.JSONField(null=True, editable=False)
    """Of which `read` makes each reader's own."""

    class Meta:
        abstract = True

    @property
    def says_why(self) -> str:
        """What went wrong, in the reader's language."""
        return read(self, "why")
