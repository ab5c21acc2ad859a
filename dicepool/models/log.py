"""The public log: its sealed segments, the leaves and heads of its trees, and who has seen these."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _


class Segment(models.Model):
    """A part of the log, sealed: its lines are in a file and never change (log.py)."""

    number = models.PositiveIntegerField(primary_key=True, help_text=_("From 1, without gaps."))
    first = models.BigIntegerField(help_text="The first serial that it tells of.")
    last = models.BigIntegerField(help_text="The last one; one less than the first where it tells of none.")
    lines = models.PositiveSmallIntegerField()
    root = models.BinaryField(help_text="Of the Merkle tree over its lines.")
    digest = models.BinaryField(help_text="The SHA-256 of its file, unpacked and filled.")
    lean = models.BooleanField(
        default=False,
        db_default=False,
        help_text="Its file has nothing that the books of its sets tell (leaning.py).",
    )
    at = models.DateTimeField(help_text="When it was sealed, in whole seconds.")
    counts = models.JSONField(help_text="How many sets it tells of, by reason.")
    total = models.JSONField(help_text="The same of all segments up to this one.")

    class Meta:
        indexes = [
            models.Index(fields=["last", "number"], name="dicepool_segment_last"),
            models.Index(fields=["at"], name="dicepool_segment_at"),
            models.Index("number", condition=Q(lean=False), name="dicepool_segment_whole"),
        ]

    def __str__(self) -> str:
        return f"segment {self.number}"


class Leaf(models.Model):
    """An entry of the public log: a leaf of one of its trees (tree.py). The row never changes."""

    tree = models.PositiveIntegerField(help_text="From 1: a new epoch begins a new one.")
    index = models.PositiveBigIntegerField(help_text="From 0, without gaps.")
    entry = models.TextField()
    batch = models.PositiveIntegerField(null=True, help_text="The batch that it commits to, if it does.")
    hash = models.BinaryField(help_text="Of the leaf.")
    nodes = models.BinaryField(help_text="The perfect nodes that it made full, from the bottom up.")

    class Meta:
        verbose_name_plural = _("leaves")
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
