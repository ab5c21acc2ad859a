"""A review in few bytes, and back again: points in hundredths, chances in ten-thousandths.

Whole numbers, seven bits a byte, the lowest first, with the sign in the last bit (as in Protocol Buffers,
"Signed Integers"). First what stands in `Sums`, so that statistics read no further; then steps, then
positions. Steps are rounded so that the sum of those up to any one is right to half a unit; the chance of the
last seat is what the others leave. Of what the choices in a position are worth, each is told by how much it
differs from the one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise

from games.analysis.review import NOTHING, Amount, Loss, Position, Reason, Review, Step, Sums

FORMAT = 2
"""The first byte: what is written now."""
READ = (1, 2)
"""Formats that are read: the first did not say how many decisions were hard. Of any other the review is made
anew."""
POINT, CHANCE = 100, 10_000


class Unreadable(ValueError):
    """These bytes are no review in this format."""


def pack(review: Review, boxes: Sequence[str]) -> bytes:
    """The review of a match whose card has these boxes, in their order; a race has none."""
    place = {box: index for index, box in enumerate(boxes)}
    out = _Writer()
    out.whole(len(review.seats))
    for chance in review.chances:
        out.whole(round(chance * CHANCE))
    for sums in review.seats:
        _write_sums(out, sums, boxes)
    out.whole(len(review.steps))
    _write_steps(out, review)
    for positions in review.positions:
        out.whole(len(positions))
        for position in positions:
            out.whole(position.step)
            out.whole(len(position.choices))
            before = (0, 0)
            for choice in map(_rounded, position.choices):
                for number, was in zip(choice, before, strict=True):
                    out.whole(number - was)
                before = choice
            out.whole(len(position.reasons))
            for reason in position.reasons:
                # What comes after the turn is in no box.
                out.whole(place[reason.box] + 1 if reason.box else 0)
                out.whole(round(reason.best * POINT))
                out.whole(round(reason.made * POINT))
    return bytes((FORMAT, *out.found))


def unpack(packed: bytes, boxes: Sequence[str]) -> Review:
    """The review again, as near as it was packed. Raises Unreadable."""
    read = _Reader(packed)
    chances, seats = _read_head(read, boxes)
    steps = _read_steps(read, chances)
    positions = tuple(tuple(_read_position(read, boxes) for _ in range(read.whole())) for _ in seats)
    return Review(chances, steps, seats, positions)


def head(packed: bytes, boxes: Sequence[str]) -> tuple[Sums, ...]:
    """The sums of every seat alone. Raises Unreadable."""
    return _read_head(_Reader(packed), boxes)[1]


def _write_sums(out: _Writer, sums: Sums, boxes: Sequence[str]) -> None:
    start, skill, unplayed = (_rounded(one) for one in (sums.start, sums.skill, sums.unplayed))
    end = _rounded(sums.start.minus(sums.skill).plus(sums.luck).minus(sums.unplayed))
    # What was had in the end is a whole number of points: luck takes what the others were rounded by.
    luck = tuple(e - s + k + u for e, s, k, u in zip(end, start, skill, unplayed, strict=True))
    for number in (*start, *skill, *luck, *unplayed):
        out.whole(number)
    out.whole(sums.decisions)
    out.whole(sums.mistakes)
    out.whole(sums.hard)
    out.whole(sums.hard_best)
    out.whole(round(sums.at_stake * CHANCE))
    for loss in Loss:
        out.whole(round(sums.lost[loss] * CHANCE))
    out.whole(len(sums.boxes))
    for index, box in enumerate(boxes):
        if box in sums.boxes:
            points, cost = sums.boxes[box]
            out.whole(index)
            out.whole(points)
            out.whole(round(cost * POINT))


def _rounded(amount: Amount) -> tuple[int, int]:
    return round(amount.points * POINT), round(amount.chance * CHANCE)


def _write_steps(out: _Writer, review: Review) -> None:
    cost, luck = _Carried(), _Carried()
    shown = [tuple(round(chance * CHANCE) for chance in review.chances)]
    shown += [tuple(round(chance * CHANCE) for chance in step.chances) for step in review.steps]
    for step, (before, after) in zip(review.steps, pairwise(shown), strict=True):
        out.whole(-1 if step.best is None else step.best)
        for number in (*cost.next(step.cost), *luck.next(step.luck)):
            out.whole(number)
        for was, is_now in list(zip(before, after, strict=True))[:-1]:
            out.whole(is_now - was)


def _read_head(read: _Reader, boxes: Sequence[str]) -> tuple[tuple[float, ...], tuple[Sums, ...]]:
    seats = range(read.whole())
    return tuple(read.whole() / CHANCE for _ in seats), tuple(_read_sums(read, boxes) for _ in seats)


def _read_sums(read: _Reader, boxes: Sequence[str]) -> Sums:
    sums = Sums(read.amount(), read.amount(), read.amount(), read.amount(), read.whole(), read.whole())
    if read.format > 1:
        sums.hard, sums.hard_best = read.whole(), read.whole()
    sums.at_stake = read.whole() / CHANCE
    for loss in Loss:
        sums.lost[loss] = read.whole() / CHANCE
    for _ in range(read.whole()):
        box = _box(boxes, read.whole())
        sums.boxes[box] = read.whole(), read.whole() / POINT
    return sums


def _read_steps(read: _Reader, chances: Sequence[float]) -> tuple[Step, ...]:
    now = [round(chance * CHANCE) for chance in chances[:-1]]
    steps = []
    for _ in range(read.whole()):
        best, cost, luck = read.whole(), read.amount(), read.amount()
        now = [was + read.whole() for was in now]
        shown = tuple(one / CHANCE for one in (*now, CHANCE - sum(now)))
        steps.append(Step(None if best < 0 else best, cost, luck, shown))
    return tuple(steps)


def _read_position(read: _Reader, boxes: Sequence[str]) -> Position:
    step = read.whole()
    choices = tuple(accumulate((read.amount() for _ in range(read.whole())), Amount.plus))
    return Position(step, choices, tuple(_read_reason(read, boxes) for _ in range(read.whole())))


def _read_reason(read: _Reader, boxes: Sequence[str]) -> Reason:
    index = read.whole()
    return Reason(_box(boxes, index - 1) if index else "", read.whole() / POINT, read.whole() / POINT)


def _box(boxes: Sequence[str], index: int) -> str:
    if not 0 <= index < len(boxes):
        raise Unreadable("It names a box that the card does not have.")
    return boxes[index]


@dataclass(slots=True)
class _Carried:
    """Amounts in whole units, each with what the ones before it were rounded off by."""

    exact: Amount = NOTHING
    given: tuple[int, int] = (0, 0)

    def next(self, amount: Amount) -> tuple[int, int]:
        self.exact = self.exact.plus(amount)
        now = _rounded(self.exact)
        fresh = now[0] - self.given[0], now[1] - self.given[1]
        self.given = now
        return fresh


@dataclass(slots=True)
class _Writer:
    found: list[int] = field(default_factory=list)

    def whole(self, number: int) -> None:
        left = number * 2 if number >= 0 else -number * 2 - 1
        while left > 0x7F:
            self.found.append(left & 0x7F | 0x80)
            left >>= 7
        self.found.append(left)


class _Reader:
    def __init__(self, packed: Iterable[int]) -> None:
        self.bytes: Iterator[int] = iter(packed)
        self.format = next(self.bytes, 0)
        if self.format not in READ:
            raise Unreadable("It is not in this format.")

    def whole(self) -> int:
        number = shift = 0
        for byte in self.bytes:
            number |= (byte & 0x7F) << shift
            if byte < 0x80:
                return number >> 1 if number & 1 == 0 else -(number + 1 >> 1)
            shift += 7
        raise Unreadable("It ends too soon.")

    def amount(self) -> Amount:
        return Amount(self.whole() / POINT, self.whole() / CHANCE)
