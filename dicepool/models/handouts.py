"""Sets that were taken, in a database function (routine.py), what became of them, and where dealing went on
beyond others.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


class Handout(models.Model):
    """A set was taken: its transaction was committed. What becomes of it is said by its `Fate`.

    No index but the key, for draws to keep up.
    """

    serial = models.BigIntegerField(primary_key=True)
    at = models.DateTimeField(db_default=Now())
    label = models.BinaryField(
        null=True, help_text="32 bytes for the public log. Empty in rows of old releases."
    )
    pledge = models.BinaryField(
        null=True, help_text="SHA-256 of the player's own number, 32 bytes, where one was promised."
    )
    owner = models.BinaryField(
        null=True, help_text="Never published: whoever took the set finds it again by these 8 bytes at most."
    )

    def __str__(self) -> str:
        return f"handout of set {self.serial}"

    @property
    def at_ms(self) -> int:
        """When it was taken, in whole milliseconds since 1970, as the log has it."""
        return (self.at - EPOCH) // MILLISECOND


class Fate(models.Model):
    """What became of a set that was taken, one row at most. As long as it has none, the set is reserved, or
    was used where not everybody may see it yet; and nothing is told of it. It never changes, but that the
    log notes where it tells of a set that was thrown away.
    """

    class Kind(models.IntegerChoices):
        """How a set can end."""

        SHOWN = 1, _("shown to everybody")
        THROWN_AWAY = 2, _("reserved and never used")

    serial = models.BigIntegerField(primary_key=True)
    at = models.DateTimeField(db_default=Now(), help_text="It is counted with this day.")
    kind = models.SmallIntegerField(choices=Kind)
    number = models.BinaryField(null=True, help_text="The player's own number, 16 bytes, where one was sent.")
    segment = models.PositiveIntegerField(
        null=True, help_text="Of the log, which says there that the set was thrown away."
    )

    class Meta:
        indexes = [
            # Rows come in the order of their times but for moments: a few blocks hold a day.
            BrinIndex(fields=["at"], name="dicepool_fate_at", autosummarize=True),
            models.Index(fields=["serial"], condition=Q(kind=2, segment=None), name="dicepool_fate_unsealed"),
        ]

    def __str__(self) -> str:
        return f"set {self.serial}, {self.get_kind_display()}"


class Passed(models.Model):
    """Serials that no draw was ever given and none will be, for dealing went on beyond them (guard.py)."""

    first = models.BigIntegerField()
    last = models.BigIntegerField(db_index=True)
    reason = models.CharField(max_length=20, help_text="In the words of logbook.py.")

    class Meta:
        verbose_name = _("passed over")
        verbose_name_plural = _("passed over")

    def __str__(self) -> str:
        return f"{self.first} to {self.last}: {self.reason}"


class Epoch(models.Model):
    """Dealing began anew beyond everything that was ever issued: the database was a copy, or a new one."""

    began_at = models.DateTimeField(db_default=Now())
    cursor = models.BigIntegerField(help_text="The last serial that this database knew to be taken.")
    after = models.BigIntegerField(help_text="No serial up to this one is handed out any more.")
    batch = models.PositiveIntegerField(
        help_text="The newest batch that was remembered; those between the last one here and it are lost."
    )
    chain = models.BinaryField(help_text="Its link, which the next batch follows.")
    known = models.BooleanField(help_text="Whether anything outside the database remembered.")

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"epoch after serial {self.after}"
