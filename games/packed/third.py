"""Version 3 of the format, which is read for ever and no longer written: every choice in as few bits as it is
likely.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Hashable, Iterator
from functools import lru_cache
from itertools import accumulate, combinations, islice

from games.packed.coding import Model, Reader
from games.packed.log import (
    BARE,
    ENDS,
    FACES,
    Contents,
    Head,
    Logged,
    Shape,
    inflated,
    read_shape,
    read_varints,
    take,
)
from games.packed.log import numbers_of as own_numbers

VERSION = b"\3"
BLOCK = 256
"""So many choices are the digits of one number."""
FINE, COARSE = 1, 1000
"""Microseconds in which times are counted: the larger where all are whole."""
WIDTHS = 72
"""So many bits a number has at most, and one less."""
Key = tuple[Hashable, ...]


def open_head(packed: bytes) -> tuple[Head, Reader, int]:
    """The first part, what reads the choices behind it, and in how many microseconds times are counted."""
    head, at = take(packed, 1)
    words, state = inflated(head).split(ENDS)
    shapes = [read_shape(line) for line in words.decode().split("\n")[:-1]]
    (counted, seats, choices), at = read_varints(packed, at, 3)
    numbers = []
    for _ in range(-(-choices // BLOCK)):
        part, at = take(packed, at)
        numbers.append(int.from_bytes(part, "big"))
    reader = Reader(numbers, BLOCK)
    of_each, whose, faces = [], [], []
    hands: dict[int, tuple[int, ...]] = {}
    context = _Context(seats, len(shapes))
    for _ in range(counted >> 1):
        seat = context.seats().read(reader)
        shape = shapes[context.shapes().read(reader)]
        keep = _read_keep(reader, context, shape.keep, hands.get(seat, ()))
        dice = _read_faces(reader, shape.dice)
        if dice:
            hands[seat] = (*keep, *dice)
        context.seen(seat, shape)
        of_each.append(shape)
        whose.append(seat)
        faces.append((keep, dice))
    return Head(of_each, whose, faces, state, at), reader, COARSE if counted & 1 else FINE


def unpack(packed: bytes) -> Contents:
    """What was packed."""
    head, reader, unit = open_head(packed)
    gaps = iter(list(_read_values(reader, sum(shape.serials for shape in head.shapes))))
    first = list(_read_values(reader, min(len(head.shapes), 1)))
    moments = accumulate([*first, *_read_values(reader, max(len(head.shapes) - 1, 0))])
    numbers = own_numbers(packed, head.end, head)
    last: dict[int, int] = defaultdict(int)
    moves = []
    for shape, seat, moment, (keep, dice) in zip(head.shapes, head.seats, moments, head.faces, strict=True):
        serials = tuple(accumulate(islice(gaps, shape.serials), initial=last[seat]))[1:]
        last[seat] = serials[-1] if serials else last[seat]
        kind, ordered = shape.made()
        own = tuple(next(numbers[seat]).hex() if mark != BARE else "" for mark in shape.numbers)
        moves.append(Logged(seat, kind, keep, shape.box, dice, serials, own, moment * unit, ordered))
    return Contents(tuple(moves), json.loads(head.state))


class _Context:
    """What has gone before a move, as far as it tells what is likely next: the move before it."""

    def __init__(self, seats: int, shapes: int) -> None:
        self.counts = seats, shapes
        self.models: dict[Key, Model] = {}
        self.before: Key = ()
        self.kept = Model(2)

    def seats(self) -> Model:
        """Of whose move it is."""
        return self._model(("seat", *self.before), self.counts[0])

    def shapes(self) -> Model:
        """Of what it is."""
        return self._model(("shape", *self.before[1:]), self.counts[1])

    def seen(self, seat: int, shape: Shape) -> None:
        """It was this one."""
        self.before = (seat, shape.kind, shape.keep if shape.dice else 0)

    def _model(self, key: Key, choices: int) -> Model:
        if key not in self.models:
            self.models[key] = Model(choices)
        return self.models[key]


def _read_keep(reader: Reader, context: _Context, count: int, hand: tuple[int, ...]) -> tuple[int, ...]:
    if not count:
        return ()
    if not context.kept.read(reader):
        return _read_faces(reader, count)
    ways = _ways(hand, count)
    return ways[reader.even(len(ways))]


@lru_cache(4096)
def _ways(hand: tuple[int, ...], count: int) -> tuple[tuple[int, ...], ...]:
    """In which ways so many of the seat's dice can be kept, in order."""
    return tuple(sorted(set(combinations(sorted(hand), count))))


def _read_faces(reader: Reader, count: int) -> tuple[int, ...]:
    if not count:
        return ()
    number, found = reader.even(FACES**count), []
    for _ in range(count):
        number, digit = divmod(number, FACES)
        found.append(digit + 1)
    return tuple(found)


def _read_values(reader: Reader, count: int) -> Iterator[int]:
    """So many such numbers."""
    least = reader.even(WIDTHS)
    model = Model(reader.even(WIDTHS) + 1)
    for _ in range(count):
        width = least + model.read(reader)
        whole = 1 << width - 1 if width > 1 else 0
        number = whole + reader.even(whole) if whole else width
        yield number >> 1 if number % 2 == 0 else -(number + 1) // 2
