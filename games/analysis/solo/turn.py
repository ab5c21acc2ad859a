"""What a turn of three rolls is worth, for many positions side by side.

The mean over rolls is taken by adding one die at a time, E(lot) = the mean of E(lot and a die) over six
faces, and the best keep of a roll by taking one die away at a time, best(lot) = the larger of E(lot) and of
the best of lot less a die. Both go over 1,260 pairs of lots of five dice instead of 252 rolls times 32 keeps
times 252 rolls.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from games.analysis.solo.rolls import Lots, lots

Array = NDArray[np.float64]
REROLLS = 2


class Turn:
    """The arithmetic of a turn for up to so many columns of numbers, in room that is used again and again."""

    def __init__(self, dice: int, columns: int) -> None:
        self.lots: Lots = lots(dice)
        self._room = [np.empty((len(of), columns)) for of in self.lots.of]
        self._aside = np.empty((len(self.lots.of[dice - 1]), columns))

    def rolls(self, columns: int) -> Array:
        """The room for what each full roll [rolls, columns] is worth at the end of a turn, to be filled
        in."""
        return self._room[-1].reshape(-1)[: len(self.lots.rolls) * columns].reshape(-1, columns)

    def worth(self, columns: int) -> Array:
        """What each column is worth before its first roll; `rolls` is used up by it."""
        levels = self.levels(columns)
        for _ in range(REROLLS):
            self.roll(levels)
            self.keep(levels)
        return self.lots.weights @ levels[-1]

    def levels(self, columns: int) -> list[Array]:
        """The room for the lots of each number of dice [lots, columns]; `rolls` is the last of it."""
        return [
            room.reshape(-1)[: len(of) * columns].reshape(-1, columns)
            for room, of in zip(self._room, self.lots.of, strict=True)
        ]

    def roll(self, levels: list[Array]) -> None:
        """The mean of every lot over what the dice that it lacks may show; full rolls stay as they are."""
        for size in reversed(range(self.lots.dice)):
            means, more = levels[size], levels[size + 1]
            first, *others = self.lots.steps[size]
            np.copyto(means, more[first[0]])
            for made, few in others:
                means[few] += self._taken(more, made)
            means *= 1 / 6

    def keep(self, levels: list[Array]) -> None:
        """The best that can be kept of every lot, the whole lot included."""
        for size in range(self.lots.dice):
            best, more = levels[size], levels[size + 1]
            for made, few in self.lots.steps[size]:
                if isinstance(made, slice):
                    np.maximum(more[made], best[few], out=more[made])
                else:
                    now = self._taken(more, made)
                    more[made] = np.maximum(now, best[few], out=now)

    def _taken(self, more: Array, made: slice | NDArray[np.intp]) -> Array:
        if isinstance(made, slice):
            return more[made]
        columns = more.shape[1]
        aside = self._aside.reshape(-1)[: len(made) * columns].reshape(-1, columns)
        return np.take(more, made, axis=0, out=aside, mode="clip")
