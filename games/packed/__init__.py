"""The log of a match that is over in as few bytes as it takes, and back again; docs/folded.md has the format.

It knows no rules: what was packed is read again whatever becomes of them. What has no place in the format
is refused before anything is lost, and a packed log that is damaged is refused, too.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, islice
from typing import Any, NamedTuple

from games.packed import chains
from games.packed.chains import KEPT, NUMBER_BYTES
from games.packed.dictionary import DICTIONARY

PLAIN, LATER = b"\1", b"\2"
"""The first byte of what is packed: its version. In the second the kind of what was ordered ends in ORDERED,
and numbers that others tell have a digit. Where there is neither, all is packed in the first.
"""
ORDERED = "!"
MOST_SEATS, MOST_SHAPES = 256, 256
FACES = 6
BLOCK, BLOCK_BYTES = 99, 32
"""So many faces are the digits of a number of so many bytes."""
BARE = "-"
CHECK = struct.Struct(">I")
ENDS = b"\0"


class Unpackable(ValueError):
    """The format has no place for this. Nothing was packed."""


class Damaged(ValueError):
    """These bytes are not what was packed."""


class Logged(NamedTuple):
    """A move as the log keeps it; `at` in microseconds since 1970, UTC.

    `numbers` are the player's own, 32 hex digits each or empty; none at all in moves of old. `ordered` moves
    were made by standing orders.
    """

    seat: int
    kind: str
    keep: tuple[int, ...]
    box: str
    dice: tuple[int, ...]
    serials: tuple[int, ...]
    numbers: tuple[str, ...]
    at: int
    ordered: bool = False


class Contents(NamedTuple):
    """All that is packed of a match: its moves, oldest first, and its last state as JSON values."""

    moves: tuple[Logged, ...]
    state: Any


class _Shape(NamedTuple):
    """What many moves have in common: what was done, and how much of everything comes with it."""

    kind: str
    box: str
    keep: int
    dice: int
    serials: int
    numbers: str


def pack(contents: Contents) -> bytes:
    """These contents as bytes. Raises Unpackable unless `unpack` makes the very same of them again."""
    try:
        packed = _pack(contents)
        same = unpack(packed) == contents
    except (ValueError, OverflowError, TypeError, LookupError, zlib.error) as error:
        raise Unpackable(str(error)) from error
    if not same:
        raise Unpackable("It would not be the same again.")
    return packed


def _pack(contents: Contents) -> bytes:
    moves = contents.moves
    own: dict[int, list[bytes]] = defaultdict(list)
    for move in moves:
        own[move.seat] += [bytes.fromhex(number) for number in move.numbers if number]
    marks = {seat: iter(chains.marks(numbers)) for seat, numbers in own.items()}
    of_each = [_shape(move, marks[move.seat]) for move in moves]
    shapes = sorted(set(of_each))
    if len(shapes) > MOST_SHAPES or any(move.seat >= MOST_SEATS for move in moves):
        raise Unpackable("There are too many kinds of moves, or seats.")
    places = {shape: place for place, shape in enumerate(shapes)}
    state = json.dumps(contents.state, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    words = "".join(" ".join(map(str, shape)) + "\n" for shape in shapes)
    head = ENDS.join(
        (
            words.encode(),
            state.encode(),
            bytes(places[shape] for shape in of_each) + bytes(move.seat for move in moves),
        )
    )
    body = b"".join(
        (
            _sized(_deflated(head)),
            *_of_faces([face for move in moves for face in (*move.keep, *move.dice)]),
            bytes(_varints(_steps_by_seat(moves))),
            bytes(_varints(_steps([move.at for move in moves]))),
            *(
                bytes.fromhex(number)
                for move, shape in zip(moves, of_each, strict=True)
                for number, mark in zip(move.numbers, shape.numbers, strict=True)
                if mark == KEPT
            ),
        )
    )
    told = any(mark not in {KEPT, BARE} for shape in shapes for mark in shape.numbers)
    packed = (LATER if told or any(move.ordered for move in moves) else PLAIN) + body
    return packed + CHECK.pack(zlib.crc32(packed))


def unpack(packed: bytes) -> Contents:
    """What was packed. Raises Damaged where these bytes are anything else."""
    head = _open(packed)
    steps, at = _read_varints(packed, head.end, sum(shape.serials for shape in head.shapes))
    waits, at = _read_varints(packed, at, len(head.shapes))
    faces, steps_left = iter(head.faces), iter(steps)
    moves = []
    last = [0] * MOST_SEATS
    numbers = _numbers(packed, at, head)
    for shape, seat, moment in zip(head.shapes, head.seats, accumulate(waits), strict=True):
        keep, dice = tuple(islice(faces, shape.keep)), tuple(islice(faces, shape.dice))
        serials = tuple(accumulate(islice(steps_left, shape.serials), initial=last[seat]))[1:]
        last[seat] = serials[-1] if serials else last[seat]
        own = tuple("" if mark == BARE else next(numbers[seat]).hex() for mark in shape.numbers)
        ordered = packed[:1] == LATER and shape.kind.endswith(ORDERED)
        kind = shape.kind.removesuffix(ORDERED) if ordered else shape.kind
        moves.append(Logged(seat, kind, keep, shape.box, dice, serials, own, moment, ordered))
    return Contents(tuple(moves), json.loads(head.state))


def rolls(packed: bytes) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each roll's seat and dice alone, in a third of the time. Raises Damaged."""
    head = _open(packed)
    faces = iter(head.faces)
    for shape, seat in zip(head.shapes, head.seats, strict=True):
        shown = tuple(islice(faces, shape.keep + shape.dice))
        if shape.dice:
            yield seat, shown[shape.keep :]


