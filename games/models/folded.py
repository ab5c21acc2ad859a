"""What is left of the moves of a match that has been over for a while."""

from __future__ import annotations

from functools import cached_property

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.models.match import Match
from games.packed import Contents, unpack, unpack_end


class Folded(models.Model):
    """The moves and the last state of a match, packed. Only games.match.folding writes it."""

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="fold")
    packed = models.BinaryField(help_text="As games.packed has it (docs/folded.md).")
    late = models.PositiveSmallIntegerField(
        help_text="The seats for which the clock has acted: the first is 1, the second 2, the third 4, …"
    )

    class Meta:
        verbose_name = _("folded match")
        verbose_name_plural = _("folded matches")

    def __str__(self) -> str:
        return f"what is left of {self.match_id}"

    @cached_property
    def contents(self) -> Contents:
        """What was packed. Raises games.packed.Damaged."""
        return unpack(bytes(self.packed))

    @cached_property
    def end(self) -> Contents:
        """The same of its last moves alone, games.packed.LAST at least, in less time. Raises Damaged."""
        return self.contents if "contents" in self.__dict__ else unpack_end(bytes(self.packed))
