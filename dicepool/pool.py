"""The dice pool, whole: `draw` takes the next sets, `level` says how many are left.

The pool knows no player, match or game: `draw` takes a number, and perhaps a label under which nothing is
told of the sets until it is opened (closed.py).
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field

from django.conf import settings
from django.db import connection
from django.views.decorators.debug import sensitive_variables
from kombu.exceptions import OperationalError

from dicepool import closed, routine, seal, tasks
from dicepool.stock import level

__all__ = ["Drawn", "PoolEmpty", "draw", "level"]

logger = logging.getLogger(__name__)
CALL_SECONDS = 1.0  # between two calls for a refill out of one process
_last_call = -CALL_SECONDS


class PoolEmpty(Exception):
    """There are not enough sets left. Nothing was handed out, and a refill has been called for."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One set out of the pool: its serial, and five faces 1-6, which no log or error page shows."""

    serial: int
    dice: tuple[int, ...] = field(repr=False)


@sensitive_variables()
def draw(n: int, label: bytes | None = None) -> list[Drawn]:
    """Take the next `n` sets, serials upward, in one round trip to the database.

    Where not everybody may see them yet they come under a `label`, 1 to 32 bytes that mean nothing here,
    and one round trip more: they are closed until `closed.open_label` is called with it.

    Only inside the caller's transaction, whose commit is what hands them out: show nothing before
    it returned. A rollback loses the sets. The transaction is committed durably, whatever
    `synchronous_commit` was. Raises PoolEmpty, ValueError for n < 1, and KeyMissing.
    """
    if n < 1:
        raise ValueError("At least one set must be drawn.")
    if not connection.in_atomic_block:
        raise RuntimeError("Dice are drawn inside a transaction: its commit is what hands them out.")
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT dicepool_draw({n:d})")  # a parameter would cost as much as the draw
        answer = bytes(cursor.fetchone()[0])
    if len(answer) < n * routine.ANSWER.size:
        call_for_refill()
        raise PoolEmpty
    keys = seal.parse_keys(settings.DICE_KEYS)
    drawn = [
        Drawn(serial, seal.open_one(keys.batch_key(key_id, nonce), serial, value))
        for serial, value, key_id, nonce in routine.ANSWER.iter_unpack(answer)
    ]
    if label is not None:
        closed.close([one.serial for one in drawn], label)
    return drawn


def call_for_refill() -> None:
    """Start a refill at once, outside the caller's transaction. A broker that is down is only logged:
    beat asks again within a minute.
    """
    global _last_call  # noqa: PLW0603  (a crowd that finds the pool empty must not flood the queue)
    now = time.monotonic()
    if now - _last_call < CALL_SECONDS:
        return
    _last_call = now
    try:
        tasks.top_up.delay()
    except OperationalError:
        logger.exception("The dice pool is empty, and the refill could not be started.")
