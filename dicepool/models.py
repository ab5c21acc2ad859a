"""The pool's tables. Nothing outside this app reads or writes them.

`DiceSet` is partitioned by batch, so its partitions are made and dropped in SQL (refill.py,
retire.py); sets are taken in a database function, `dicepool_draw` (routine.py).
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import Q, Value
from django.db.models.functions import Now

from dicepool import merkle

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MILLISECOND = timedelta(milliseconds=1)


class Batch(models.Model):
    """Sets rolled and committed to together: serials `first` to `last`."""

    number = models.PositiveIntegerField(primary_key=True, help_text="From 1, without gaps.")
    first = models.BigIntegerField(unique=True)
    last = models.BigIntegerField(unique=True)
    key_id = models.PositiveSmallIntegerField(help_text="Which of the dice keys its own key comes from.")
    nonce = models.BinaryField(help_text="Makes the batch's own key, with that dice key.")
    key_check = models.BinaryField(
        db_default=Value(b""),
        help_text="Its own key is known again by this. Empty in batches of old, until their key has"
        " proved itself.",
    )
    root = models.BinaryField(help_text="Of the Merkle tree over its sets.")
    chain = models.BinaryField(help_text="This root linked to all before it.")
    groups = models.BinaryField(help_text="The tree's nodes over each 256 leaves, 32 bytes each.")
    made_at = models.DateTimeField(db_default=Now())
    version = models.PositiveSmallIntegerField(
        db_default=1, help_text="Of its link: from 2 on the link binds number and time."
    )

    class Meta:
        verbose_name_plural = "batches"
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
        verbose_name = "set of dice"
        verbose_name_plural = "sets of dice"

    def __str__(self) -> str:
        return f"set {self.serial}"


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

        SHOWN = 1, "shown to everybody"
        THROWN_AWAY = 2, "reserved and never used"

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
        verbose_name_plural = "opened sets"

    def __str__(self) -> str:
        return f"{self.sets} sets opened of batch {self.batch_id}"


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


class Passed(models.Model):
    """Serials that no draw was ever given and none will be, for dealing went on beyond them (guard.py)."""

    first = models.BigIntegerField()
    last = models.BigIntegerField(db_index=True)
    reason = models.CharField(max_length=20, help_text="In the words of logbook.py.")

    class Meta:
        verbose_name = "passed over"
        verbose_name_plural = "passed over"

    def __str__(self) -> str:
        return f"{self.first} to {self.last}: {self.reason}"


class Segment(models.Model):
    """A part of the log, sealed: its lines are in a file and never change (log.py)."""

    number = models.PositiveIntegerField(primary_key=True, help_text="From 1, without gaps.")
    first = models.BigIntegerField(help_text="The first serial that it tells of.")
    last = models.BigIntegerField(help_text="The last one; one less than the first where it tells of none.")
    lines = models.PositiveSmallIntegerField()
    root = models.BinaryField(help_text="Of the Merkle tree over its lines.")
    digest = models.BinaryField(help_text="The SHA-256 of its file, unpacked.")
    at = models.DateTimeField(help_text="When it was sealed, in whole seconds.")
    counts = models.JSONField(help_text="How many sets it tells of, by reason.")
    total = models.JSONField(help_text="The same of all segments up to this one.")

    class Meta:
        indexes = [
            models.Index(fields=["last", "number"], name="dicepool_segment_last"),
            models.Index(fields=["at"], name="dicepool_segment_at"),
        ]

    def __str__(self) -> str:
        return f"segment {self.number}"


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


class Leaf(models.Model):
    """An entry of the public log: a leaf of one of its trees (tree.py). The row never changes."""

    tree = models.PositiveIntegerField(help_text="From 1: a new epoch begins a new one.")
    index = models.PositiveBigIntegerField(help_text="From 0, without gaps.")
    entry = models.TextField()
    batch = models.PositiveIntegerField(null=True, help_text="The batch that it commits to, if it does.")
    hash = models.BinaryField(help_text="Of the leaf.")
    nodes = models.BinaryField(help_text="The perfect nodes that it made full, from the bottom up.")

    class Meta:
        verbose_name_plural = "leaves"
        constraints = [models.UniqueConstraint(fields=["tree", "index"], name="dicepool_leaf_place")]
        indexes = [
            models.Index(fields=["hash"], name="dicepool_leaf_hash"),
            models.Index(fields=["batch"], condition=Q(batch__isnull=False), name="dicepool_leaf_batch"),
        ]

    def __str__(self) -> str:
        return f"leaf {self.index} of tree {self.tree}"


class Head(models.Model):
    """The root of a tree at one size, which the site has signed: a checkpoint."""

    tree = models.PositiveIntegerField()
    size = models.PositiveBigIntegerField()
    root = models.BinaryField()
    note = models.TextField(help_text="As it was signed, without cosignatures.")
    signed_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ["-tree", "-size"]
        constraints = [models.UniqueConstraint(fields=["tree", "size"], name="dicepool_head_place")]

    def __str__(self) -> str:
        return f"head {self.size} of tree {self.tree}"


class Cosignature(models.Model):
    """A witness has seen a head, and that it goes on from all it had seen before (witnesses.py)."""

    head = models.ForeignKey(Head, models.CASCADE, related_name="cosignatures")
    witness = models.CharField(max_length=400, help_text="Its key as text, which begins with its name.")
    line = models.TextField(help_text="The signature, as it stands below the head's text.")
    at = models.DateTimeField(help_text="The time that it signed along.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["witness", "head"], name="dicepool_one_cosignature")]

    def __str__(self) -> str:
        return f"cosignature {self.pk}"


class Refill(models.Model):
    """One run of rolling new batches, also one that failed."""

    LOW_WATER = "low water"

    started_at = models.DateTimeField(db_default=Now())
    ended_at = models.DateTimeField(null=True, help_text="Empty while it runs, and where it was killed.")
    reason = models.CharField(max_length=20)
    sets = models.PositiveBigIntegerField(default=0)
    failure = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-started_at"]

    def __str__(self) -> str:
        return f"refill of {self.sets} sets"


class Count(models.Model):
    """How many sets everybody had seen at a moment: one row, so that nobody counts a day's ledger."""

    until = models.DateTimeField(help_text="What was shown before it is counted.")
    sets = models.BigIntegerField(help_text="How many were shown before it.")

    def __str__(self) -> str:
        return f"{self.sets} sets before {self.until}"


class Day(models.Model):
    """What fell on one finished day (UTC), counted once for the observatory."""

    date = models.DateField(primary_key=True)
    counts = models.JSONField(help_text="A tally of this day, as statistics.py writes it.")
    total = models.JSONField(help_text="The tally of all days up to this one.")
    numbered = models.PositiveBigIntegerField(
        db_default=0, help_text="How many of its sets were turned by a player's own number."
    )

    class Meta:
        ordering = ["-date"]

    def __str__(self) -> str:
        return f"dice of {self.date}"
