"""Version 4 of the format: fewer choices than in the third, and each of them likelier."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate, islice

from games.packed import acts, chains, figures, spelt
from games.packed.acts import Act
from games.packed.chains import KEPT
from games.packed.coding import BLOCK, Coder, Part, Reader, Writer, bits, numbers_of
from games.packed.dictionary import OF_FOURTH
from games.packed.log import (
    BARE,
    ENDS,
    MOST_SEATS,
    MOST_SHAPES,
    Contents,
    Head,
    Logged,
    Shape,
    Unpackable,
    deflated,
    inflated,
    read_shape,
    read_varints,
    shape_of,
    sized,
    steps,
    take,
    varints,
)
from games.packed.log import numbers_of as own_numbers

VERSION = b"\4"
SECOND = 1_000_000
UNITS = (1, 1000, SECOND, 60 * SECOND)
"""Microseconds in which times are counted: the largest of which all are whole."""


def pack(contents: Contents) -> bytes:
    """All but the check. Raises Unpackable, ValueError and others for what has no place in it."""
    moves = contents.moves
    own: dict[int, list[bytes]] = defaultdict(list)
    for move in moves:
        own[move.seat] += [bytes.fromhex(number) for number in move.numbers if number]
    marks = {seat: iter(chains.marks(numbers)) for seat, numbers in own.items()}
    of_each = [shape_of(move, marks[move.seat]) for move in moves]
    shapes = sorted(set(of_each))
    if len(shapes) > MOST_SHAPES or any(not 0 <= move.seat < MOST_SEATS for move in moves):
        raise Unpackable("There are too many kinds of moves, or seats.")
    words = "".join(" ".join(map(str, shape)) + "\n" for shape in shapes)
    state = json.dumps(contents.state, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    bare, numbers = spelt.bare(state)
    seats = max((move.seat for move in moves), default=0) + 1
    choices = _choices(moves, of_each, shapes, seats, numbers)
    return b"".join(
        (
            VERSION,
            sized(deflated(ENDS.join((words.encode(), bare.encode())), OF_FOURTH)),
            bytes(varints([len(moves), seats, len(choices)])),
            *(
                sized(number.to_bytes((number.bit_length() + 7) // 8, "big"))
                for number in numbers_of(choices)
            ),
            *(
                bytes.fromhex(number)
                for move, shape in zip(moves, of_each, strict=True)
                for number, mark in zip(move.numbers, shape.numbers, strict=True)
                if mark == KEPT
            ),
        )
    )


def _choices(
    moves: Sequence[Logged],
    of_each: Sequence[Shape],
    shapes: Sequence[Shape],
    seats: int,
    numbers: Sequence[int],
) -> list[Part]:
    """Everything but the head and the players' numbers."""
    places = {shape: place for place, shape in enumerate(shapes)}
    made = [
        Act(move.seat, places[shape], move.keep, move.dice)
        for move, shape in zip(moves, of_each, strict=True)
    ]
    tried = []
    for way in range(acts.WAYS):
        writer = Writer()
        writer.even(acts.WAYS, way)
        for _ in acts.told(writer, shapes, seats, way, made):
            pass
        tried.append(writer)
    best = min(tried, key=lambda one: bits(one.choices))
    unit = next(one for one in reversed(UNITS) if not any(move.at % one for move in moves))
    times = _times(best, made, unit, [move.at for move in moves])
    _gaps(best, made, of_each, times, _steps(moves))
    figures.told(best, numbers, [0] * len(numbers), [0] * len(numbers))
    return best.choices


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
    made = list(acts.told(reader, shapes, seats, way, [None] * count))
    of_each = [shapes[act.shape] for act in made]
    faces = [(act.keep, act.dice) for act in made]
    return Head(of_each, [act.seat for act in made], faces, state, at), reader, made


def unpack(packed: bytes) -> Contents:
    """What was packed."""
    head, reader, made = open_head(packed)
    times = _times(reader, made, 0, [0] * len(made))
    gaps = iter(_gaps(reader, made, head.shapes, times, [0] * sum(shape.serials for shape in head.shapes)))
    state = head.state.decode()
    count = spelt.count(state)
    state = spelt.whole(state, figures.told(reader, [0] * count, [0] * count, [0] * count))
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


def _times(coder: Coder, made: Sequence[Act], unit: int, moments: Sequence[int]) -> list[int]:
    """When each move was made: who moves again mostly does so soon."""
    unit = UNITS[coder.even(len(UNITS), UNITS.index(unit) if unit else 0)]
    waits = list(steps(moment // unit for moment in moments))
    seats = [act.seat for act in made]
    again = [seat == before for seat, before in zip(seats[1:], seats, strict=False)]
    first = figures.told(coder, waits[:1], [0] * len(waits[:1]), [0] * len(waits[:1]))
    rest = figures.told(coder, waits[1:], [0] * len(again), again)
    return [moment * unit for moment in accumulate([*first, *rest])]


def _steps(moves: Sequence[Logged]) -> list[int]:
    """How far each set's serial is from the one before it of its seat, or of any where it is the first."""
    last: dict[int, int] = {}
    found, before = [], 0
    for move in moves:
        for serial in move.serials:
            found.append(serial - last.get(move.seat, before))
            last[move.seat] = before = serial
    return found


def _gaps(
    coder: Coder, made: Sequence[Act], of_each: Sequence[Shape], times: Sequence[int], gaps: Sequence[int]
) -> list[int]:
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
    first = figures.told(coder, gaps[:1], [0] * len(gaps[:1]), [0] * len(gaps[:1]))
    return [*first, *figures.told_nearer(coder, gaps[1:], about[1:])]
