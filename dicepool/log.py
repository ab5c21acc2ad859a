"""The log of everything that was taken: sealed by the worker in segments, behind the draws.

A draw adds nothing to it but its row in the ledger. Every minute the worker seals what was taken since: once
all transactions that had drawn by then are over it is known of every serial whether it was taken or came to
nothing, and nobody can say otherwise any more. A segment is a file that never changes (logfiles.py), a row,
and an entry in the tree of all batches and segments; the file is on the disk before the row is committed.
Later it goes into less room (leaning.py).
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import lru_cache

from django.db import transaction
from django.utils import timezone

from dicepool import alarm, books, guard, homes, lean, locks, logbook, logfiles, tree
from dicepool.logbook import LINES, Handed, Pages
from dicepool.models import Batch, Fate, Handout, Passed, Segment
from dicepool.settling import draws_are_settled
from dicepool.stock import taken

logger = logging.getLogger(__name__)
LOCK = 0x626F6C67  # one sealing at a time
KIND = "segments"
"""Of its files."""
MOST = 500
"""Segments in one run, of half a minute: the worker has other things to do, too."""
LATE = timedelta(minutes=5)
"""After which it is said that a set is not sealed yet: a receipt promises minutes."""


def seal() -> list[int]:
    """Seal what was taken by now, and what was thrown away. Returns the numbers of the new segments.

    While a transaction that has drawn is open nothing is sealed: what it has taken may come to nothing. Nor
    where draws are not admitted: an old copy of the database must not tell its own story of serials that were
    told of already. Safe to run twice at once, and after it was killed. Raises OSError where the disk takes
    no file: then nothing of that segment stands anywhere; and guard.Behind.
    """
    until = taken()
    if not draws_are_settled(of_others=True):
        _say_if_late()
        return []
    sealed: list[int] = []
    while len(sealed) < MOST and (number := _seal_one(until)) is not None:
        sealed.append(number)
    return sealed


def _seal_one(until: int) -> int | None:
    """The next segment of the serials up to this one. None where nothing is left, or another is at it."""
    with transaction.atomic():
        if not locks.try_for(LOCK) or not guard.is_admitted():
            return None
        before = newest()
        number, first = (before.number + 1, before.last + 1) if before else (1, 1)
        pages = _pages(first, until)
        away = _thrown_away(pages.last, LINES - len(pages.lines))
        lines = [*pages.lines, *map(logbook.thrown_away, away)]
        if not lines:
            return None
        counts = pages.counts + Counter({logbook.THROWN_AWAY: len(away)})
        segment = Segment(
            number=number,
            first=first,
            last=pages.last,
            lines=len(lines),
            root=logbook.root(lines),
            digest=logfiles.save(KIND, number, logbook.text(lines)),
            at=timezone.now().replace(microsecond=0),
            counts=counts,
            total=logbook.added(before.total if before else {}, counts),
        )
        segment.save(force_insert=True)
        Fate.objects.filter(serial__in=away).update(segment=number)
        tree.append(entry_of(segment))
    return number


def entry_of(segment: Segment) -> str:
    """Its entry in the tree of all batches and segments."""
    at, root = int(segment.at.timestamp()), bytes(segment.root)
    return logbook.entry(segment.number, segment.first, segment.last, segment.lines, root, at)


def newest() -> Segment | None:
    """The segment that was sealed last."""
    return Segment.objects.order_by("-number").first()


def _pages(first: int, until: int) -> Pages:
    """The lines of these serials, which are settled. No query reads more than a segment holds."""
    handouts = Handout.objects.filter(serial__range=(first, until)).order_by("serial")[:LINES]
    passed = Passed.objects.filter(last__gte=first, first__lte=until).order_by("first")
    batches = Batch.objects.filter(last__gte=first).order_by("first")[: LINES + 1]
    return logbook.write(
        first,
        until,
        [handed(row) for row in handouts],
        list(passed.values_list("first", "last", "reason")),
        list(batches.values_list("first", "last")),
    )


def handed(row: Handout) -> Handed:
    """A row of the ledger as the log has it."""
    return Handed(row.serial, row.at_ms, bytes(row.label or b""), bytes(row.pledge or b""))


def _thrown_away(last: int, most: int) -> list[int]:
    """Sets that were thrown away, of which no segment says so yet, though it says that they were taken."""
    waiting = Fate.objects.filter(kind=Fate.Kind.THROWN_AWAY, segment=None, serial__lte=last)
    return list(waiting.order_by("serial").values_list("serial", flat=True)[:most])


def _say_if_late() -> None:
    before = newest()
    waiting = Handout.objects.filter(serial__gt=before.last if before else 0).order_by("serial").first()
    if waiting is not None and timezone.now() - waiting.at > LATE:
        alarm.unsealed(
            f"Set {waiting.serial:,} was taken at {waiting.at:%H:%M} UTC, and whenever it was to be sealed a"
            " transaction that had drawn dice was open for longer than a moment."
        )


def text(segment: Segment) -> bytes:
    """The file of a segment. One that is lost is written anew as long as the ledger has it. Raises Lost."""
    try:
        return _kept(segment.number, bytes(segment.digest))
    except logfiles.Lost as error:
        logger.error("%s", error)
        return _written_anew(segment, str(error))


def _kept(number: int, known: bytes) -> bytes:
    """A segment's file, whole or lean. Raises Lost."""
    try:
        return logfiles.load(KIND, number, known)
    except logfiles.Lost:
        if not logfiles.is_lean(KIND, number, known):
            raise
    return logfiles.load_lean(KIND, number, known, filled)


