"""Version 4 of the format, which is read for ever and no longer written: fewer choices than in the third, and
each of them likelier.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate, islice

from games.packed import acts, figures, spelt
from games.packed.acts import Act
from games.packed.coding import BLOCK, Reader
from games.packed.dictionary import OF_FOURTH
from games.packed.log import (
    BARE,
    ENDS,
    MOST_SEATS,
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

VERSION = b"\4"
SECOND = 1_000_000
UNITS = (1, 1000, SECOND, 60 * SECOND)
"""Microseconds in which times are counted: the largest of which all are whole."""


def open_head(packed: bytes) -> tuple[Head, Reader, list[Act]]:
    """The first part, what reads the choices behind it, and the moves."""
    head, at = take(packed, 1)
    words, state = inflated(head, OF_FOURTH).split(ENDS)
    shapes = [read_shape(line) for line in words.decode().split("\n")[:-1]]
    (count, seats, choices), at = read_varints(packed, at, 3)
    numbers = []
    for _ in range(-(-choices // BLOCK)):
        part, at = take(packed, at)
        numbers.append(int.from_bytes(part, "big"))
    if not (0 <= count <= choices and 0 <= seats <= MOST_SEATS):
        raise ValueError("There are fewer choices than moves, or too many seats.")
    reader = Reader(numbers)
    way = reader.even(acts.WAYS)
    made = list(acts.told(reader, acts.Context(shapes, seats, way), [None] * count))
    of_each = [shapes[act.shape] for act in made]
    faces = [(act.keep, act.dice) for act in made]
    return Head(of_each, [act.seat for act in made], faces, state, at), reader, made


def unpack(packed: bytes) -> Contents:
    """What was packed."""
    head, reader, made = open_head(packed)
    times = _times(reader, made)
    gaps = iter(_gaps(reader, made, head.shapes, times))
    state = head.state.decode()
    state = spelt.whole(state, figures.plain(reader, [0] * spelt.count(state)))
    numbers = own_numbers(packed, head.end, head)
    last, before = dict[int, int](), 0
    moves = []
    for shape, act, moment in zip(head.shapes, made, times, strict=True):
        seat = act.seat
        serials = tuple(accumulate(islice(gaps, shape.serials), initial=last.get(seat, before)))[1:]
        if serials:
            last[seat] = before = serials[-1]
        kind, ordered = shape.made()
        own = tuple(next(numbers[seat]).hex() if mark != BARE else "" for mark in shape.numbers)
        moves.append(Logged(seat, kind, act.keep, shape.box, act.dice, serials, own, moment, ordered))
    return Contents(tuple(moves), json.loads(state))


def _times(reader: Reader, made: Sequence[Act]) -> list[int]:
    """When each move was made: who moves again mostly does so soon."""
    unit = UNITS[reader.even(len(UNITS))]
    seats = [act.seat for act in made]
    again = [seat == before for seat, before in zip(seats[1:], seats, strict=False)]
    first = figures.plain(reader, [0] * len(made[:1]))
    rest = figures.told(reader, [0] * len(again), [0] * len(again), again)
    return [moment * unit for moment in accumulate([*first, *rest])]


def _gaps(reader: Reader, made: Sequence[Act], of_each: Sequence[Shape], times: Sequence[int]) -> list[int]:
    """How far each set's serial is from the one before it of the same seat: about as far as sets were handed
    out between the moves with which the two were reserved, and so as long as that took.
    """
    wait = max((shape.serials for shape in of_each), default=1)
    reserved: dict[int, list[int]] = defaultdict(lambda: [times[0]] * (wait + 1))
    about = []
    for act, shape, moment in zip(made, of_each, times, strict=True):
        for _ in range(shape.serials):
            known = reserved[act.seat]
            about.append((abs(known[-wait] - known[-wait - 1]) // SECOND).bit_length())
            known.append(moment)
    first = figures.plain(reader, [0] * len(about[:1]))
    return [*first, *figures.told_nearer(reader, [0] * len(about[1:]), about[1:])]
