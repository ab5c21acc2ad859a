"""The dice pool, whole: `reserve` takes the next sets, `unseal` opens them, `draw` does both and shows them
to everybody, `level` says how many are left.

The pool knows no player, match or game: whoever took a set says what becomes of it (fates.py).
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_variables
from kombu.exceptions import OperationalError

from dicepool import alarm, fates, guard, keeper, keys, refill, routine, seal, tasks
from dicepool.fates import Shown
from dicepool.stock import level

__all__ = [
    "Drawn",
    "PoolEmpty",
    "PoolStopped",
    "Reserved",
    "Shown",
    "Wanted",
    "draw",
    "level",
    "reserve",
    "unseal",
]

logger = logging.getLogger(__name__)
CALL_SECONDS = 1.0  # between two calls for a refill out of one process
_last_call = -CALL_SECONDS
_waiting = threading.Lock()
STEPS = 50  # tried in one draw: several marks are passed where there are serials that no batch has
PAUSE = 0.02  # seconds
LABEL_BYTES = PLEDGE_BYTES = 32
OWNER_BYTES = 8
SINCE_1970 = 946_684_800_000_000  # microseconds until 2000, from which Postgres counts
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
    number: bytes = field(default=b"", repr=False)
    """The player's own number that goes with them, where there is one."""


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


@sensitive_variables()
def draw(n: int, labels: Sequence[bytes] | None = None, owner: bytes = b"") -> list[Drawn]:
    """Take the next `n` sets and let everybody see them, serials upward, in one round trip to the database.
    Where another process holds the dice keys it takes a transaction of its own, and a round trip to that.

    In the public log they stand under these labels, 32 bytes each; under random ones where none are given.
    `owner` is as in `reserve`.

    Only inside the caller's transaction, whose commit is what hands them out: show nothing before
    it returned. A rollback loses the sets. The transaction is committed durably, whatever
    `synchronous_commit` was. Raises PoolEmpty, PoolStopped, and ValueError for n < 1.
    """
    if labels is None:
        labels = [os.urandom(LABEL_BYTES) for _ in range(n)]
    wanted = [Wanted(label) for label in labels]
    if len(wanted) != n:
        raise ValueError("Every set that is drawn has a label.")
    if keeper.away():
        return _draw_by_keeper(wanted, owner)
    taken = _take(wanted, owner, at_once=True)
    masters = seal.parse_keys(
        settings.DICE_KEYS
    )  # the right ones: they were looked at as the sets were taken
    return [_open(masters.batch_key(one.key_id, one.nonce), one) for one in taken]


def reserve(wanted: Sequence[Wanted], owner: bytes, shown: Sequence[Shown] = ()) -> list[Reserved]:
    """Take the next sets without opening them, serials upward, and let everybody see others that were taken
    earlier: all in one round trip to the database.

    `owner` is 8 bytes at most, which mean nothing here and are told nobody: by them whoever took a set finds
    it again that has no fate (fates.py). Each set is shown once and no more: to show it again is an
    IntegrityError. Else as `draw`, with the same errors.
    """
    return _take(wanted, owner, shown)


@sensitive_variables()
def unseal(reserved: Sequence[Reserved], numbers: Sequence[bytes] = ()) -> list[Drawn]:
    """The dice of sets that were reserved and committed, in their order. Raises PoolStopped.

    `numbers` are the players' own that go with them, empty ones for those without; none at all is as good as
    empty ones. Go on with those that are in the answer: where another process holds the dice keys, a set that
    was opened before keeps the number of the first time, whatever became of that transaction.

    Nothing is asked of the database, but once in each process whether the key of a batch is the right one.
    """
    numbers = numbers or [b""] * len(reserved)
    if keeper.away():
        return _unseal_by_keeper(reserved, numbers)
    masters = settings.DICE_KEYS
    try:
        return [
            _open(keys.kept_key(masters, one.key_id, one.nonce), one, number)
            for one, number in zip(reserved, numbers, strict=True)
        ]
    except seal.KeyUnfit as error:
        raise _stopped_for_keys(str(error)) from None


@sensitive_variables()
def _open(key: bytes, one: Reserved, number: bytes = b"") -> Drawn:
    return Drawn(one.serial, seal.open_one(key, one.serial, one.sealed), number)


