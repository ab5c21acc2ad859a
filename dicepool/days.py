"""Counting what fell, once for each finished day (UTC).

A set that not everybody may see is counted when it is opened, with the sets of that day (closed.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta

import numpy as np
from django.db import connection, transaction
from django.db.models import Count as DbCount
from django.db.models import Exists, Max, Min, OuterRef
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables
from numpy.typing import NDArray

from dicepool import archive
from dicepool.models import Batch, Closed, Count, Day, Handout
from dicepool.statistics import Tally, load, tally

LOCK = 0x626F6177
SETTLING = timedelta(minutes=15)
"""How long after midnight a day's last transactions may still be open."""


def all_time() -> Tally:
    """The tally of all finished days that were counted."""
    newest = Day.objects.order_by("-date").first()
    return load(newest.total) if newest else Tally()


def count_finished_days() -> list[date]:
    """Count every day that is over and not counted yet. Returns the days counted, oldest first."""
    counted: list[date] = []
    while True:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
            day = _next_day()
            if day is None:
                return counted
            _count(day)
        counted.append(day)


def count_on() -> None:
    """Add to the count what was handed out since it was written; not the last minutes, which may be open."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        before = Count.objects.first() or Count(pk=1, last=0, sets=0)
        open_from = first_since(timezone.now() - SETTLING)
        settled = Handout.objects.filter(serial__gt=before.last)
        if open_from is not None:
            settled = settled.filter(serial__lt=open_from)
        found = settled.aggregate(sets=DbCount("*"), last=Max("serial"))
        if found["sets"]:
            Count(pk=1, last=found["last"], sets=before.sets + found["sets"]).save()


def _next_day() -> date | None:
    newest = Day.objects.order_by("-date").first()
    if newest:
        day = newest.date + timedelta(days=1)
    else:
        first = Handout.objects.order_by("serial").values_list("at", flat=True).first()
        if first is None:
            return None
        day = first.astimezone(UTC).date()
    over = datetime.combine(day + timedelta(days=1), time(), UTC)
    return day if timezone.now() >= over + SETTLING else None


def _count(day: date) -> None:
    """Count what was handed out on this day open, and what was opened by its end and is not counted yet."""
    newest = Day.objects.order_by("-date").first()
    after = newest.last if newest else 0
    midnight = datetime.combine(day + timedelta(days=1), time(), UTC)
    end = first_since(midnight)
    highest = Handout.objects.aggregate(top=Max("serial"))["top"] or after
    last = highest if end is None else end - 1
    counts = tally_range(after + 1, last) + tally_of(_take_opened(midnight))
    total = counts + load(newest.total) if newest else counts
    Day.objects.create(date=day, last=max(last, after), counts=counts.dump(), total=total.dump())


def _take_opened(before: datetime) -> list[int]:
    """The serials that were opened before this moment, ascending: their rows have served."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM dicepool_closed WHERE opened_at < %s RETURNING serial", [before])
        return sorted(row[0] for row in cursor.fetchall())


def first_since(moment: datetime) -> int | None:
    """The lowest serial handed out at `moment` or later, by halving: times go up with the serials."""
    ends = Handout.objects.aggregate(low=Min("serial"), high=Max("serial"))
    low, high = ends["low"], ends["high"]
    if low is None or not Handout.objects.filter(serial=high, at__gte=moment).exists():
        return None
    while low < high:
        middle = (low + high) // 2
        found = Handout.objects.filter(serial__gte=middle).order_by("serial")[0]
        if found.at >= moment:
            high = middle
        else:
            low = found.serial + 1
    return int(Handout.objects.filter(serial__gte=low).order_by("serial")[0].serial)


@sensitive_variables()
def tally_range(first: int, last: int) -> Tally:
    """The tally of the sets handed out from serial `first` to `last`, but for those closed at the time."""
    closed = Closed.objects.filter(serial=OuterRef("serial"))
    handed = Handout.objects.filter(~Exists(closed), serial__range=(first, last)).order_by("serial")
    return tally_of(handed.values_list("serial", flat=True).iterator(chunk_size=20_000))


@sensitive_variables()
def tally_of(serials: Iterable[int]) -> Tally:
    """The tally of these sets, ascending, each taken for the neighbour of the one before."""
    counted: NDArray[np.int64] = np.fromiter(serials, dtype=np.int64)
    total = Tally()
    if not len(counted):
        return total
    before: int | None = None
    within = Batch.objects.filter(last__gte=int(counted[0]), first__lte=int(counted[-1]))
    for batch in within.order_by("first"):
        low, high = np.searchsorted(counted, [batch.first, batch.last + 1])
        if low == high:
            continue
        span = (int(counted[low]), int(counted[high - 1]))
        dice = archive.opened(batch, [span])[span][counted[low:high] - span[0]]
        total += tally(dice, before)
        before = int(dice[-1, 4])
    return total
