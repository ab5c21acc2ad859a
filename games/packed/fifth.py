"""Version 5 of the format: what a table shows of a match, its state and its last moves, comes first."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from games.packed import acts, chains, spelt
from games.packed.acts import Act
from games.packed.chains import KEPT, NUMBER_BYTES
from games.packed.coding import BLOCK, Part, Reader, Writer, bits, numbers_of
from games.packed.dictionary import OF_FOURTH
from games.packed.log import (
    BARE,
    CHECK,
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
    take,
    varints,
)
from games.packed.log import numbers_of as own_numbers
from games.packed.stretches import UNITS, Log, Made, Stretch, blank, parts

VERSION = b"\5"


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
    unit = next(one for one in reversed(UNITS) if not any(move.at % one for move in moves))
    moments, serials = [move.at // unit for move in moves], [move.serials for move in moves]
    given = [Stretch(made[part], moments[part], serials[part]) for part in parts(len(moves))]
    best = min(range(acts.WAYS), key=lambda way: _bits(acts.Context(shapes, seats, way), given))
    writer = Writer()
    log = Log(writer, acts.Context(shapes, seats, best), numbers, given, unit)
    for stretch in given:
        log.told(stretch)
    return writer.choices


def _bits(context: acts.Context, given: Sequence[Stretch]) -> float:
    """How many bits the moves of these take."""
    tried = Writer()
    for stretch in given:
        for _ in acts.told(tried, context, stretch.acts):
            pass
    return bits(tried.choices)


def unpack(packed: bytes) -> Contents:
    """What was packed."""
    log, state, given = _open(packed)
    read = [log.told(stretch) for stretch in given]
    return Contents(_logged(packed, log, [made for part in reversed(read) for made in part]), state)


def unpack_end(packed: bytes) -> Contents:
    """The state, and the last moves: LAST of them, or all."""
    log, state, given = _open(packed)
    return Contents(_logged(packed, log, log.told(given[0]) if given else []), state)


def open_head(packed: bytes) -> Head:
    """What each move was, whose, and its dice."""
    log, _state, given = _open(packed)
    read = [log.told(stretch) for stretch in given]
    return log.head([made for part in reversed(read) for made in part], len(packed))


def _open(packed: bytes) -> tuple[Log, Any, list[Stretch]]:
    """What reads the moves, the state, and the stretches that are to be read."""
    head, at = take(packed, 1)
    words, text = inflated(head, OF_FOURTH).split(ENDS)
    shapes = [read_shape(line) for line in words.decode().split("\n")[:-1]]
    (count, seats, choices), at = read_varints(packed, at, 3)
    blocks = []
    for _ in range(-(-choices // BLOCK)):
        block, at = take(packed, at)
        blocks.append(block)
    if not (0 <= count <= choices and 0 <= seats <= MOST_SEATS):
        raise ValueError("There are fewer choices than moves, or too many seats.")
    reader = Reader(int.from_bytes(block, "big") for block in blocks)
    given = blank(count)
    state = text.decode()
    log = Log(reader, acts.Context(shapes, seats), [0] * spelt.count(state), given)
    return log, json.loads(spelt.whole(state, log.numbers)), given


def _logged(packed: bytes, log: Log, made: Sequence[Made]) -> tuple[Logged, ...]:
    """These moves with their players' numbers, which stand at the end: the last of them are theirs."""
    shapes = [log.shapes[one.act.shape] for one in made]
    kept = sum(shape.numbers.count(KEPT) for shape in shapes)
    numbers = own_numbers(packed, len(packed) - CHECK.size - kept * NUMBER_BYTES, log.head(made, 0))
    moves = []
    for shape, (act, at, serials) in zip(shapes, made, strict=True):
        kind, ordered = shape.made()
        own = tuple(next(numbers[act.seat]).hex() if mark != BARE else "" for mark in shape.numbers)
        moves.append(Logged(act.seat, kind, act.keep, shape.box, act.dice, serials, own, at, ordered))
    return tuple(moves)