@sensitive_variables()
def _unseal_by_keeper(reserved: Sequence[Reserved], numbers: Sequence[bytes]) -> list[Drawn]:
    asked = [(one.serial, one.sealed, number) for one, number in zip(reserved, numbers, strict=True)]
    try:
        opened = keeper.unseal(asked)
    except seal.KeyUnfit as error:
        raise _stopped_for_keys(str(error)) from None
    except keeper.Silent as error:
        raise _stopped_for_the_keeper(error) from None
    return [Drawn(one.serial, dice, number) for one, (dice, number) in zip(reserved, opened, strict=True)]


@sensitive_variables()
def _draw_by_keeper(wanted: Sequence[Wanted], owner: bytes) -> list[Drawn]:
    """The keeper opens nothing but what was committed as taken: so the sets are taken outside of the caller's
    transaction, and shown in it. If it is rolled back they are lost as any others; they have no fate, and are
    found by that (fates.py).
    """
    _must_be_in_a_transaction()
    try:
        keeper.names(anew=True)  # nothing is taken if it is silent
    except keeper.Silent as error:
        raise _stopped_for_the_keeper(error) from None

    def take() -> list[Reserved]:
        with transaction.atomic():
            return _take(wanted, owner)

    drawn = unseal(guard.aside(take))
    fates.show_once([Shown(one.serial) for one in drawn])
    return drawn


def _take(
    wanted: Sequence[Wanted], owner: bytes, shown: Sequence[Shown] = (), *, at_once: bool = False
) -> list[Reserved]:
    if not wanted:
        raise ValueError("At least one set must be taken.")
    if len(owner) > OWNER_BYTES:
        raise ValueError(f"An owner has at most {OWNER_BYTES} bytes.")
    _must_be_in_a_transaction()
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
        raise _stopped_for_keys("This process does not hold the dice keys that the pool was sealed with.")
    return answer


def _must_be_in_a_transaction() -> None:
    if not connection.in_atomic_block:
        raise RuntimeError("Dice are drawn inside a transaction: its commit is what hands them out.")


def _call(
    wanted: Sequence[Wanted], owner: bytes, shown: Sequence[Shown], *, at_once: bool, anew: bool = False
) -> str:
    """The call of the routine as SQL. Its arguments are in the text: parameters would cost as much as the
    draw. Raises PoolStopped.
    """
    try:
        names = keys.names(anew=anew)
    except keeper.Silent as error:
        raise _stopped_for_the_keeper(error) from None
    if len(wanted) == 1 and len(shown) + at_once <= 1:
        [one] = wanted
        serial, number = (shown[0].serial, shown[0].number) if shown else ("NULL", b"")
        return (
            f"SELECT {routine.NAME}(1, '\\x{names}', '\\x{one.label.hex()}', {_bytes(one.pledge)},"
            f" {_bytes(owner)}, {routine.THIS if at_once else serial}, {_bytes(number)})"
        )
    labels = _array(one.label for one in wanted)
    pledges = _array(one.pledge for one in wanted)
    serials = ",".join(str(one.serial) for one in shown)
    numbers = _array(one.number for one in shown)
    return (
        f"SELECT dicepool_draw({len(wanted)}, '\\x{names}', '{labels}', '{pledges}',"
        f" {_bytes(owner)}, '{{{serials}}}', '{numbers}', {at_once})"
    )


def _bytes(found: bytes) -> str:
    """Bytes as Postgres reads them; what is empty is null."""
    return f"'\\x{found.hex()}'" if found else "NULL"


def _array(found: Iterable[bytes]) -> str:
    """The same of several."""
    return "{" + ",".join(f'"\\\\x{one.hex()}"' if one else "NULL" for one in found) + "}"


def _ask(call: str) -> bytes:
    with connection.cursor() as cursor:
        cursor.execute(call)
        return bytes(cursor.fetchone()[0])


def _ask_again(n: int, call: str) -> bytes:
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
        raise _stopped_for_keys(str(error)) from None
    except keeper.Silent as error:
        raise _stopped_for_the_keeper(error) from None
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


def _stopped_for_the_keeper(why: keeper.Silent) -> PoolStopped:
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
