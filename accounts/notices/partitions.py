"""Partitions of notices, by their keys and so by time: what all is old goes with its table, not row by row.

Keys are given upward. A partition takes those of a week, or a million where a week has less; the next one is
made long before its keys are given, and behind it lies a spare without an end, which is empty: where nobody
made partitions for long, that one takes what comes, and is left as it is until it is empty again.

No constraint holds over all partitions that a player is told once. A trigger does: it looks, and whoever
tells the same just then waits until it is known. Each partition holds it by a constraint of its own, too.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.models import Max, Min
from django.utils import timezone

from accounts.models.delivery import Delivery
from accounts.models.notices import Notice
from statements import alone

logger = logging.getLogger(__name__)
LEAST = 1_000_000
"""Keys of a partition."""
STRETCH = timedelta(days=7)
"""The time for which one is made, where more keys are given in it."""
DAY = timedelta(days=1)
LOCK = 0x626F6E70  # one who looks after them at a time
PATIENCE = "10s"
"""For readers with an old snapshot; the next night goes on."""
MOMENT = "300ms"
"""For a lock for which others wait meanwhile."""
TABLE = "accounts_notice"
SPARE = "accounts_notice_spare"
PARTITIONS = """
SELECT relname, pg_get_expr(relpartbound, pg_class.oid), inhdetachpending
FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = 'accounts_notice'::regclass
"""
BOUNDS = re.compile(r"FROM \('?(\w+)'?\) TO \('?(\w+)'?\)")
LEFT_OVER = """
SELECT relname FROM pg_class
WHERE relname ~ '^accounts_notice_(old|[0-9]+_[0-9]+)$' AND relkind = 'r' AND NOT relispartition
AND pg_table_is_visible(oid)
"""
"""Those that were taken out and are still there."""
MAKE = """
CREATE TABLE {name} (LIKE accounts_notice INCLUDING DEFAULTS);
ALTER TABLE {name} ADD UNIQUE (player_id, key);
ALTER TABLE accounts_notice ATTACH PARTITION {name} FOR VALUES FROM ({first}) TO ({end})
"""


@dataclass(frozen=True, slots=True)
class Partition:
    """A table with the keys from `first` to below `end`; None where it is without such a bound."""

    name: str
    first: int | None
    end: int | None
    pending: bool
    """Whether taking it out was cut short."""


def look_after() -> list[str]:
    """Make what is needed next, and drop what is over. Safe in two workers, and when killed.

    Returns the names of the partitions that were dropped.
    """
    dropped: list[str] = []
    with alone(LOCK) as only:
        if only:
            _make_ahead()
            for partition in _over():
                if not _take_out(partition):
                    break  # only one can be on its way out
            dropped = [name for name in _left_over() if _drop(name)]
            with connection.cursor() as cursor:
                cursor.execute(f"ANALYZE ONLY {TABLE}")  # of a table in partitions nobody else does it
    return dropped


def partitions() -> list[Partition]:
    """All of them, in the order of their keys."""
    with connection.cursor() as cursor:
        cursor.execute(PARTITIONS)
        found = [_read(*row) for row in cursor.fetchall()]
    return sorted(found, key=lambda one: (one.first is not None, one.first))


def _read(name: str, bounds: str, pending: bool) -> Partition:
    matched = BOUNDS.search(bounds)
    assert matched, bounds
    first, end = (int(bound) if bound.isdecimal() else None for bound in matched.groups())
    return Partition(name, first, end, pending)


def _given() -> int:
    """The last key that was given."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT last_value FROM accounts_notice_id_seq")
        last: int = cursor.fetchone()[0]
    return last


def _make_ahead() -> None:
    """Cut a partition off the spare's keys while fewer than a stretch's are left before it."""
    given, found = _given(), partitions()
    spare = found[-1]
    assert spare.name == SPARE
    assert spare.first is not None
    width = max(LEAST, _given_lately(found[0], given))
    if given + width < spare.first:
        return
    try:
        if not _cut(spare.first, spare.first + width):
            logger.warning("Notices have come to the spare partition: it is kept until it is empty.")
    except OperationalError:  # somebody holds the table for long
        logger.warning("No partition of notices could be made; it is tried again.", exc_info=True)


