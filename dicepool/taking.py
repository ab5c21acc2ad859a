"""Takes sets out of the database: it calls the routine (routine.py), does what its answer asks for, and asks
again. Nothing is opened here, and nobody but pool.py takes by it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.db import connection
from django.utils.translation import gettext as _
from kombu.exceptions import OperationalError

from dicepool import alarm, guard, keeper, keys, prepared, refill, routine, seal, tasks
from dicepool.fates import Shown
from dicepool.turning import PLEDGE_BYTES

logger = logging.getLogger(__name__)
CALL_SECONDS = 1.0  # between two calls for a refill out of one process
_last_call = -CALL_SECONDS
_waiting = threading.Lock()
STEPS = 50  # tried in one draw: several marks are passed where there are serials that no batch has
PAUSE = 0.02  # seconds
LABEL_BYTES = 32
OWNER_BYTES = 8
SINCE_1970 = 946_684_800_000_000  # microseconds until 2000, from which Postgres counts
TAKE = prepared.Statement(
    routine.NAME,
    f"SELECT {routine.NAME}(1, $1, $2, $3, $4, $5, $6)",
    [prepared.BYTEA] * 4 + [prepared.INT8, prepared.BYTEA],
)
Call = str | tuple[bytes | None, ...]
"""How the routine is called: as SQL, or for one set what TAKE is given."""
WAYS_ON = {routine.NOT_ADMITTED, routine.UNWRITTEN}


class PoolEmpty(Exception):
    """There are not enough sets left. Nothing was handed out, and a refill has been called for."""


class PoolStopped(PoolEmpty):
    """Whatever sets are left, none is handed out before an operator has acted, who has been told.

    Nothing was handed out and no serial was spent. As text it is what a player reads.
    """


@dataclass(frozen=True, slots=True)
class Wanted:
    """A set to be reserved: its label in the public log, 32 bytes, and the SHA-256 of the player's own number
    for it, where one was promised.
    """

    label: bytes
    pledge: bytes = b""

    def __post_init__(self) -> None:
        if len(self.label) != LABEL_BYTES or len(self.pledge) not in {0, PLEDGE_BYTES}:
            raise ValueError(f"A label has {LABEL_BYTES} bytes, and so has a pledge.")


@dataclass(frozen=True, slots=True)
class Reserved:
    """A set that was taken and not opened yet. It holds no dice: it is opened with the dice keys alone."""

    serial: int
    sealed: int
    key_id: int
    nonce: bytes = field(repr=False)
    at_ms: int
    """When it was taken, in milliseconds since 1970: as the public log has it."""
    label: bytes
    pledge: bytes

    def dump(self) -> list[Any]:
        """As JSON values."""
        hexed = (self.nonce.hex(), self.at_ms, self.label.hex(), self.pledge.hex())
        return [self.serial, self.sealed, self.key_id, *hexed]

    @classmethod
    def load(cls, stored: Sequence[Any]) -> Reserved:
        """What `dump` stored."""
        serial, sealed, key_id, nonce, at_ms, label, pledge = stored
        unhexed = (bytes.fromhex(nonce), at_ms, bytes.fromhex(label), bytes.fromhex(pledge))
        return cls(serial, sealed, key_id, *unhexed)


def take(
    wanted: Sequence[Wanted], owner: bytes, shown: Sequence[Shown] = (), *, at_once: bool = False
) -> list[Reserved]:
    """The next sets, in order, as `reserve` and `draw` of pool.py say; shown at once if that is asked for."""
    if not wanted:
        raise ValueError("At least one set must be taken.")
    if len(owner) > OWNER_BYTES:
        raise ValueError(f"An owner has at most {OWNER_BYTES} bytes.")
    taken: list[Reserved] = []
    while len(taken) < len(wanted):  # once, but where a mark or the end of a window was reached in between
        rest = wanted[len(taken) :]
        answer = _some(rest, owner, shown, at_once=at_once)
        if len(answer) < routine.ANSWER.size:
            call_for_refill()
            raise PoolEmpty
        taken += [
            Reserved(serial, sealed, key_id, nonce, (at + SINCE_1970) // 1000, one.label, one.pledge)
            for one, (serial, at, sealed, key_id, nonce) in zip(rest, routine.ANSWER.iter_unpack(answer))  # noqa: B905  (perhaps fewer)
        ]
    return taken


def _some(wanted: Sequence[Wanted], owner: bytes, shown: Sequence[Shown], *, at_once: bool) -> bytes:
    """The answer of the routine: as many of these sets as it gives in one call, none where there are none.

    Earlier ones are shown with the last of them. Raises PoolStopped.
    """
    call = _call(wanted, owner, shown, at_once=at_once)
    answer = _ask(call)
    if answer == routine.KEYS_UNFIT and keeper.away():  # it may have got another key since it told of them
        call = _call(wanted, owner, shown, at_once=at_once, anew=True)
        answer = _ask(call)
    if answer in WAYS_ON:
        answer = _ask_again(len(wanted), call)
    if answer == routine.KEYS_UNFIT:
        raise stopped_for_keys("This process does not hold the dice keys that the pool was sealed with.")
    return answer


def must_be_in_a_transaction() -> None:
    """Raises RuntimeError outside of one."""
    if not connection.in_atomic_block:
        raise RuntimeError("Dice are drawn inside a transaction: its commit is what hands them out.")


def _call(
    wanted: Sequence[Wanted], owner: bytes, shown: Sequence[Shown], *, at_once: bool, anew: bool = False
) -> Call:
    """The call of the routine. Several sets are called for as SQL, with the arguments in its text: they come
    seldom. Raises PoolStopped.
    """
    try:
        names = keys.names(anew=anew)
    except keeper.Silent as error:
        raise stopped_for_the_keeper(error) from None
    if len(wanted) == 1 and len(shown) + at_once <= 1:
        [one] = wanted
        before, number = (shown[0].serial, shown[0].number) if shown else (None, b"")
        serial = routine.THIS if at_once else before
        eight = None if serial is None else serial.to_bytes(8, "big")
        return names, one.label, one.pledge or None, owner or None, eight, number or None
    labels = _array(one.label for one in wanted)
    pledges = _array(one.pledge for one in wanted)
    serials = ",".join(str(one.serial) for one in shown)
    numbers = _array(one.number for one in shown)
    return (
        f"SELECT dicepool_draw({len(wanted)}, '\\x{names.hex()}', '{labels}', '{pledges}',"
        f" {_bytes(owner)}, '{{{serials}}}', '{numbers}', {at_once})"
    )


def _bytes(found: bytes) -> str:
    """Bytes as Postgres reads them; what is empty is null."""
    return f"'\\x{found.hex()}'" if found else "NULL"


def _array(found: Iterable[bytes]) -> str:
    """The same of several."""
    return "{" + ",".join(f'"\\\\x{one.hex()}"' if one else "NULL" for one in found) + "}"


def _ask(call: Call) -> bytes:
    """Raises RuntimeError outside of a transaction."""
    if not isinstance(call, str):
        return TAKE.ask(call) or b""
    must_be_in_a_transaction()
    with connection.cursor() as cursor:
        cursor.execute(call)
        return bytes(cursor.fetchone()[0])


def _ask_again(n: int, call: Call) -> bytes:
    """Do what the answer asked for, once for all threads that wait for it, and ask again. Raises PoolStopped.

    It is done outside the caller's transaction: others draw by it at once, whatever becomes of this one.
    """
    with _waiting:
        for _step in range(STEPS):
            answer = _ask(call)
            if answer == routine.NOT_ADMITTED:
                _admit(n)
            elif answer == routine.UNWRITTEN:
                _write_routine(n)
            else:
                break
    return answer


def _write_routine(n: int) -> None:
    try:
        written = refill.reopen(n) if keeper.away() else guard.aside(partial(refill.reopen, n))
    except seal.KeyUnfit as error:
        raise stopped_for_keys(str(error)) from None
    except keeper.Silent as error:
        raise stopped_for_the_keeper(error) from None
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


def stopped_for_keys(why: str) -> PoolStopped:
    """Tell the operators of keys that do not fit; the answer is to be raised."""
    alarm.stopped(why)
    return PoolStopped(
        _(
            "The dice are sealed, and this site does not hold the right key to them. Nothing was changed, and"
            " its operators have been told: please come back later."
        )
    )


def stopped_for_the_keeper(why: keeper.Silent) -> PoolStopped:
    """The same of a keeper that does not answer."""
    alarm.stopped(str(why))
    return PoolStopped(
        _(
            "The dice are under lock and key, and whoever holds the key does not answer just now. Nothing was"
            " changed, and the operators of this site have been told: please try again in a moment."
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
