"""Sets that were handed out where not everybody may see them: closed, until their label is opened.

A label is some bytes of whoever drew them; the pool does not know what they stand for. What is closed has
no proof, is in no count that others see, and keeps its batch from being published.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from django.db.models import Exists, OuterRef
from django.db.models.functions import Now

from dicepool.models import Batch, Closed

LONGEST = 32
"""Bytes in a label."""


def close(serials: Iterable[int], label: bytes) -> None:
    """Close sets that the caller's transaction has drawn. One query. Raises ValueError for a bad label."""
    if not 1 <= len(label) <= LONGEST:
        raise ValueError(f"A label has 1 to {LONGEST} bytes.")
    Closed.objects.bulk_create([Closed(serial=serial, label=label) for serial in serials])


def open_label(label: bytes) -> int:
    """Open all that was drawn under a label, once the caller's transaction commits. Returns how many sets.

    Only in the transaction that shows them to everybody. Safe to do twice. One query.
    """
    return Closed.objects.filter(label=label, opened_at=None).update(opened_at=Now())


def labels() -> Iterator[bytes]:
    """Every label under which sets are closed. One query."""
    found = Closed.objects.filter(opened_at=None).order_by("label").values_list("label", flat=True)
    return (bytes(label) for label in found.distinct().iterator())


def shown(batches: Iterable[Batch]) -> list[Batch]:
    """Those of these batches in which no set is closed. One query."""
    inside = Closed.objects.filter(
        opened_at=None, serial__gte=OuterRef("first"), serial__lte=OuterRef("last")
    )
    known = {batch.number: batch for batch in batches}
    hiding = Batch.objects.filter(Exists(inside), number__in=known)
    hidden = set(hiding.values_list("number", flat=True))
    return [batch for number, batch in known.items() if number not in hidden]
