"""Versions 1 and 2 of the format, which are read for ever and no longer written.

In the second the kind of what was ordered ends in ORDERED, and numbers that others tell have a digit.
"""

from __future__ import annotations

import json
from itertools import accumulate, islice

from games.packed.log import (
    BARE,
    ENDS,
    FACES,
    MOST_SEATS,
    Contents,
    Head,
    Logged,
    inflated,
    numbers_of,
    read_shape,
    read_varints,
    take,
)

PLAIN, LATER = b"\1", b"\2"
BLOCK, BLOCK_BYTES = 99, 32
"""So many faces are the digits of a number of so many bytes."""


def unpack(packed: bytes) -> Contents:
    """What was packed."""
    head = open_head(packed)
    steps, at = read_varints(packed, head.end, sum(shape.serials for shape in head.shapes))
    waits, at = read_varints(packed, at, len(head.shapes))
    steps_left = iter(steps)
    moves = []
    last = [0] * MOST_SEATS
    numbers = numbers_of(packed, at, head)
    for shape, seat, moment, (keep, dice) in zip(
        head.shapes, head.seats, accumulate(waits), head.faces, strict=True
    ):
        serials = tuple(accumulate(islice(steps_left, shape.serials), initial=last[seat]))[1:]
        last[seat] = serials[-1] if serials else last[seat]
        own = tuple("" if mark == BARE else next(numbers[seat]).hex() for mark in shape.numbers)
        kind, ordered = shape.made() if packed[:1] == LATER else (shape.kind, False)
        moves.append(Logged(seat, kind, keep, shape.box, dice, serials, own, moment, ordered))
    return Contents(tuple(moves), json.loads(head.state))


def open_head(packed: bytes) -> Head:
    """The first part of it."""
    head, at = take(packed, 1)
    words, state, acted = inflated(head).split(ENDS, 2)
    shapes = [read_shape(line) for line in words.decode().split("\n")[:-1]]
    count = len(acted) // 2
    of_each = [shapes[place] for place in acted[:count]]
    shown, at = _faces(packed, at, sum(shape.keep + shape.dice for shape in of_each))
    left = iter(shown)
    faces = [(tuple(islice(left, shape.keep)), tuple(islice(left, shape.dice))) for shape in of_each]
    return Head(of_each, acted[count:], faces, state, at)


def _faces(packed: bytes, at: int, count: int) -> tuple[list[int], int]:
    """So many faces that begin at a place, and the place behind them."""
    found: list[int] = []
    while len(found) < count:
        left = count - len(found)
        room = _room(left)
        number = int.from_bytes(packed[at : at + room], "big")
        at += room
        for _ in range(min(left, BLOCK)):
            number, digit = divmod(number, FACES)
            found.append(digit + 1)
    return found, at


def _room(faces: int) -> int:
    """How many bytes the next block takes, of so many faces that are left."""
    return BLOCK_BYTES if faces >= BLOCK else ((FACES**faces - 1).bit_length() + 7) // 8
