"""Making files of the log lean: without what the folded books of their sets tell.

Everybody is told the same as before, for a lean file is filled again as it is read (log.py), and is what was
sealed or is lost. The whole file goes only once the lean one was read so.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from dicepool import books, lean, locks, log, logfiles
from dicepool.models import Batch, Segment

LOCK = 0x626F6C6E  # one at a time
MOST = 500
"""Segments in one run."""
AFTER = timedelta(days=30)
"""After which a segment is made lean: a database that is restored is mostly younger, and has its books."""


def make_lean(most: int = MOST) -> int:
    """Make lean what is ripe. Returns how many segments were.

    Safe to run twice at once, and after it was killed. Raises OSError, and logfiles.Lost where a file is
    gone: once the others are made lean. Where nothing is to be folded (settings.FOLD_AFTER) nothing is made
    lean: the release before knows no lean files.
    """
    done, lost = 0, []
    for number in _ripe() if settings.FOLD_AFTER else ():
        try:
            if not _make_lean(number):
                break
        except logfiles.Lost as error:
            lost.append(str(error))
            continue
        done += 1
        if done == most:
            break
    if lost:
        raise logfiles.Lost(" ".join(dict.fromkeys(lost)))
    return done


def _ripe() -> Iterator[int]:
    """Segments that are whole, and whose sets are all in batches that are folded."""
    unfolded = Q(publication__isnull=True) | Q(publication__ledger__isnull=True)
    spans = list(Batch.objects.filter(unfolded).order_by("first").values_list("first", "last"))
    ends = [last for _first, last in spans]
    whole = Segment.objects.filter(lean=False, at__lt=timezone.now() - AFTER).order_by("number")
    for number, first, last in whole.values_list("number", "first", "last"):
        place = bisect_left(ends, first)
        if place == len(spans) or spans[place][0] > last:
            yield number


@transaction.atomic
def _make_lean(number: int) -> bool:
    """False where another is at it."""
    if not locks.try_for(LOCK):
        return False
    segment = Segment.objects.get(pk=number)
    known, text = bytes(segment.digest), log.text(segment)
    pledged = lean.pledged(text)
    found = lean.lean(text, books.numbers(pledged))
    books.must_be_whole(pledged)  # what has been read of them before says nothing of the files
    logfiles.save_lean(log.KIND, number, known, found)
    logfiles.load_lean(log.KIND, number, known, log.filled)
    logfiles.drop(log.KIND, number, known, logfiles.WHOLE)
    segment.lean = True
    segment.save(update_fields=["lean"])
    return True


def make_whole() -> int:
    """Write every file of the log whole again, for a release that knows no lean ones. Returns how many were.

    Also those that the database does not know to be lean, as one that was restored. Raises OSError, and
    logfiles.Lost where a file cannot be read: once the others are whole.
    """
    done, lost = 0, []
    for number in Segment.objects.order_by("number").values_list("number", flat=True):
        try:
            done += _make_whole(number)
        except logfiles.Lost as error:
            lost.append(str(error))
    if lost:
        raise logfiles.Lost(" ".join(dict.fromkeys(lost)))
    return done


@transaction.atomic
def _make_whole(number: int) -> bool:
    """Whether it was lean."""
    locks.wait_for(LOCK)
    segment = Segment.objects.get(pk=number)
    known = bytes(segment.digest)
    if not (segment.lean or logfiles.is_lean(log.KIND, number, known)):
        return False
    logfiles.save(log.KIND, number, log.text(segment))
    segment.lean = False
    segment.save(update_fields=["lean"])
    logfiles.drop(log.KIND, number, known, logfiles.LEAN)
    return True
