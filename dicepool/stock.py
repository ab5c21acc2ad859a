"""How far the pool has been used: reads of the cursor, the batches and the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from django.db import connection
from django.db.models import F, QuerySet, Sum
from django.utils import timezone

from dicepool.models import Batch, Count, Day, Fate, Handout
from dicepool.statistics import load

CURSOR = "(SELECT last_value - (NOT is_called)::int FROM dicepool_serial)"
"""The last serial that was taken, as SQL; 0 before the first."""
DAY = timedelta(days=1)


def level() -> int:
    """How many sets are left to draw."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT coalesce(sum(b.last - greatest(b.first, c.at + 1) + 1), 0)::bigint"  # noqa: S608  (a constant)
            f" FROM dicepool_batch b, (SELECT {CURSOR} AS at) c WHERE b.last > c.at"
        )
        return int(cursor.fetchone()[0])


def taken() -> int:
    """The last serial that was taken, whether or not its transaction was committed; 0 before the first."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {CURSOR}")
        return int(cursor.fetchone()[0])


@dataclass(frozen=True, slots=True)
class Stock:
    """The pool in numbers of sets. `handed_out` is what everybody may see (fates.py); `pace` is how many
    sets a day came to it, lately.
    """

    rolled: int
    handed_out: int
    left: int
    pace: float

    @property
    def days_left(self) -> float | None:
        """How long the rest lasts at this pace; None where nothing is being drawn."""
        return self.left / self.pace if self.pace else None


def stock() -> Stock:
    """The pool as it stands. Counts what was shown only since the worker counted it last (days.py)."""
    newest = Day.objects.order_by("-date").first()
    of_days = load(newest.total).rolls if newest else 0
    before = counted_before()
    handed_out = before.sets + shown(before.until).count()
    return Stock(_rolled(), handed_out, level(), _pace(newest, handed_out - of_days))


def midnight_after(day: date) -> datetime:
    """The end of a day (UTC)."""
    return datetime.combine(day + DAY, time(), UTC)


def shown(since: datetime | None, until: datetime | None = None) -> QuerySet[Fate]:
    """What everybody was shown from a moment on, or from the beginning; before another, or up to now."""
    found = Fate.objects.filter(kind=Fate.Kind.SHOWN)
    if since is not None:
        found = found.filter(at__gte=since)
    return found if until is None else found.filter(at__lt=until)


@dataclass(frozen=True, slots=True)
class Before:
    """How many sets everybody had seen before a moment; None where that is the beginning."""

    until: datetime | None
    sets: int


def counted_before() -> Before:
    """What need not be counted again: the days, or what the worker has counted since the last of them."""
    newest = Day.objects.order_by("-date").first()
    days = Before(midnight_after(newest.date), load(newest.total).rolls) if newest else Before(None, 0)
    count = Count.objects.first()
    if count is None or (days.until is not None and count.until < days.until):
        return days
    return Before(count.until, count.sets)


@dataclass(frozen=True, slots=True)
class Counted:
    """What the observatory tells: nothing that moves with a single roll, which may be hidden."""

    rolled: int
    handed_out: int
    """Up to the end of the last counted day."""
    last_day: int


def counted() -> Counted:
    """The pool as it stood when the last day was counted. Looks at no ledger."""
    newest = Day.objects.order_by("-date").first()
    if newest is None:
        return Counted(_rolled(), 0, 0)
    return Counted(_rolled(), load(newest.total).rolls, load(newest.counts).rolls)


def _rolled() -> int:
    return int(Batch.objects.aggregate(sets=Sum(F("last") - F("first") + 1))["sets"] or 0)


def _pace(newest: Day | None, recent: int) -> float:
    """Sets a day: the last counted day together with what came after it."""
    now = timezone.now()
    if newest:
        return (load(newest.counts).rolls + recent) / ((now - midnight_after(newest.date)) / DAY + 1)
    first = Handout.objects.order_by("serial").values_list("at", flat=True).first()
    if first is None:
        return 0.0
    return recent / max((now - first) / DAY, 1 / 24)
