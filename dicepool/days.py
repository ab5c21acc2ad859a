"""Counting what fell, once for each finished day (UTC)."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta

import numpy as np
from django.db import connection, transaction
from django.db.models import Max, Min
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables
from numpy.typing import NDArray

from dicepool import archive
from dicepool.models import Batch, Day, Handout
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
    newest = Day.objects.order_by("-date").first()
    after = newest.last if newest else 0
    end = first_since(datetime.combine(day + timedelta(days=1), time(), UTC))
    highest = Handout.objects.aggregate(top=Max("serial"))["top"] or after
    last = highest if end is None else end - 1
    counts = tally_range(after + 1, last)
    total = counts + load(newest.total) if newest else counts
    Day.objects.create(date=day, last=max(last, after), counts=counts.dump(), total=total.dump())


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
    """The tally of the sets handed out from serial `first` to `last`."""
    total = Tally()
    before: int | None = None
    for batch in Batch.objects.filter(last__gte=first, first__lte=last).order_by("first"):
        span = (max(first, batch.first), min(last, batch.last))
        handed: NDArray[np.int64] = np.fromiter(
            Handout.objects.filter(serial__range=span)
            .order_by("serial")
            .values_list("serial", flat=True)
            .iterator(chunk_size=20_000),
            dtype=np.int64,
        )
        if not len(handed):
            continue
        span = (int(handed[0]), int(handed[-1]))
        dice = archive.opened(batch, [span])[span][handed - span[0]]
        total += tally(dice, before)
        before = int(dice[-1, 4])
    return total
