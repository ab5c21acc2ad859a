"""The dice that several cards have in common."""

from __future__ import annotations

from django.db import models
from django.db.models import Q

from games.rules import choices


class Deal(models.Model):
    """One set of dice for each turn and roll of a card, for everybody who plays it. Only games.match.deals
    writes it.
    """

    code = models.CharField(max_length=2, choices=choices)
    seed = models.BinaryField(
        help_text="32 random bytes, of which its sets' labels are made; told once it is open."
    )
    until = models.DateTimeField(
        null=True, help_text="Closed till then, and open to everybody after; empty: till its matches end."
    )
    opened_at = models.DateTimeField(null=True)
    sets = models.BinaryField(
        default=bytes, help_text="Of each turn the rolls, as games.match.deals has it; empty till drawn."
    )
    looked_after = models.BigIntegerField(
        default=0, help_text="Up to which serial sets were mended that a restored database made doubtful."
    )
    mended = models.PositiveSmallIntegerField(default=0, help_text="How often.")
    faces = models.BinaryField(
        default=bytes, help_text="Five of each set, where it was opened whole and is played on."
    )
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(
                "until", condition=Q(until__isnull=False, opened_at__isnull=True), name="games_deal_until"
            )
        ]

    def __str__(self) -> str:
        return f"{self.code} deal {self.pk}"

    @property
    def is_open(self) -> bool:
        """Whether everybody may see its dice."""
        return self.opened_at is not None
