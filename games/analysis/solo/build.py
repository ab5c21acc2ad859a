"""From the last box back to the first: the mean and the variance of what perfect play still adds.

The positions of one set of filled top boxes and one number of filled bottom boxes are reckoned together: all
their successors are known by then.

The second moment has to follow the best choices. Rather than remember these, every position is reckoned twice
with the same arithmetic: once for the mean, and once for the mean plus `TILT` times the second moment, which
is as linear in the dice and as good to maximise. As `TILT` is far too small to change a choice that matters
(the envelope theorem), the difference of the two, divided by it, is the second moment under perfect play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.analysis.solo.column import TOPS, Column, reachable
from games.analysis.solo.turn import Array, Turn

TILT = 1e-9
"""Points for each point² of second moment. Two choices change places if their means differ by less than this
times the difference of their second moments, some 10⁻⁶ points; of a number near 300, 10⁻¹³ is lost in
rounding, 10⁻⁴ of a second moment near 60,000."""
CHUNK = 512
"""How many positions are reckoned side by side: their numbers stay in the processor's cache."""
Progress = Callable[[float], None]
"""Is told how much is done, from 0 to 1."""
Numbers = NDArray[np.intp]


@dataclass(frozen=True)
class Chunk:
    """Positions with the same top boxes filled: the facts of each, and its sum of the top."""

    facts: Numbers
    sums: Numbers


def build(column: Column, progress: Progress = lambda done: None) -> dict[str, NDArray[np.float32]]:
    """`mean` and `variance` [facts of a position, sum of the top] of what is still to come.

    What is to come includes the bonus where it is not earned yet. What cannot be is 0.
    """
    work = _Work(column)
    size = 1 << TOPS
    for count, top in enumerate(sorted(range(size), key=int.bit_count, reverse=True)):
        for chunk in _chunks(column, top):
            work.reckon(chunk)
        progress((count + 1) / size)
    shape = (1 << column.bits, column.sums)
    variance = np.maximum(work.second - work.mean**2, 0)
    return {
        "mean": work.mean.reshape(shape).astype(np.float32),
        "variance": variance.reshape(shape).astype(np.float32),
    }


def _chunks(column: Column, top: int) -> Iterator[Chunk]:
    """All positions with these top boxes filled, those with the most bottom boxes filled first."""
    sums = np.array(reachable(top, column.dice, column.earned_at), dtype=np.intp)
    boxes = column.boxes - TOPS
    for filled in reversed(range(boxes + 1)):
        bottoms = [facts for facts in range(1 << boxes) if facts.bit_count() == filled]
        if column.extra:
            bottoms += [facts | 1 << boxes for facts in bottoms if facts >> (column.held - TOPS) & 1]
        if filled == boxes and top == (1 << TOPS) - 1:
            continue  # the card is full
        here = np.repeat(top | np.array(bottoms, dtype=np.intp) << TOPS, len(sums))
        totals = np.tile(sums, len(bottoms))
        for start in range(0, len(here), CHUNK):
            yield Chunk(here[start : start + CHUNK], totals[start : start + CHUNK])


class _Group:
    """Boxes that are looked at together: many rolls score alike in all of them, and are one kind."""

    def __init__(self, column: Column, boxes: tuple[int, ...], columns: int) -> None:
        kinds, self.kind = np.unique(column.scores[list(boxes)], axis=1, return_inverse=True)
        self.scored = {
            box: np.unique(row, return_inverse=True) for box, row in zip(boxes, kinds, strict=True)
        }
        self._kinds = kinds.shape[1]
        self._room = np.empty((2, self._kinds * columns))

    def rows(self, columns: int) -> Array:
        """Two times room for each kind [2, kinds, columns]."""
        return self._room[:, : self._kinds * columns].reshape(2, self._kinds, columns)


class _Work:
    """The arrays that grow, and the arithmetic of one chunk."""

    def __init__(self, column: Column) -> None:
        self.column = column
        self.mean = np.zeros(column.sums << column.bits)
        self.second = np.zeros(column.sums << column.bits)
        self.turn = Turn(column.dice, 2 * CHUNK)
        half = TOPS // 2
        groups = (range(half), range(half, TOPS), range(TOPS, column.boxes))
        self.groups = [_Group(column, tuple(boxes), 2 * CHUNK) for boxes in groups]
        self.aside = np.empty(len(self.turn.lots.rolls) * 2 * CHUNK)

    def reckon(self, chunk: Chunk) -> None:
        """Fill in the mean and the second moment of every position of the chunk."""
        many = len(chunk.sums)
        rolls = self.turn.rolls(2 * many)
        self._written(chunk, rolls)
        if self.column.extra:
            self._jokers(chunk, rolls)
        mean, tilted = self.turn.worth(2 * many).reshape(2, many)
        at = self._at(chunk.facts, chunk.sums)
        self.mean[at] = mean
        self.second[at] = (tilted - mean) / TILT

    def _at(self, facts: Numbers, sums: Numbers) -> Numbers:
        return facts * self.column.sums + sums

    def _follows(self, chunk: Chunk, box: int, points: NDArray[np.int64], extra: int = 0) -> Array:
        """What follows when a box is filled with any of these points [points, 2 * positions].

        The mean of each position, and behind them the tilted mean of each; where the box is filled, never.
        """
        column, many = self.column, len(chunk.sums)
        gain = (points + extra).astype(float)[:, None]
        sums = chunk.sums[None]
        if box < TOPS:
            sums = np.minimum(sums + points[:, None], column.earned_at)
            gain = gain + column.bonus * ((sums == column.earned_at) & (chunk.sums < column.earned_at))
        after = np.array([column.after(0, box, int(one)) for one in points])
        at = self._at(chunk.facts | (after if column.extra else after[:1])[:, None], sums)
        mean = self.mean[at]
        found = np.empty((len(points), 2 * many))
        np.add(gain, mean, out=found[:, :many])
        tilt = (gain * (gain + 2 * mean) + self.second[at]) * TILT
        np.add(found[:, :many], tilt, out=found[:, many:])
        filled = chunk.facts >> box & 1 == 1
        if filled.any():
            found[:, np.tile(filled, 2)] = -np.inf
        return found

    def _written(self, chunk: Chunk, rolls: Array) -> None:
        """What each roll is worth in its best box."""
        rolls[:] = -np.inf
        aside = self.aside[: rolls.size].reshape(rolls.shape)
        for group in self.groups:
            kinds, row = group.rows(rolls.shape[1])
            kinds[:] = -np.inf
            for box, (points, which) in group.scored.items():
                if not (chunk.facts >> box & 1).all():
                    follows = self._follows(chunk, box, points)
                    np.maximum(kinds, np.take(follows, which, axis=0, out=row, mode="clip"), out=kinds)
            np.maximum(rolls, np.take(kinds, group.kind, axis=0, out=aside, mode="clip"), out=rolls)

    def _jokers(self, chunk: Chunk, rolls: Array) -> None:
        """What further five alike are worth where the 50 is held."""
        column = self.column
        assert column.jokers is not None
        has = np.flatnonzero(chunk.facts >> column.boxes & 1)
        if not len(has):
            return
        part = Chunk(chunk.facts[has], chunk.sums[has])
        where = np.concatenate([has, has + len(chunk.sums)])
        for face, five in enumerate(column.fives):
            forced = not part.facts[0] >> face & 1  # all positions of a chunk have the same top
            boxes = (face,) if forced else range(column.boxes)
            found = [self._follows(part, box, column.jokers[box, [face]], column.extra)[0] for box in boxes]
            rolls[five, where] = np.max(found, axis=0)
