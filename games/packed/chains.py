"""Which of a player's own numbers need not be kept, because a later one tells them.

A browser makes each number as the hash of the one that takes its place (docs/dice.md), so the last of a chain
is enough. Whether numbers were made so is found by hashing them: nobody says it, and nobody need keep to it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

NUMBER_BYTES = 16
FURTHEST = 9
"""How far on the number that tells another one may be: a digit says it."""
KEPT = "n"
_CHAIN = b"boatzee chain"


def before(number: bytes) -> bytes:
    """The number that this one takes the place of, where they are of one chain."""
    return hashlib.sha256(_CHAIN + number).digest()[:NUMBER_BYTES]


def marks(numbers: Sequence[bytes]) -> list[str]:
    """For each of a seat's numbers, in order: KEPT, or how many places on the one stands that tells it."""
    found = [KEPT] * len(numbers)
    last: dict[bytes, int] = {}
    for place, number in enumerate(numbers):
        told = last.get(before(number), place)
        if 0 < place - told <= FURTHEST:
            found[told] = str(place - told)
        last[number] = place
    return found


def told(given: Sequence[str], numbers: Sequence[bytes]) -> list[bytes]:
    """All of a seat's numbers, by their marks and those that were kept. Raises LookupError."""
    found = [b""] * len(given)
    left = list(numbers)
    for place in reversed(range(len(given))):
        mark = given[place]
        found[place] = left.pop() if mark == KEPT else before(found[place + int(mark)])
    return found
