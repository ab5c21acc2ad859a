"""Version 3 of the format: every choice in as few bits as it is likely."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, combinations, islice

from games.packed import chains
from games.packed.chains import KEPT
from games.packed.coding import BLOCK, Model, Part, Reader, numbers_of
from games.packed.log import (
    BARE,
    ENDS,
    FACES,
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
    steps_by_seat,
    take,
    varints,
)
from games.packed.log import numbers_of as own_numbers

VERSION = b"\3"
FINE, COARSE = 1, 1000
"""Microseconds in which times are counted: the larger where all are whole."""
WIDTHS = 72
"""So many bits a number has at most, and one less."""
Key = tuple[Hashable, ...]


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
    unit = FINE if any(move.at % COARSE for move in moves) else COARSE
    words = "".join(" ".join(map(str, shape)) + "\n" for shape in shapes)
    state = json.dumps(contents.state, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    seats = max((move.seat for move in moves), default=0) + 1
    waits = list(steps([move.at // unit for move in moves]))
    choices = [
        *_acted(moves, of_each, shapes, seats),
        *_values(list(steps_by_seat(moves))),
        *_values(waits[:1]),
        *_values(waits[1:]),
    ]
    return b"".join(
        (
            VERSION,
            sized(deflated(ENDS.join((words.encode(), state.encode())))),
            bytes(varints([2 * len(moves) + (unit == COARSE), seats, len(choices)])),
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
    reader = Reader(numbers)
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


def _acted(
    moves: Sequence[Logged], of_each: Sequence[Shape], shapes: Sequence[Shape], seats: int
) -> Iterator[Part]:
    """Whose each move is, what it is, and its faces."""
    places = {shape: place for place, shape in enumerate(shapes)}
    hands: dict[int, tuple[int, ...]] = {}
    context = _Context(seats, len(shapes))
    for move, shape in zip(moves, of_each, strict=True):
        yield context.seats().part(move.seat)
        yield context.shapes().part(places[shape])
        if move.keep:
            ways = _ways(hands.get(move.seat, ()), len(move.keep))
            known = move.keep in ways
            yield context.kept.part(known)
            yield Part(ways.index(move.keep), 1, len(ways)) if known else _faces(move.keep)
        if move.dice:
            yield _faces(move.dice)
            hands[move.seat] = (*move.keep, *move.dice)
        context.seen(move.seat, shape)


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


def _faces(faces: Sequence[int]) -> Part:
    """So many faces, the first the lowest digit."""
    if not all(1 <= face <= FACES for face in faces):
        raise Unpackable("A die shows 1 to 6.")
    return Part(sum((face - 1) * FACES**place for place, face in enumerate(faces)), 1, FACES ** len(faces))


def _read_faces(reader: Reader, count: int) -> tuple[int, ...]:
    if not count:
        return ()
    number, found = reader.even(FACES**count), []
    for _ in range(count):
        number, digit = divmod(number, FACES)
        found.append(digit + 1)
    return tuple(found)


def _values(values: Sequence[int]) -> Iterator[Part]:
    """Numbers of either sign: how many bits each has, and those below its highest."""
    numbers = [2 * value if value >= 0 else -2 * value - 1 for value in values]
    widths = [number.bit_length() for number in numbers]
    least, most = min(widths, default=0), max(widths, default=0)
    if most >= WIDTHS:
        raise Unpackable("A number is too large.")
    yield Part(least, 1, WIDTHS)
    yield Part(most - least, 1, WIDTHS)
    model = Model(most - least + 1)
    for number, width in zip(numbers, widths, strict=True):
        yield model.part(width - least)
        if width > 1:
            whole = 1 << width - 1
            yield Part(number - whole, 1, whole)


def _read_values(reader: Reader, count: int) -> Iterator[int]:
    """So many such numbers."""
    least = reader.even(WIDTHS)
    model = Model(reader.even(WIDTHS) + 1)
    for _ in range(count):
        width = least + model.read(reader)
        whole = 1 << width - 1 if width > 1 else 0
        number = whole + reader.even(whole) if whole else width
        yield number >> 1 if number % 2 == 0 else -(number + 1) // 2
