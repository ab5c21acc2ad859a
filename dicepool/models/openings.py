"""What the process that alone holds the dice keys has opened."""

from __future__ import annotations

from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from dicepool.models.batches import Batch


class Opening(models.Model):
    """A set was opened by the process that alone holds the dice keys (holding.py): when first, and with what.

    Such a row stays whatever becomes of the transaction for which the set was opened.
    """

    serial = models.BigIntegerField(primary_key=True)
    at = models.DateTimeField(db_default=Now())
    number = models.BinaryField(
        null=True,
        help_text="The player's own number, 16 bytes, where one was sent: it is opened with no other.",
    )

    def __str__(self) -> str:
        return f"opening of set {self.serial}"


class Opened(models.Model):
    """The openings of a batch that is laid open, in numbers: their rows are not needed any more."""

    batch = models.OneToOneField(Batch, models.PROTECT, primary_key=True, related_name="opened")
    sets = models.BigIntegerField(help_text="How many were opened.")
    thrown_away = models.BigIntegerField(help_text="How many of them were thrown away all the same.")
    otherwise = models.BigIntegerField(
        help_text="How many of them were shown with another number than they were opened with."
    )

    class Meta:
        verbose_name_plural = _("opened sets")

    def __str__(self) -> str:
        return f"{self.sets} sets opened of batch {self.batch_id}"
