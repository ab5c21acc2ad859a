"""Lines of logs."""

from __future__ import annotations

from accounts.models.explained import Explained
from accounts.retold import read


class Line(Explained):
    """What was decided or happened, in its column `what`, and why."""

    class Meta:
        abstract = True

    @property
    def says(self) -> str:
        """What was, in the reader's language."""
        return read(self, "what")
