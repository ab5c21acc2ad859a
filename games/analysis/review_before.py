"""Reading reviews of former formats, which nobody writes any more: points in hundredths, chances in
ten-thousandths.

Whole numbers, seven bits a byte, the lowest first, with the sign in the last bit (as in Protocol Buffers,
"Signed Integers"). First what stands in `Sums`; then steps, each with all of its figures and the chances
after it, that of the last seat being what the others leave; then positions. Of what the choices in a
position are worth, each is told by how much it differs from the one before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from games.analysis.review import Amount, Loss, Position, Reason, Review, Step, Sums
from games.analysis.review_bits import Unreadable

FORMATS = (1, 2)
"""The first byte. The first format did not say how many decisions were hard."""
POINT, CHANCE = 100, 10_000


def unpack(packed: bytes, boxes: Sequence[str]) -> Review:
    """The review of a match whose card has these boxes, in their order. Raises Unreadable."""
    read = _Reader(packed)
    chances, seats = _read_head(read, boxes)
    steps = _read_steps(read, chances)
    points = bool(boxes) or len(seats) == 1
    positions = tuple(
        tuple(_read_position(read, boxes, steps, points=points) for _ in range(read.whole())) for _ in seats
    )
    return Review(chances, steps, seats, positions)


def head(packed: bytes, boxes: Sequence[str]) -> tuple[Sums, ...]:
    """The sums of every seat alone. Raises Unreadable."""
    return _read_head(_Reader(packed), boxes)[1]


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


def _read_position(read: _Reader, boxes: Sequence[str], steps: Sequence[Step], *, points: bool) -> Position:
    place = read.whole()
    choices = list(accumulate((read.amount() for _ in range(read.whole())), Amount.plus))
    reasons = tuple(_read_reason(read, boxes) for _ in range(read.whole()))
    if not 0 <= place < len(steps) or not 0 <= (steps[place].best or 0) < len(choices):
        raise Unreadable("It names a move that was not made.")
    best, cost = choices[steps[place].best or 0], steps[place].cost
    losses = tuple(max(0.0, best.minus(choice).by(points=points)) for choice in choices)
    return Position(place, losses, (best.points, best.points - cost.points), reasons)


def _read_reason(read: _Reader, boxes: Sequence[str]) -> Reason:
    index = read.whole()
    return Reason(_box(boxes, index - 1) if index else "", read.whole() / POINT, read.whole() / POINT)


def _box(boxes: Sequence[str], index: int) -> str:
    if not 0 <= index < len(boxes):
        raise Unreadable("It names a box that the card does not have.")
    return boxes[index]


class _Reader:
    def __init__(self, packed: Iterable[int]) -> None:
        self.bytes: Iterator[int] = iter(packed)
        self.format = next(self.bytes, 0)
        if self.format not in FORMATS:
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
