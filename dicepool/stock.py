"""How far the pool has been used: reads of the cursor, the batches and the ledger."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from django.db import connection
from django.db.models import F, Sum
from django.utils import timezone

from dicepool.models import Batch, Closed, Count, Day, Handout
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
    """The pool in numbers of sets. `handed_out` leaves out what is closed (closed.py); `pace` is the sets
    handed out a day, lately.
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
    """The pool as it stands. Counts the ledger only since the worker counted it last (days.py)."""
    newest = Day.objects.order_by("-date").first()
    before = load(newest.total).rolls if newest else 0
    handed_out = _all_handed_out(newest) - Closed.objects.filter(opened_at=None).count()
    return Stock(_rolled(), handed_out, level(), _pace(newest, handed_out - before))


def _all_handed_out(newest: Day | None) -> int:
    """How many sets were handed out, open or closed. The days count a set when it is opened, and let go of
    its row then; the worker counts every one as it comes.
    """
    count = Count.objects.first()
    if count and (newest is None or count.last > newest.last):
        last, counted = count.last, count.sets
    elif newest:
        last = newest.last
        counted = load(newest.total).rolls + Closed.objects.filter(serial__lte=last).count()
    else:
        last, counted = 0, 0
    return counted + Handout.objects.filter(serial__gt=last).count()


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
        midnight = datetime.combine(newest.date, time(), UTC) + DAY
        return (load(newest.counts).rolls + recent) / ((now - midnight) / DAY + 1)
    first = Handout.objects.order_by("serial").values_list("at", flat=True).first()
    if first is None:
        return 0.0
    return recent / max((now - first) / DAY, 1 / 24)
