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
from games.rules.faces import FACES

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
    """Positions with the same filled top boxes: the facts of each about its bottom boxes, and its sum."""

    top: int
    bottoms: Numbers
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
        here = np.repeat(np.array(bottoms, dtype=np.intp), len(sums))
        totals = np.tile(sums, len(bottoms))
        for start in range(0, len(here), CHUNK):
            yield Chunk(top, here[start : start + CHUNK], totals[start : start + CHUNK])


class _Work:
    """The arrays that grow, and the arithmetic of one chunk."""

    def __init__(self, column: Column) -> None:
        self.column = column
        self.mean = np.zeros(column.sums << column.bits)
        self.second = np.zeros(column.sums << column.bits)
        self.turn = Turn(column.dice, 2 * CHUNK)
        bottoms = column.scores[TOPS:]
        kinds, self.kind = np.unique(bottoms, axis=1, return_inverse=True)
        self.scored = [np.unique(row, return_inverse=True) for row in kinds]
        self.aside = np.empty((2, len(kinds[0]), 2 * CHUNK))

    def reckon(self, chunk: Chunk) -> None:
        """Fill in the mean and the second moment of every position of the chunk."""
        many = len(chunk.sums)
        rolls = self.turn.rolls(2 * many)
        self._written(chunk, rolls)
        if self.column.extra:
            self._jokers(chunk, rolls)
        mean, tilted = self.turn.worth(2 * many).reshape(2, many)
        at = self._at(chunk.top | chunk.bottoms << TOPS, chunk.sums)
        self.mean[at] = mean
        self.second[at] = (tilted - mean) / TILT

    def _at(self, facts: Numbers, sums: Numbers) -> Numbers:
        return facts * self.column.sums + sums

    def _pair(self, gain: Array, at: Numbers) -> Array:
        """What follows a gain when the position after it is `at`: the mean, and the tilted mean beside it."""
        mean = self.mean[at]
        sure = gain + mean
        return np.concatenate([sure, sure + TILT * (gain * (gain + 2 * mean) + self.second[at])])

    def _top(self, chunk: Chunk, face: int, many: int, extra: int = 0) -> Array:
        """What follows when the box of a face is filled with so many of it."""
        column, points = self.column, face * many
        sums = np.minimum(chunk.sums + points, column.earned_at)
        earned = (sums == column.earned_at) & (chunk.sums < column.earned_at)
        facts = (chunk.top | 1 << (face - 1)) | chunk.bottoms << TOPS
        return self._pair(extra + points + column.bonus * earned, self._at(facts, sums))

    def _bottom(self, chunk: Chunk, box: int, points: int, extra: int = 0) -> Array:
        """What follows when a bottom box is filled with so many points; where it is filled, never."""
        after = self.column.after(0, box, points)
        facts = chunk.top | chunk.bottoms << TOPS
        found = self._pair(np.full(len(facts), float(extra + points)), self._at(facts | after, chunk.sums))
        found[np.tile(facts >> box & 1 == 1, 2)] = -np.inf
        return found

    def _written(self, chunk: Chunk, rolls: Array) -> None:
        """What each roll is worth in its best box."""
        kinds, row = (
            aside.reshape(-1)[: rolls.shape[1] * len(aside)].reshape(len(aside), -1) for aside in self.aside
        )
        kinds[:] = -np.inf
        for box, (points, which) in enumerate(self.scored):
            follows = np.array([self._bottom(chunk, box + TOPS, int(one)) for one in points])
            np.maximum(kinds, np.take(follows, which, axis=0, out=row, mode="clip"), out=kinds)
        np.take(kinds, self.kind, axis=0, out=rolls, mode="clip")
        for face, shown in zip(FACES, self.column.shown, strict=True):
            if not chunk.top >> (face - 1) & 1:
                follows = np.array([self._top(chunk, face, many) for many in range(self.column.dice + 1)])
                np.maximum(rolls, follows[shown], out=rolls)

    def _jokers(self, chunk: Chunk, rolls: Array) -> None:
        """What further five alike are worth where the 50 is held."""
        column = self.column
        assert column.jokers is not None
        has = np.flatnonzero(chunk.bottoms >> (column.boxes - TOPS) & 1)
        if not len(has):
            return
        part = Chunk(chunk.top, chunk.bottoms[has], chunk.sums[has])
        where = np.concatenate([has, has + len(chunk.sums)])
        for index, face in enumerate(FACES):
            if not chunk.top >> index & 1:
                best = self._top(part, face, column.dice, column.extra)
            else:
                found = [
                    self._bottom(part, box, int(column.jokers[box, index]), column.extra)
                    for box in range(TOPS, column.boxes)
                ]
                found += [
                    self._top(part, other, 0, column.extra)
                    for other in FACES
                    if not chunk.top >> (other - 1) & 1
                ]
                best = np.max(found, axis=0)
            rolls[column.fives[index], where] = best
