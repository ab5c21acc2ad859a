"""What is packed, and what all versions of the format have in common."""

from __future__ import annotations

import struct
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from games.packed import chains
from games.packed.chains import KEPT, NUMBER_BYTES
from games.packed.dictionary import DICTIONARY

ORDERED = "!"
MOST_SEATS, MOST_SHAPES, MOST_OF_EACH = 256, 256, 256
FACES = 6
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


class Shape(NamedTuple):
    """What many moves have in common: what was done, and how much of everything comes with it."""

    kind: str
    box: str
    keep: int
    dice: int
    serials: int
    numbers: str

    def made(self) -> tuple[str, bool]:
        """The kind of these moves, and whether standing orders made them."""
        return self.kind.removesuffix(ORDERED), self.kind.endswith(ORDERED)


class Head(NamedTuple):
    """The first part of a packed log: what each move was, whose, the faces it kept and those that fell, the
    state as text, and where the rest begins.
    """

    shapes: list[Shape]
    seats: Sequence[int]
    faces: list[tuple[tuple[int, ...], tuple[int, ...]]]
    state: bytes
    end: int


def numbers_of(packed: bytes, at: int, head: Head) -> dict[int, Iterator[bytes]]:
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


def shape_of(move: Logged, marks: Iterator[str]) -> Shape:
    numbers = "".join(next(marks) if number else BARE for number in move.numbers)
    kind = move.kind + ORDERED * move.ordered
    return Shape(kind, move.box, len(move.keep), len(move.dice), len(move.serials), numbers)


def read_shape(line: str) -> Shape:
    """Raises ValueError."""
    kind, box, *counts, numbers = line.split(" ")
    keep, dice, serials = map(int, counts)
    if max(keep, dice, serials) > MOST_OF_EACH:
        raise ValueError("No move has so many dice.")
    return Shape(kind, box, keep, dice, serials, numbers)


def steps(values: Iterable[int]) -> Iterator[int]:
    """How far each is from the one before it, the first from 0."""
    before = 0
    for value in values:
        yield value - before
        before = value


def varints(values: Iterable[int]) -> Iterator[int]:
    """Numbers of either sign, seven bits a byte, the lowest first, and a bit that says that more follow."""
    for value in values:
        rest = 2 * value if value >= 0 else -2 * value - 1
        while rest > 127:
            yield 128 | rest & 127
            rest >>= 7
        yield rest


def read_varints(packed: bytes, at: int, count: int) -> tuple[list[int], int]:
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


def sized(part: bytes) -> bytes:
    return bytes(varints([len(part)])) + part


def take(packed: bytes, at: int) -> tuple[bytes, int]:
    """The part that begins at a place, and the place behind it."""
    [size], at = read_varints(packed, at, 1)
    return packed[at : at + size], at + size


def deflated(head: bytes, dictionary: bytes) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=dictionary)
    return packer.compress(head) + packer.flush()


def inflated(head: bytes, dictionary: bytes = DICTIONARY) -> bytes:
    return zlib.decompressobj(-zlib.MAX_WBITS, zdict=dictionary).decompress(head)
