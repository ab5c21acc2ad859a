"""Sets that are taken and not shown yet."""

from __future__ import annotations

import os
from collections.abc import Callable

from django.db import transaction

from dicepool import fates, pool
from dicepool.pool import Drawn, Reserved, Shown, Wanted

HandOut = Callable[[int], list[Drawn]]
OWNER, OTHER = b"\x00\xffone", b"other"


def wanted(sets: int) -> list[Wanted]:
    return [Wanted(os.urandom(32), os.urandom(32)) for _ in range(sets)]


def hide(sets: int, owner: bytes = OWNER) -> list[Reserved]:
    """Reserve and commit."""
    with transaction.atomic():
        return pool.reserve(wanted(sets), owner)


def serials(taken: list[Drawn] | list[Reserved]) -> list[int]:
    return [one.serial for one in taken]


def show(taken: list[Drawn] | list[Reserved]) -> None:
    fates.show([Shown(one.serial) for one in taken])
