"""The player's own number in the dice: what a set shows once a number has turned it. Pure.

A number is 16 bytes that a player's browser made and nobody else can foresee. Its pledge, a hash, is given
before a set is taken for it; the number itself comes with the roll. So neither side could choose the dice:
the number was fixed before the set was taken, and the set before the site saw the number. The exact format
is in docs/dice.md; static/verify_roll.py and static/js/verify.js turn dice independently of this file.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

from dicepool.seal import Dice

NUMBER_BYTES = 16
PLEDGE_BYTES = 32
_TURN = b"boatzee turn"
_EVEN = 252
"""Bytes below it hold each remainder modulo 6 exactly 42 times."""


def pledge_of(number: bytes) -> bytes:
    """The 32 bytes that fix a number and do not tell it: its SHA-256. Raises ValueError for a bad number."""
    if len(number) != NUMBER_BYTES:
        raise ValueError(f"A number has {NUMBER_BYTES} bytes.")
    return hashlib.sha256(number).digest()


def turned(dice: Sequence[int], number: bytes, receipt: str) -> Dice:
    """The faces that fall: each die of a set turned on by 0 to 5, as number and receipt say.

    `receipt` is the text of the set's receipt (receipts.text). Each die is moved round by a step of its own
    without favour: so dice that were rolled stay even under whatever number somebody chose, and a number
    made at random evens out whatever dice somebody dealt. Raises ValueError for a bad number.
    """
    if len(number) != NUMBER_BYTES:
        raise ValueError(f"A number has {NUMBER_BYTES} bytes.")
    about = _TURN + number + hashlib.sha256(receipt.encode()).digest()
    return tuple((die - 1 + _step(about, place)) % 6 + 1 for place, die in enumerate(dice))


def _step(about: bytes, place: int) -> int:
    """From 0 to 5: the first even byte of the hashes for this place, modulo 6."""
    for count in range(256):
        for byte in hashlib.sha256(about + bytes((place, count))).digest():
            if byte < _EVEN:
                return byte % 6
    raise AssertionError("8,192 bytes above 251 in a row")
