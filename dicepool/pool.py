"""The dice pool, whole: `reserve` takes the next sets, `unseal` opens them, `draw` does both and shows them
to everybody, `level` says how many are left.

The pool knows no player, match or game: whoever took a set says what becomes of it (fates.py). How sets are
taken out of the database stands in taking.py.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.db import transaction
from django.views.decorators.debug import sensitive_variables

from dicepool import fates, guard, keeper, keys, seal
from dicepool.fates import Shown
from dicepool.stock import level
from dicepool.taking import (
    LABEL_BYTES,
    PoolEmpty,
    PoolStopped,
    Reserved,
    Wanted,
    must_be_in_a_transaction,
    stopped_for_keys,
    stopped_for_the_keeper,
    take,
)

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


@dataclass(frozen=True, slots=True)
class Drawn:
    """One set out of the pool: its serial, and five faces 1-6, which no log or error page shows."""

    serial: int
    dice: tuple[int, ...] = field(repr=False)
    number: bytes = field(default=b"", repr=False)
    """The player's own number that goes with them, where there is one."""


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
    taken = take(wanted, owner, at_once=True)
    masters = seal.parse_keys(
        settings.DICE_KEYS
    )  # the right ones: they were looked at as the sets were taken
    return [
        Drawn(one.serial, seal.open_one(masters.batch_key(one.key_id, one.nonce), one.serial, one.sealed))
        for one in taken
    ]


def reserve(wanted: Sequence[Wanted], owner: bytes, shown: Sequence[Shown] = ()) -> list[Reserved]:
    """Take the next sets without opening them, serials upward, and let everybody see others that were taken
    earlier: all in one round trip to the database.

    `owner` is 8 bytes at most, which mean nothing here and are told nobody: by them whoever took a set finds
    it again that has no fate (fates.py). Each set is shown once and no more: to show it again is an
    IntegrityError. Else as `draw`, with the same errors.
    """
    return take(wanted, owner, shown)


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
            Drawn(
                one.serial,
                seal.open_one(keys.kept_key(masters, one.key_id, one.nonce), one.serial, one.sealed),
                number,
            )
            for one, number in zip(reserved, numbers, strict=True)
        ]
    except seal.KeyUnfit as error:
        raise stopped_for_keys(str(error)) from None


@sensitive_variables()
def _unseal_by_keeper(reserved: Sequence[Reserved], numbers: Sequence[bytes]) -> list[Drawn]:
    asked = [(one.serial, one.sealed, number) for one, number in zip(reserved, numbers, strict=True)]
    try:
        opened = keeper.unseal(asked)
    except seal.KeyUnfit as error:
        raise stopped_for_keys(str(error)) from None
    except keeper.Silent as error:
        raise stopped_for_the_keeper(error) from None
    return [Drawn(one.serial, dice, number) for one, (dice, number) in zip(reserved, opened, strict=True)]


@sensitive_variables()
def _draw_by_keeper(wanted: Sequence[Wanted], owner: bytes) -> list[Drawn]:
    """The keeper opens nothing but what was committed as taken: so the sets are taken outside of the caller's
    transaction, and shown in it. If it is rolled back they are lost as any others; they have no fate, and are
    found by that (fates.py).
    """
    must_be_in_a_transaction()
    try:
        keeper.names(anew=True)  # nothing is taken if it is silent
    except keeper.Silent as error:
        raise stopped_for_the_keeper(error) from None

    def take_aside() -> list[Reserved]:
        with transaction.atomic():
            return take(wanted, owner)

    drawn = unseal(guard.aside(take_aside))
    fates.show_once([Shown(one.serial) for one in drawn])
    return drawn
