"""The pool's tables, by subject. Import them from here; nothing outside this app reads or writes them."""

from __future__ import annotations

from dicepool.models.batches import Batch, DiceSet, Publication, Refill
from dicepool.models.days import Count, Day
from dicepool.models.handouts import EPOCH, MILLISECOND, Epoch, Fate, Handout, Passed
from dicepool.models.log import Cosignature, Head, Leaf, Segment
from dicepool.models.openings import Opened, Opening

__all__ = [
    "EPOCH",
    "MILLISECOND",
    "Batch",
    "Cosignature",
    "Count",
    "Day",
    "DiceSet",
    "Epoch",
    "Fate",
    "Handout",
    "Head",
    "Leaf",
    "Opened",
    "Opening",
    "Passed",
    "Publication",
    "Refill",
    "Segment",
]
