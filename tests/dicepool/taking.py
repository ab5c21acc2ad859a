"""Sets that are taken and committed, where a keeper opens them."""

from __future__ import annotations

import hashlib
import os

from django.db import transaction

from dicepool import pool, stock
from dicepool.models import Batch
from dicepool.pool import Drawn, Reserved, Wanted

OWNER = b"somebody"
NUMBER, OTHER = bytes(range(16)), bytes(16)
PLEDGE = hashlib.sha256(NUMBER).digest()


def reserve(sets: int, pledge: bytes = b"", owner: bytes = OWNER) -> list[Reserved]:
    """Reserve and commit."""
    with transaction.atomic():
        return pool.reserve([Wanted(os.urandom(32), pledge) for _ in range(sets)], owner)


def draw(sets: int, owner: bytes = b"") -> list[Drawn]:
    with transaction.atomic():
        return pool.draw(sets, owner=owner)


def use_up(batch: Batch) -> list[Drawn]:
    return draw(batch.last - stock.taken())
