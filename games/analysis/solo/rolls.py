"""Dice that lie together, whatever their order: what may be kept, and what one more die makes of it.

A lot of `n` dice is a sorted tuple of faces. Lots of one size are numbered in colexicographic order (by their
highest face first). There, the lots that a face makes of its smaller ones lie in few runs side by side, so
that one step of arithmetic does many rows at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from games.rules.base import Dice
from games.rules.faces import FACES, counts, selections

Rows = slice | NDArray[np.intp]
"""Rows of an array: a run of them, or single ones."""
SCATTERED = 2
"""Faces up to this one make runs that are hardly longer than a row: their rows are taken one by one."""


@dataclass(frozen=True)
class Lots:
    """All lots of 0 to `dice` dice.

    `of[n]` are those of n dice; `steps[n]` pairs the lots of n dice with those that one more die makes of
    them: (rows among n + 1 dice, rows among n dice), in which each lot of n dice stands once for each face.
    `weights` are the chances of the full rolls, in order.
    """

    dice: int
    of: tuple[tuple[Dice, ...], ...]
    steps: tuple[tuple[tuple[Rows, Rows], ...], ...]
    weights: NDArray[np.float64]

    @property
    def rolls(self) -> tuple[Dice, ...]:
        """Every full roll, sorted."""
        return self.of[self.dice]


@cache
def lots(dice: int) -> Lots:
    """The lots of a game with so many dice."""
    of = tuple(
        tuple(sorted(combinations_with_replacement(FACES, size), key=lambda lot: lot[::-1]))
        for size in range(dice + 1)
    )
    steps = tuple(tuple(_steps(of[size], of[size + 1])) for size in range(dice))
    ways = [factorial(dice) / prod(map(factorial, counts(roll))) for roll in of[dice]]
    return Lots(dice, of, steps, np.array(ways) / 6.0**dice)


def _steps(few: tuple[Dice, ...], more: tuple[Dice, ...]) -> Iterator[tuple[Rows, Rows]]:
    place = {lot: index for index, lot in enumerate(more)}
    for face in reversed(FACES):  # the highest first: it makes one run, of all lots
        made = np.array([place[tuple(sorted((*lot, face)))] for lot in few], dtype=np.intp)
        if face <= SCATTERED and len(few) > 1:
            yield made, slice(0, len(few))
            continue
        breaks = np.flatnonzero(np.diff(made) != 1) + 1
        starts = [0, *breaks.tolist()]
        for start, end in zip(starts, [*starts[1:], len(few)], strict=True):
            yield slice(int(made[start]), int(made[start]) + end - start), slice(start, end)


@dataclass(frozen=True)
class Keeps:
    """What may be kept of each roll, to look up single positions.

    `kept` has every lot of fewer than all dice; `chances` [kept, rolls] says how likely each roll is after
    the rest was rolled again; `choices` [rolls, most] are the numbers of what can be kept of each roll, the
    first again where there are no more. `place` finds the number of a keep, `number` that of a sorted roll.
    """

    kept: tuple[Dice, ...]
    chances: NDArray[np.float64]
    choices: NDArray[np.intp]
    place: dict[Dice, int]
    number: dict[Dice, int]

    def best(self, worths: NDArray[np.float64]) -> NDArray[np.intp]:
        """Of each roll the number of the keep that is worth most."""
        first = worths.take(self.choices).argmax(1)
        found: NDArray[np.intp] = self.choices.take(first + self._begins)
        return found

    @cached_property
    def _begins(self) -> NDArray[np.intp]:
        """Where the choices of each roll begin."""
        many, most = self.choices.shape
        return np.arange(0, many * most, most)


@cache
def keeps(dice: int) -> Keeps:
    """The keeps of a game with so many dice."""
    known = lots(dice)
    kept = tuple(lot for size in range(dice) for lot in known.of[size])
    place = {lot: index for index, lot in enumerate(kept)}
    number = {roll: index for index, roll in enumerate(known.rolls)}
    chances = np.zeros((len(kept), len(known.rolls)))
    for lot, row in zip(kept, chances, strict=True):
        rolled = dice - len(lot)
        for fresh in known.of[rolled]:
            ways = factorial(rolled) / prod(map(factorial, counts(fresh)))
            row[number[tuple(sorted(lot + fresh))]] = ways / 6.0**rolled
    found = [[place[lot] for lot in selections(roll) if len(lot) < dice] for roll in known.rolls]
    most = max(map(len, found))
    choices = np.array([row + [row[0]] * (most - len(row)) for row in found], dtype=np.intp)
    return Keeps(kept, chances, choices, place, number)
