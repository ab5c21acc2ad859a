"""What a card of several columns is worth beyond its columns, each taken by itself.

With several columns a roll goes where it fits best, which no single column knows. A card of three has some
10¹⁷ positions, so this is not exact: it is a polynomial in the shares of each column's boxes that are open,
fitted to positions of simulated play (docs/analysis.md, "Several columns", has the method and what it is good
for).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import prod
from typing import Any

DEGREE = 3
Number = Any
"""A number, or an array of them: what goes in as arrays comes out as one."""


@dataclass(frozen=True)
class Several:
    """What several columns have of each other.

    `gains` has a coefficient in points for each power of the open shares up to the third, in the order of
    `powers`. The variance is that of the columns by themselves times `early` while all is open, and times
    `late` towards the end.
    """

    gains: tuple[float, ...]
    early: float
    late: float

    def gain(self, opened: Sequence[Number]) -> Number:
        """Points more than the columns by themselves, by the share of boxes that is open in each."""
        terms = (
            prod(share**power for share, power in zip(opened, one, strict=True))
            for one in powers(len(opened))
        )
        return sum(gain * term for gain, term in zip(self.gains, terms, strict=True))

    def variance(self, opened: Sequence[Number], alone: Number) -> Number:
        """The variance, from that of the columns by themselves."""
        share = sum(opened) / len(opened)
        return alone * (self.late + (self.early - self.late) * share)


@cache
def powers(columns: int) -> tuple[tuple[int, ...], ...]:
    """The powers of each term, column by column."""
    every = product(range(DEGREE + 1), repeat=columns)
    return tuple(one for one in every if 0 < sum(one) <= DEGREE)


def nothing(columns: int) -> Several:
    """Of a single column, which is exact, and of columns that nobody has fitted."""
    return Several((0.0,) * len(powers(columns)), 1.0, 1.0)


GAINS = {
    "BD": Several((21.63, -44.26, 21.78, 38.61, 165.58, -82.63, -73.79, 10.17, 11.04), 0.84, 1.09),
    "BT": Several(
        (
            *(45.73, -55.94, 0.1, 34.02, 195.01, -23.82, -67.99, -76.95, 41.33, 71.1),
            *(31.31, 61.01, 92.97, -93.72, -55.86, -92.08, 31.13, 65.67, -22.15),
        ),
        0.84,
        1.27,
    ),
    "DG": Several(
        (
            *(48.44, -96.33, 54.18, 26.01, 214.79, -40.04, -49.57, -66.97, 26.74, 52.84),
            *(28.9, 41.36, 108.23, -70.96, -44.1, -63.74, 28.64, 29.29, -16.18),
        ),
        0.67,
        1.2,
    ),
}
"""By game: what `python -m tests.benchmarks.fit_several` found with 4,000 cards a step."""
