"""Why a match ended otherwise than by being played."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from accounts.models.explained import Retold
from accounts.retold import read


class Reasoned(Retold):
    """A match that somebody, or the site itself, may have ended. Folded or not, it says why."""

    reason = models.TextField(blank=True, help_text=_("Why staff adjudicated the match or made it void."))

    class Meta:
        abstract = True

    @property
    def says_why(self) -> str:
        """The reason, in the reader's language."""
        return read(self, "reason")
