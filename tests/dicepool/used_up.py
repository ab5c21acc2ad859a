"""Batches that were used up, laid open and counted: what is folded."""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from django.db import transaction

from dicepool import books, days, fates, log, pool, refill, retire
from dicepool.models import Batch, Fate, Handout
from dicepool.pool import Shown, Wanted

TODAY = datetime(2026, 5, 20, 12, tzinfo=UTC)


def forget() -> None:
    """Read files anew."""
    log._read_file.cache_clear()
    books._part.cache_clear()


def use_up(batch: Batch, pledges: Sequence[bytes], numbers: Sequence[bytes]) -> list[int]:
    """Take all of it: two sets turned by numbers, one thrown away, each of these after a pledge; one rolled
    back; the others shown without a number. Returns the serials of these four.
    """
    with transaction.atomic():
        wanted = [Wanted(os.urandom(32), pledge) for pledge in pledges]
        one, two, away = (each.serial for each in pool.reserve(wanted, b"owner"))
    fates.show([Shown(one, numbers[0]), Shown(two, numbers[1])])
    fates.throw_away([away])
    with transaction.atomic():
        pool.draw(1)
        transaction.set_rollback(True)
    with transaction.atomic():
        pool.draw(batch.size - 4)
    return [one, two, away, away + 1]


def draw_of_the_next(count: int) -> None:
    """Take so many sets of a new batch of ten."""
    refill.add_sets(10, "test")
    with transaction.atomic():
        pool.draw(count)


def settle() -> None:
    """Seal, lay open and count what was taken, yesterday."""
    yesterday = TODAY - timedelta(days=1)
    Handout.objects.update(at=yesterday)
    Fate.objects.update(at=yesterday)
    log.seal()
    retire.retire()
    days.count_finished_days()
