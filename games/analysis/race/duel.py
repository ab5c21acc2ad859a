"""Dice 10000 between two: who wins, by how far both are from the target; and what the last turn needs.

Only distances matter, so one table serves every target; a player who is not on the table yet stands at the
whole target. The table holds pairs of places: on the table at a distance, or off it. Between the distances
that it holds, worth is taken to change in a straight line. The last round needs no table of pairs: whoever
plays it has to gather so many points or has lost (`chase`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.analysis.race.hands import hands
from games.analysis.race.turn import Floats, worth
from games.rules.ten_thousand.scoring import Scoring

DISTANCES = np.array(
    [*range(1, 20), *range(20, 40, 2), *range(40, 80, 4), *range(80, 200, 10), *range(200, 401, 20)]
)
"""The distances that tables hold, in steps: each near the target, where a few points decide."""
COUNT = len(DISTANCES)
OFFERED = 120
"""The most steps of points that an offer is reckoned with; one of more is taken for so many."""
CHASED = int(DISTANCES[-1]) + 400
"""The most steps that a last turn is reckoned with; more are as unlikely."""

Steps = NDArray[np.int64]


class Places(NamedTuple):
    """Where a player stands, in positions side by side: steps to the target, and whether on the table."""

    distance: Steps
    on_table: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Duel:
    """The chances of whoever begins a turn, against one opponent who plays as well.

    `start[mine, theirs]` is that of a turn from six dice, by places: those on the table at `DISTANCES`, then
    those off it. `offered[mine, theirs, points, left - 1]` is that of a picked-up turn, both on the table;
    None in matches without pick-ups.
    """

    scoring: Scoring
    start: Floats
    offered: Floats | None

    def fresh(self, mine: Places, theirs: Places) -> Floats:
        """The chance of who begins with six dice at each pair of places."""
        return sum(
            (
                self.start[row, column] * (part * share)
                for row, part in _at(mine)
                for column, share in _at(theirs)
            ),
            np.zeros((), self.start.dtype),
        )

    def picked_up(self, mine: Places, theirs: Places, points: Steps) -> Floats:
        """The chance of who picks up so many steps of points: […, dice less one].

        Who is off the table may not pick up; an opponent who is off it is taken to be on it.
        """
        assert self.offered is not None
        points = np.minimum(points, self.offered.shape[2] - 1)
        return sum(
            (
                self.offered[row % COUNT, column % COUNT, points] * (part * share)[..., None]
                for row, part in _at(mine)
                for column, share in _at(theirs)
            ),
            np.zeros((), self.offered.dtype),
        )


@cache
def chase(scoring: Scoring) -> Floats:
    """The best chance to gather at least so many steps in one turn, [steps, hand], before the hand's roll.

    The first row is for a picked-up score that is enough already: any dice that score will do.
    """
    found = hands(scoring)
    enough = np.zeros((CHASED + found.most, 6))
    enough[CHASED - 1 :] = 1.0
    before, _ = worth(found, enough, 0.0, 1.0)
    return before[::-1]


def _at(places: Places) -> tuple[tuple[Steps, Floats], tuple[Steps, Floats]]:
    """The two rows of the table between which each place lies, and the part of each."""
    low = np.clip(np.searchsorted(DISTANCES, places.distance, side="right") - 1, 0, COUNT - 2)
    part = (places.distance - DISTANCES[low]) / (DISTANCES[low + 1] - DISTANCES[low])
    part = part.astype(np.float32)
    row = low + np.where(places.on_table, 0, COUNT)
    return (row, 1 - part), (row + 1, part)
