"""The dice pool, whole: `draw` takes the next sets, `level` says how many are left.

The pool knows no player, match or game: `draw` takes a number, and perhaps a label under which nothing is
told of the sets until it is opened (closed.py).
"""

from __future__ import annotations

import logging
import threading
import time
from dataclasses import dataclass, field
from functools import partial

from django.conf import settings
from django.db import connection
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from kombu.exceptions import OperationalError

from dicepool import alarm, closed, guard, refill, routine, seal, tasks
from dicepool.stock import level

__all__ = ["Drawn", "PoolEmpty", "PoolStopped", "draw", "level"]

logger = logging.getLogger(__name__)
CALL_SECONDS = 1.0  # between two calls for a refill out of one process
_last_call = -CALL_SECONDS
_waiting = threading.Lock()
STEPS = 50  # tried in one draw: several marks are passed where there are serials that no batch has
PAUSE = 0.02  # seconds
WAYS_ON = {routine.NOT_ADMITTED, routine.UNWRITTEN}


class PoolEmpty(Exception):
    """There are not enough sets left. Nothing was handed out, and a refill has been called for."""


class PoolStopped(PoolEmpty):
    """Whatever sets are left, none is handed out before an operator has acted, who has been told.

    Nothing was handed out and no serial was spent. As text it is what a player reads.
    """


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
    `synchronous_commit` was. Raises PoolEmpty, PoolStopped, and ValueError for n < 1.
    """
    if n < 1:
        raise ValueError("At least one set must be drawn.")
    if not connection.in_atomic_block:
        raise RuntimeError("Dice are drawn inside a transaction: its commit is what hands them out.")
    keys = seal.parse_keys(settings.DICE_KEYS)
    answer = _ask(n, keys)
    if answer in WAYS_ON:
        answer = _ask_again(n, keys)
    if answer == routine.KEYS_UNFIT:
        raise _stopped_for_keys("This process does not hold the dice keys that the pool was sealed with.")
    if len(answer) < n * routine.ANSWER.size:
        call_for_refill()
        raise PoolEmpty
    drawn = [
        Drawn(serial, seal.open_one(keys.batch_key(key_id, nonce), serial, value))
        for serial, value, key_id, nonce in routine.ANSWER.iter_unpack(answer)
    ]
    if label is not None:
        closed.close([one.serial for one in drawn], label)
    return drawn


def _ask(n: int, keys: seal.Keys) -> bytes:
    with connection.cursor() as cursor:
        # Parameters would cost as much as the draw.
        cursor.execute(f"SELECT dicepool_draw({n:d}, '\\x{keys.names.hex()}')")
        return bytes(cursor.fetchone()[0])


def _ask_again(n: int, keys: seal.Keys) -> bytes:
    """Do what the answer asked for, once for all threads that wait for it, and ask again. Raises PoolStopped.

    It is done outside the caller's transaction: others draw by it at once, whatever becomes of this one.
    """
    with _waiting:
        for _step in range(STEPS):
            answer = _ask(n, keys)
            if answer == routine.NOT_ADMITTED:
                _admit(n)
            elif answer == routine.UNWRITTEN:
                _write_routine(n)
            else:
                break
    return answer


def _write_routine(n: int) -> None:
    try:
        written = guard.aside(partial(refill.reopen, n))
    except seal.KeyUnfit as error:
        raise _stopped_for_keys(str(error)) from None
    if not written:  # another process is at it
        time.sleep(PAUSE)
    # In the middle of a transaction a session hears of the new routine only when it has to look something up.
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('nothing' || md5(random()::text))")


def _admit(n: int) -> None:
    try:
        guard.aside(partial(guard.admit, n))
    except guard.Behind as error:
        alarm.stopped(str(error))
        raise PoolStopped(
            _(
                "The dice stand still until the operators of this site have looked after them. Nothing was"
                " changed, and they have been told: please come back later."
            )
        ) from None


def _stopped_for_keys(why: str) -> PoolStopped:
    alarm.stopped(why)
    return PoolStopped(
        _(
            "The dice are sealed, and this site does not hold the right key to them. Nothing was changed, and"
            " its operators have been told: please come back later."
        )
    )


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
