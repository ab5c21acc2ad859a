"""Counting what fell, once for each finished day (UTC).

A set is counted with the day on which everybody saw it (fates.py), whenever it was taken.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, date, timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.views.decorators.debug import sensitive_variables

from dicepool import archive, keeper, locks, openings, settling
from dicepool.arrays import np
from dicepool.models import Batch, Count, Day, Handout
from dicepool.statistics import Tally, load, tally
from dicepool.stock import DAY, counted_before, midnight_after, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOCK = 0x626F6177
SETTLING = timedelta(minutes=15)
"""How long after midnight a day's last transactions may still be open. One that is open for longer and has
written is waited for.
"""


def all_time() -> Tally:
    """The tally of all finished days that were counted."""
    newest = Day.objects.order_by("-date").first()
    return load(newest.total) if newest else Tally()


def count_finished_days() -> list[date]:
    """Count every day that is over and not counted yet. Returns the days counted, oldest first."""
    counted: list[date] = []
    while True:
        with transaction.atomic():
            locks.wait_for(LOCK)
            day = _next_day()
            if day is None:
                return counted
            _count(day)
        counted.append(day)


def count_on() -> None:
    """Add to the count what was shown since it was written, not in the last minutes, which may be open; and
    count what the keeper has opened.
    """
    with transaction.atomic():
        locks.wait_for(LOCK)
        before = counted_before()
        until = timezone.now() - SETTLING
        if (before.until is None or until > before.until) and not settling.writes_since_before(until):
            sets = before.sets + shown(before.until, until).count()
            opened = asdict(openings.counts() if settings.DICE_KEEPER else openings.NONE)
            Count(pk=1, until=until, sets=sets, opened=opened.pop("sets"), **opened).save()


def _next_day() -> date | None:
    newest = Day.objects.order_by("-date").first()
    if newest:
        day = newest.date + DAY
    else:
        first = Handout.objects.order_by("serial").values_list("at", flat=True).first()
        if first is None:
            return None
        day = first.astimezone(UTC).date()
    over = midnight_after(day)
    if timezone.now() < over + SETTLING or settling.writes_since_before(over):
        return None
    return day


def _count(day: date) -> None:
    """Count what was shown on this day, whenever it was taken."""
    newest = Day.objects.order_by("-date").first()
    fates = shown(midnight_after(day) - DAY if newest else None, midnight_after(day))
    counts = tally_of(fates.order_by("serial").values_list("serial", flat=True).iterator(chunk_size=20_000))
    total = counts + load(newest.total) if newest else counts
    numbered = fates.filter(number__isnull=False).count()
    Day.objects.create(date=day, counts=counts.dump(), total=total.dump(), numbered=numbered)


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
        dice = _dice_of(batch, counted[low:high])
        total += tally(dice, before)
        before = int(dice[-1, 4])
    return total


@sensitive_variables()
def _dice_of(batch: Batch, serials: NDArray[np.int64]) -> NDArray[np.uint8]:
    if keeper.away():
        return np.frombuffer(keeper.shown(serials.tolist()), dtype=np.uint8).reshape(-1, 5)
    span = (int(serials[0]), int(serials[-1]))
    return archive.opened(batch, [span])[span][serials - span[0]]
