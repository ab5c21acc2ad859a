"""Folding the books of a batch that is laid open: what no draw needs any more leaves the database.

That a set was taken, when, under which label and pledge, and that it was thrown away, stands in the log for
ever. What is left of its rows, when it was shown and the player's own number, goes into one file a batch
(books.py). Nothing goes before its files were read again.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from dicepool import fates, locks, log, logfiles
from dicepool.books import KIND, NUMBERED, PART, RECORD
from dicepool.models import EPOCH, MILLISECOND, Batch, Day, Fate, Handout, Publication, Segment
from dicepool.stock import midnight_after

LOCK = 0x626F6C66  # one folding at a time
MOST = 50
"""Batches in one run."""


def fold() -> list[int]:
    """Fold what is ripe. Returns the numbers of the batches. Raises OSError, and logfiles.Lost where a file
    of the log that tells of such a batch is gone and cannot be written anew: once the others are folded.
    """
    folded: list[int] = []
    lost: list[str] = []
    last = 0
    while len(folded) < MOST and (batch := _ripe().filter(number__gt=last).first()) is not None:
        last = batch.number
        try:
            if not _fold_one(batch):
                break
        except logfiles.Lost as error:
            lost.append(str(error))
            continue
        folded.append(last)
    if lost:
        raise logfiles.Lost(" ".join(dict.fromkeys(lost)))
    return folded


def _ripe() -> QuerySet[Batch]:
    """Batches that are laid open and not folded, of which everything is counted and sealed.

    Never the last one that was drawn from: its last set is remembered as the newest (guard.py).
    """
    day, segment = Day.objects.order_by("-date").first(), log.newest()
    if day is None or segment is None:
        return Batch.objects.none()
    of_it = {"serial__gte": OuterRef("first"), "serial__lte": OuterRef("last")}
    uncounted = Fate.objects.filter(**of_it, at__gte=midnight_after(day.date))
    unsealed = Fate.objects.filter(**of_it, kind=Fate.Kind.THROWN_AWAY, segment=None)
    newer = Handout.objects.filter(serial__gt=OuterRef("last"))
    return Batch.objects.filter(
        ~Exists(uncounted),
        ~Exists(unsealed),
        Exists(newer),
        publication__ledger=None,
        publication__isnull=False,
        last__lte=segment.last,
    ).order_by("number")


def _fold_one(batch: Batch) -> bool:
    """False where another is at it."""
    with transaction.atomic():
        open_books = Publication.objects.filter(pk=batch.number, ledger=None)
        if not locks.try_for(LOCK) or not open_books.exists() or not fates.settled([batch]):
            return False
        _read_the_log(batch)
        digest = logfiles.save_parts(KIND, batch.number, list(_parts(batch)))
        logfiles.load_parts(KIND, batch.number, digest)
        open_books.update(ledger=digest)
        for rows in (Fate.objects, Handout.objects):
            rows.filter(serial__range=(batch.first, batch.last)).delete()
    return True


def _read_the_log(batch: Batch) -> None:
    """Every file of the log that tells of the batch's sets, while what is lost can be written anew."""
    own = Segment.objects.filter(last__gte=batch.first, first__lte=batch.last)
    away = Fate.objects.filter(serial__range=(batch.first, batch.last), segment__isnull=False)
    later = Segment.objects.filter(number__in=away.values("segment"))
    for segment in own.union(later).iterator():
        log.text(segment)


def _parts(batch: Batch) -> Iterator[bytes]:
    for first in range(batch.first, batch.last + 1, PART):
        last = min(first + PART - 1, batch.last)
        part = bytearray(RECORD.size * (last - first + 1))
        for fate in Fate.objects.filter(serial__range=(first, last)):
            number = bytes(fate.number or b"")
            kind = fate.kind | (NUMBERED if number else 0)
            at = (fate.at - EPOCH) // MILLISECOND
            RECORD.pack_into(part, RECORD.size * (fate.serial - first), kind, at, number)
        yield bytes(part)