def _given_lately(oldest: Partition, given: int) -> int:
    """How many keys were given within a stretch; not those that were left out behind the table of old."""
    lately = Notice.objects.filter(created_at__gte=timezone.now() - STRETCH)
    if oldest.first is None:
        lately = lately.filter(pk__gte=oldest.end)
    first = lately.aggregate(first=Min("pk"))["first"]
    return 0 if first is None else given - first


@transaction.atomic
def _cut(first: int, end: int) -> bool:
    """Make a partition of the first keys of the spare, and the spare anew behind them. False where it is
    not empty, also by what was being written when this began.
    """
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = '{MOMENT}'")
        cursor.execute(f"LOCK TABLE {TABLE} IN ACCESS EXCLUSIVE MODE")
        if Notice.objects.filter(pk__gte=first).exists():
            return False
        cursor.execute(f"ALTER TABLE {TABLE} DETACH PARTITION {SPARE}; DROP TABLE {SPARE}")
        cursor.execute(MAKE.format(name=f"{TABLE}_{first}_{end - 1}", first=first, end=end))
        cursor.execute(MAKE.format(name=SPARE, first=end, end="MAXVALUE"))
    return True


def _over() -> list[Partition]:
    """Those of which nobody needs a row, and into which none comes. First the one that is on its way out."""
    past = timezone.now() - settings.KEPT["notices"]
    over = []
    for partition in partitions():
        if partition.end is None or not _is_behind(partition.end):
            continue
        newest = Notice.objects.filter(**_inside("pk", partition)).aggregate(at=Max("created_at"))["at"]
        needed = Delivery.objects.filter(**_inside("notice", partition)).exists()
        if (newest is None or newest < past) and not needed:  # of one on its way out no row is seen
            over.append(partition)
    return sorted(over, key=lambda one: not one.pending)


def _is_behind(end: int) -> bool:
    """Whether later keys were given so long ago that no transaction of before is open any more."""
    return Notice.objects.filter(pk__gte=end, created_at__lt=timezone.now() - DAY).exists()


def _inside(key: str, partition: Partition) -> dict[str, int]:
    return {f"{key}__gte": partition.first or 0, f"{key}__lt": partition.end or 0}


def _take_out(partition: Partition) -> bool:
    """Let it be a table of its own; nobody waits. False where somebody holds it."""
    how = "FINALIZE" if partition.pending else "CONCURRENTLY"
    with connection.cursor() as cursor:
        cursor.execute(f"SET statement_timeout = '{PATIENCE}'")
        try:
            cursor.execute(f"ALTER TABLE {TABLE} DETACH PARTITION {partition.name} {how}")
        except OperationalError:
            logger.warning("%s is still being read, and goes another night.", partition.name)
            return False
        finally:
            cursor.execute("RESET statement_timeout")
    return True


def _left_over() -> list[str]:
    """Those that were taken out, now or on a night that was cut short."""
    with connection.cursor() as cursor:
        cursor.execute(LEFT_OVER)
        return [name for (name,) in cursor.fetchall()]


def _drop(name: str) -> bool:
    """Drop what was taken out. False where somebody holds accounts, which this locks for a moment.

    It is emptied first, which locks nothing else: as long as it is there it refers to accounts, and one of
    which it has a row cannot be closed.
    """
    try:
        for away in ("TRUNCATE", "DROP TABLE"):
            with transaction.atomic(), connection.cursor() as cursor:
                cursor.execute(f"SET LOCAL lock_timeout = '{MOMENT}'")
                cursor.execute(f"{away} {name}")
    except OperationalError:
        logger.warning("%s was taken out, and is dropped another night.", name)
        return False
    return True
