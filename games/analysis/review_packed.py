"""A review in few bytes, and back again: what pages show of it, as exactly as they show it.

After the byte of the format stand columns of like numbers (review_bits.py), so that each takes the bits that
it needs. First what stands in `Sums`, in hundredths of a point and ten-thousandths of the chance to win, so
that statistics read no further. Then the steps and the costliest positions, in tenths of a point and
thousandths of the chance, as a page says them; of who plays alone, whose points are added up step by step, in
hundredths.

Left out is what no page shows: what choices cost that is said as nothing; the luck of moves that roll
nothing; of luck and losses whichever of points and chance is not compared; and chances but at the end of a
turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from games.analysis import review_before
from games.analysis.review import NOTHING, Amount, Loss, Position, Reason, Review, Step, Sums
from games.analysis.review_bits import Reader, Unreadable, Writer

__all__ = ["FORMAT", "SUMS", "Unreadable", "head", "pack", "sums_alone", "unpack"]

FORMAT, SUMS = 3, 4
"""The first byte: what is written now, whole or the sums alone. Of one that is neither of these nor in
review_before.py the review is made anew."""
POINT, CHANCE = 100, 10_000
SHOWN_POINT, SHOWN_CHANCE = 10, 1000
MOST_STEPS = 100_000
"""More than a match can have: what says so was damaged."""


def pack(review: Review, boxes: Sequence[str], rolled: Sequence[bool], ends: Sequence[bool]) -> bytes:
    """The review of a match whose card has these boxes, in their order; a race has none.

    Of each step it is said whether it rolled dice, and whether it was the last of its turn, as the last step
    of all must be.
    """
    out = Writer()
    out.count(len(review.seats))
    _write_head(out, review.seats, boxes)
    scale = _Scale(boxes, len(review.seats))
    _write_steps(out, review, scale, rolled, ends)
    _write_positions(out, review, scale, boxes)
    return bytes((FORMAT,)) + out.bytes()


def sums_alone(packed: bytes, boxes: Sequence[str]) -> bytes:
    """Of a packed review the sums, packed. Raises Unreadable."""
    seats = head(packed, boxes)
    out = Writer()
    out.count(len(seats))
    _write_head(out, seats, boxes)
    return bytes((SUMS,)) + out.bytes()


def unpack(packed: bytes, boxes: Sequence[str]) -> Review:
    """The review again, as near as it was packed. Raises Unreadable, also where its sums alone are left."""
    if packed[:1] != bytes((FORMAT,)):
        return review_before.unpack(packed, boxes)
    read = Reader(packed[1:])
    seats = _read_head(read, read.count(), boxes)
    scale = _Scale(boxes, len(seats))
    chances = tuple(sums.start.chance for sums in seats)
    steps = _read_steps(read, chances, scale)
    return Review(chances, steps, seats, _read_positions(read, steps, scale, boxes))


def head(packed: bytes, boxes: Sequence[str]) -> tuple[Sums, ...]:
    """The sums of every seat alone. Raises Unreadable."""
    if packed[:1] not in (bytes((FORMAT,)), bytes((SUMS,))):
        return review_before.head(packed, boxes)
    read = Reader(packed[1:])
    return _read_head(read, read.count(), boxes)


class _Scale:
    """In what the steps of a match are counted."""

    def __init__(self, boxes: Sequence[str], seats: int) -> None:
        self.seats, self.alone = seats, seats == 1
        self.by_points = bool(boxes) or self.alone
        self.point = POINT if self.alone else SHOWN_POINT
        self.unit = self.point if self.by_points else SHOWN_CHANCE

    def whole(self, amount: Amount) -> int:
        """What is compared of it."""
        return round(amount.by(points=self.by_points) * self.unit)

    def amount(self, whole: int) -> Amount:
        """The same again, without the rest."""
        return Amount(whole / self.unit, 0.0) if self.by_points else Amount(0.0, whole / self.unit)


def _write_head(out: Writer, seats: Sequence[Sums], boxes: Sequence[str]) -> None:
    for amounts in zip(*map(_amounts, seats), strict=True):
        out.signed([amount[0] for amount in amounts])
        out.signed([amount[1] for amount in amounts])
    counts = ((sums.decisions, sums.mistakes, sums.hard, sums.hard_best) for sums in seats)
    out.column([count for found in counts for count in found])
    # An advisor that contradicts itself may put less than nothing at stake.
    out.signed([round(sums.at_stake * CHANCE) for sums in seats])
    for loss in Loss:
        out.column([round(sums.lost[loss] * (POINT if boxes else CHANCE)) for sums in seats])
    if boxes:
        out.marks([box in sums.boxes for sums in seats for box in boxes], [True] * len(boxes) * len(seats))
        filled = [sums.boxes[box] for sums in seats for box in boxes if box in sums.boxes]
        out.column([points for points, _cost in filled])
        out.signed([round(cost * POINT) for _points, cost in filled])


def _amounts(sums: Sums) -> tuple[tuple[int, int], ...]:
    """Start, skill, luck and what was not played, in whole units."""
    start, skill, unplayed = (_rounded(one) for one in (sums.start, sums.skill, sums.unplayed))
    end = _rounded(sums.start.minus(sums.skill).plus(sums.luck).minus(sums.unplayed))
    # What was had in the end is a whole number of points: luck takes what the others were rounded by.
    luck = (end[0] - start[0] + skill[0] + unplayed[0], end[1] - start[1] + skill[1] + unplayed[1])
    return start, skill, luck, unplayed


def _rounded(amount: Amount) -> tuple[int, int]:
    return round(amount.points * POINT), round(amount.chance * CHANCE)


def _read_head(read: Reader, count: int, boxes: Sequence[str]) -> tuple[Sums, ...]:
    amounts = [
        [Amount(points / POINT, chance / CHANCE) for points, chance in zip(*pair, strict=True)]
        for pair in [(read.signed(count), read.signed(count)) for _ in range(4)]
    ]
    counts, at_stake = read.column(4 * count), read.signed(count)
    lost = {loss: read.column(count) for loss in Loss}
    seats = []
    for seat in range(count):
        start, skill, luck, unplayed = (amount[seat] for amount in amounts)
        decisions, mistakes, hard, hard_best = counts[4 * seat : 4 * seat + 4]
        sums = Sums(start, skill, luck, unplayed, decisions, mistakes, hard, hard_best)
        sums.at_stake = at_stake[seat] / CHANCE
        for loss in Loss:
            sums.lost[loss] = lost[loss][seat] / (POINT if boxes else CHANCE)
        seats.append(sums)
    if boxes:
        there = read.marks([True] * len(boxes) * count)
        filled = sum(there)
        cells = zip(read.column(filled), read.signed(filled), strict=True)
        for is_there, (sums, box) in zip(there, ((one, box) for one in seats for box in boxes), strict=True):
            if is_there:
                points, cost = next(cells)
                sums.boxes[box] = points, cost / POINT
    return tuple(seats)


def _write_steps(
    out: Writer, review: Review, scale: _Scale, rolled: Sequence[bool], ends: Sequence[bool]
) -> None:
    steps = review.steps
    turns = [place for place, is_end in enumerate(ends) if is_end]
    out.count(len(turns))
    out.column(_gaps(turns))
    out.marks(rolled, [not is_end for is_end in ends])
    # Alone, all that changes what is to be expected is told, for it is added up.
    told = [scale.alone or did for did in rolled]
    out.signed([scale.whole(step.luck) for step, is_told in zip(steps, told, strict=True) if is_told])
    for seat in range(scale.seats - 1):
        chances = [review.chances[seat], *(steps[place].chances[seat] for place in turns)]
        out.signed(_differences(chances))
    tried = {position.step for positions in review.positions for position in positions}
    costly = [
        place
        for place, step in enumerate(steps)
        if step.best is not None and (place in tried or scale.whole(step.cost))
    ]
    out.count(len(costly))
    out.column(_gaps(costly))
    out.column([steps[place].best or 0 for place in costly])
    out.signed([scale.whole(steps[place].cost) for place in costly])
    if scale.by_points and not scale.alone:
        out.signed([round(steps[place].cost.chance * SHOWN_CHANCE) for place in costly])


def _read_steps(read: Reader, chances: Sequence[float], scale: _Scale) -> tuple[Step, ...]:
    turns = _places(read.column(read.count()))
    count = turns[-1] + 1 if turns else 0
    if count > MOST_STEPS:
        raise Unreadable("It has too many steps.")
    is_end = set(turns)
    rolled = read.marks([place not in is_end for place in range(count)])
    told = [scale.alone or did for did in rolled]
    lucky = iter(map(scale.amount, read.signed(sum(told))))
    luck = [next(lucky) if is_told else NOTHING for is_told in told]
    shares = [
        list(accumulate(read.signed(len(turns)), initial=round(chance * SHOWN_CHANCE)))[1:]
        for chance in chances[:-1]
    ]
    stood = {
        place: tuple(share / SHOWN_CHANCE for share in (*now, SHOWN_CHANCE - sum(now)))
        for place, now in zip(turns, zip(*shares, strict=True) if shares else [()] * len(turns), strict=True)
    }
    costly = _places(read.column(read.count()))
    best = dict(zip(costly, read.column(len(costly)), strict=True))
    cost = dict(zip(costly, map(scale.amount, read.signed(len(costly))), strict=True))
    if scale.by_points and not scale.alone:
        for place, chance in zip(costly, read.signed(len(costly)), strict=True):
            cost[place] = Amount(cost[place].points, chance / SHOWN_CHANCE)
    return tuple(
        Step(best.get(place), cost.get(place, NOTHING), luck[place], stood.get(place, ()))
        for place in range(count)
    )


def _write_positions(out: Writer, review: Review, scale: _Scale, boxes: Sequence[str]) -> None:
    place = {box: index for index, box in enumerate(boxes, 1)}
    out.column([len(positions) for positions in review.positions])
    found = [position for positions in review.positions for position in positions]
    out.column([position.step for position in found])
    out.column([len(position.losses) for position in found])
    out.column([round(loss * scale.unit) for position in found for loss in position.losses])
    if not boxes:
        out.signed([round(worth * scale.point) for position in found for worth in position.worths])
        return
    out.column([len(position.reasons) for position in found])
    reasons = [reason for position in found for reason in position.reasons]
    # What comes after the turn is in no box.
    out.column([place[reason.box] if reason.box else 0 for reason in reasons])
    out.signed([round(reason.best * scale.point) for reason in reasons])
    # What both bring is mostly much alike.
    out.signed([round(reason.made * scale.point) - round(reason.best * scale.point) for reason in reasons])


def _read_positions(
    read: Reader, steps: Sequence[Step], scale: _Scale, boxes: Sequence[str]
) -> tuple[tuple[Position, ...], ...]:
    seats = read.column(scale.seats)
    count = sum(seats)
    places, moves = read.column(count), read.column(count)
    for place, choices in zip(places, moves, strict=True):
        if place >= len(steps) or (steps[place].best or 0) >= choices:
            raise Unreadable("It names a move that was not made.")
    losses = iter(read.column(sum(moves)))
    worths = iter([] if boxes else read.signed(2 * count))
    reasons = _read_reasons(read, count, scale, boxes) if boxes else iter([()] * count)
    found = iter(
        [
            Position(
                place,
                tuple(next(losses) / scale.unit for _ in range(choices)),
                (0.0, 0.0) if boxes else (next(worths) / scale.point, next(worths) / scale.point),
                next(reasons),
            )
            for place, choices in zip(places, moves, strict=True)
        ]
    )
    return tuple(tuple(next(found) for _ in range(seat)) for seat in seats)


def _read_reasons(
    read: Reader, count: int, scale: _Scale, boxes: Sequence[str]
) -> Iterator[tuple[Reason, ...]]:
    """Of every position."""
    counts = read.column(count)
    places, best = read.column(sum(counts)), read.signed(sum(counts))
    found = zip(places, best, read.signed(sum(counts)), strict=True)
    for many in counts:
        reasons = []
        for _ in range(many):
            place, more, less = next(found)
            if place > len(boxes):
                raise Unreadable("It names a box that the card does not have.")
            box = boxes[place - 1] if place else ""
            reasons.append(Reason(box, more / scale.point, (more + less) / scale.point))
        yield tuple(reasons)


def _gaps(places: Sequence[int]) -> list[int]:
    """How many places lie between each and the one before it."""
    return [after - before - 1 for before, after in pairwise((-1, *places))]


def _places(gaps: Sequence[int]) -> list[int]:
    """The places between which so many lie."""
    return list(accumulate(gaps, lambda before, gap: before + gap + 1, initial=-1))[1:]


def _differences(chances: Sequence[float]) -> list[int]:
    """By how many thousandths each chance differs from the one before it."""
    return [after - before for before, after in pairwise(round(chance * SHOWN_CHANCE) for chance in chances)]