class _Head(NamedTuple):
    """The first part of a packed log: what each move was, whose, all faces one after the other, the state as
    text; and where the rest begins.
    """

    shapes: list[_Shape]
    seats: bytes
    faces: list[int]
    state: bytes
    end: int


def _open(packed: bytes) -> _Head:
    if packed[:1] not in {PLAIN, LATER} or len(packed) <= CHECK.size:
        raise Damaged("This is no log of a version that is known here.")
    if CHECK.pack(zlib.crc32(packed[: -CHECK.size])) != packed[-CHECK.size :]:
        raise Damaged("The log was damaged after it had been packed.")
    head, at = _take(packed, 1)
    words, state, acted = _inflated(head).split(ENDS, 2)
    shapes = [_read_shape(line) for line in words.decode().split("\n")[:-1]]
    count = len(acted) // 2
    of_each = [shapes[place] for place in acted[:count]]
    faces, at = _faces(packed, at, sum(shape.keep + shape.dice for shape in of_each))
    return _Head(of_each, acted[count:], faces, state, at)


def _numbers(packed: bytes, at: int, head: _Head) -> dict[int, Iterator[bytes]]:
    """Each seat's own numbers in order; those that are kept begin at a place."""
    marks, kept = defaultdict[int, list[str]](list), defaultdict[int, list[bytes]](list)
    for shape, seat in zip(head.shapes, head.seats, strict=True):
        for mark in shape.numbers:
            if mark == KEPT:
                kept[seat].append(packed[at : at + NUMBER_BYTES])
                at += NUMBER_BYTES
            if mark != BARE:
                marks[seat].append(mark)
    return {seat: iter(chains.told(own, kept[seat])) for seat, own in marks.items()}


def _shape(move: Logged, marks: Iterator[str]) -> _Shape:
    numbers = "".join(next(marks) if number else BARE for number in move.numbers)
    kind = move.kind + ORDERED * move.ordered
    return _Shape(kind, move.box, len(move.keep), len(move.dice), len(move.serials), numbers)


def _read_shape(line: str) -> _Shape:
    kind, box, keep, dice, serials, numbers = line.split(" ")
    return _Shape(kind, box, int(keep), int(dice), int(serials), numbers)


def _steps(values: Iterable[int]) -> Iterator[int]:
    """How far each is from the one before it, the first from 0."""
    before = 0
    for value in values:
        yield value - before
        before = value


def _steps_by_seat(moves: Sequence[Logged]) -> Iterator[int]:
    """How far each set's serial is from the one before it of the same seat, the first from 0."""
    last: dict[int, int] = {}
    for move in moves:
        for serial in move.serials:
            yield serial - last.get(move.seat, 0)
            last[move.seat] = serial


def _of_faces(faces: Sequence[int]) -> Iterator[bytes]:
    """Faces as the digits of numbers, the first the lowest, BLOCK of them in each but the last."""
    if not all(1 <= face <= FACES for face in faces):
        raise Unpackable("A die shows 1 to 6.")
    for at in range(0, len(faces), BLOCK):
        number = 0
        for face in reversed(faces[at : at + BLOCK]):
            number = number * FACES + face - 1
        yield number.to_bytes(_room(len(faces) - at), "big")


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


def _varints(values: Iterable[int]) -> Iterator[int]:
    """Numbers of either sign, seven bits a byte, the lowest first, and a bit that says that more follow."""
    for value in values:
        rest = 2 * value if value >= 0 else -2 * value - 1
        while rest > 127:
            yield 128 | rest & 127
            rest >>= 7
        yield rest


def _read_varints(packed: bytes, at: int, count: int) -> tuple[list[int], int]:
    """So many numbers that begin at a place, and the place behind them."""
    found = []
    for _ in range(count):
        value = shift = 0
        while (byte := packed[at]) > 127:
            value |= (byte & 127) << shift
            shift += 7
            at += 1
        value |= byte << shift
        at += 1
        found.append(value >> 1 if value % 2 == 0 else -(value + 1) // 2)
    return found, at


def _sized(part: bytes) -> bytes:
    return bytes(_varints([len(part)])) + part


def _take(packed: bytes, at: int) -> tuple[bytes, int]:
    """The part that begins at a place, and the place behind it."""
    [size], at = _read_varints(packed, at, 1)
    return packed[at : at + size], at + size


def _deflated(head: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=DICTIONARY)
    return packer.compress(head) + packer.flush()


def _inflated(head: bytes) -> bytes:
    return zlib.decompressobj(-zlib.MAX_WBITS, zdict=DICTIONARY).decompress(head)
