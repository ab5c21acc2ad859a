"""Batches of sets: how they came to be, what they hold, and what is laid open of them.

`DiceSet` is partitioned by batch, so its partitions are made and dropped in SQL (refill.py, retire.py).
"""

from __future__ import annotations

from django.db import models
from django.db.models import Value
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from dicepool import merkle


class Batch(models.Model):
    """Sets rolled and committed to together: serials `first` to `last`."""

    number = models.PositiveIntegerField(primary_key=True, help_text=_("From 1, without gaps."))
    first = models.BigIntegerField(unique=True)
    last = models.BigIntegerField(unique=True)
    key_id = models.PositiveSmallIntegerField(help_text=_("Which of the dice keys its own key comes from."))
    nonce = models.BinaryField(help_text="Makes the batch's own key, with that dice key.")
    key_check = models.BinaryField(
        db_default=Value(b""),
        help_text=_(
            "Its own key is known again by this. Empty in batches of old, until their key has proved itself."
        ),
    )
    root = models.BinaryField(help_text=_("Of the Merkle tree over its sets."))
    chain = models.BinaryField(help_text=_("This root linked to all before it."))
    groups = models.BinaryField(help_text="The tree's nodes over each 256 leaves, 32 bytes each.")
    made_at = models.DateTimeField(db_default=Now())
    version = models.PositiveSmallIntegerField(
        db_default=1, help_text=_("Of its link: from 2 on the link binds number and time.")
    )

    class Meta:
        verbose_name_plural = _("batches")
        ordering = ["number"]

    def __str__(self) -> str:
        return f"batch {self.number}"

    @property
    def size(self) -> int:
        """How many sets were rolled."""
        return self.last - self.first + 1

    @property
    def at(self) -> int:
        """When it was made, in seconds since 1970, as its link has it."""
        return int(self.made_at.timestamp())

    def link(self, previous: bytes, root: bytes) -> bytes:
        """The link that it must have after `previous`, with this root."""
        if self.version == 1:
            return merkle.chained(previous, root, self.first, self.last)
        return merkle.bound(previous, root, self.first, self.last, self.number, self.at)


class DiceSet(models.Model):
    """Five dice under a seal: (index + mask) mod 7776. The row is never locked nor changed."""

    serial = models.BigIntegerField(primary_key=True)
    value = models.SmallIntegerField()

    class Meta:
        verbose_name = _("set of dice")
        verbose_name_plural = _("sets of dice")

    def __str__(self) -> str:
        return f"set {self.serial}"


class Publication(models.Model):
    """A used-up batch laid open: its key and all of its sets. From then on its rows are not needed."""

    batch = models.OneToOneField(Batch, models.PROTECT, primary_key=True, related_name="publication")
    key = models.BinaryField(help_text="The batch's own key.")
    sets = models.BinaryField(help_text="The index of every set, two bytes each, big-endian.")
    at = models.DateTimeField(db_default=Now())
    ledger = models.BinaryField(
        null=True, help_text="The SHA-256 of the file into which its books were folded (folding.py)."
    )

    def __str__(self) -> str:
        return f"publication of {self.batch_id}"


class Refill(models.Model):
    """One run of rolling new batches, also one that failed."""

    LOW_WATER = "low water"

    started_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True, help_text=_("Empty while it runs, and where it was killed."))
    reason = models.CharField(max_length=20)
    sets = models.PositiveBigIntegerField(default=0)
    failure = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-started_at"]

    def __str__(self) -> str:
        return f"refill of {self.sets} sets"