def filled(content: bytes) -> bytes:
    """What a lean file stands for, for which folded books are read. Raises Lost, KeyError and ValueError."""
    return lean.filled(content, books.numbers(lean.told(content)))


def _written_anew(segment: Segment, why: str) -> bytes:
    pages = _pages(segment.first, segment.last)
    away = Fate.objects.filter(segment=segment.number).order_by("serial").values_list("serial", flat=True)
    found = logbook.text([*pages.lines, *map(logbook.thrown_away, away)])
    if logfiles.digest(found) != bytes(segment.digest):
        raise logfiles.Lost(f"{why} The ledger no longer holds what stood there: bring it from a backup.")
    logfiles.save(KIND, segment.number, found)
    return found


@dataclass(frozen=True, slots=True)
class Place:
    """Where a serial stands in the log."""

    segment: Segment
    index: int
    line: str
    path: list[bytes]


def places(serials: Iterable[int]) -> dict[int, Place]:
    """Where these stand that are sealed. Those whose file is lost are left out, and operators are told."""
    home = homes.segments(list(serials))
    segments = Segment.objects.in_bulk(set(home.values()))
    found = {}
    for serial, number in home.items():
        segment = segments[number]
        try:
            read = _read(segment)
        except logfiles.Lost as error:
            alarm.lost(str(error))
            continue
        index = read.index_of(serial)
        found[serial] = Place(segment, index, read.lines[index], read.path(index))
    return found


def _read(segment: Segment) -> logbook.Segment:
    try:
        return _read_file(segment.number, bytes(segment.digest))
    except logfiles.Lost:
        return logbook.Segment.read(text(segment))


@lru_cache(maxsize=16)
def _read_file(number: int, digest: bytes) -> logbook.Segment:
    """A segment, a megabyte with its tree: it never changes."""
    return logbook.Segment.read(_kept(number, digest))


@dataclass(frozen=True, slots=True)
class Told:
    """How many sets the log tells of, by reason: in all, and lately."""

    total: Mapping[str, int]
    lately: Mapping[str, int]


def told(lately: timedelta) -> Told:
    """What is sealed, counted."""
    now = newest()
    if now is None:
        return Told({}, {})
    before = Segment.objects.filter(at__lt=timezone.now() - lately).order_by("-at", "-number").first()
    recent = Counter(now.total)
    recent.subtract(before.total if before else {})
    return Told(now.total, recent)
