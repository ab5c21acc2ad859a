"""Dice 10000 between two: who wins, by how far both are from the target; and what the last turn needs.

Only distances matter, so one table serves every target; a player who is not on the table yet stands at the
whole target. The table holds pairs of places: on the table at a distance, or off it. Between the distances
that it holds, worth is taken to change in a straight line. The last round needs no table of pairs: whoever
plays it has to gather so many points or has lost (`chase`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.analysis.race.hands import hands
from games.analysis.race.turn import Floats, worth
from games.rules.ten_thousand.scoring import Scoring

OFFERED = 100
"""The most steps of points that an offer is reckoned with; one of more is taken for so many."""
CHASED = 800
"""The most steps that a last turn is reckoned with; more are as unlikely."""
PARTS = 65_535
"""Where chances are kept as whole numbers, so many are certainty."""

Steps = NDArray[np.int64]


class Places(NamedTuple):
    """Where a player stands, in positions side by side: steps to the target, and whether on the table."""

    distance: Steps
    on_table: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Duel:
    """The chances of whoever begins a turn, against one opponent who plays as well.

    `start[mine, theirs]` is that of a turn from six dice, by places: those on the table at each of the
    `distances`, in steps and growing, then those off it.
    `offered[mine, theirs, points, left - 1]` is that of a picked-up turn, both on the table; None in matches
    without pick-ups. Either may be kept in `PARTS`.
    """

    scoring: Scoring
    distances: Steps
    start: Floats
    offered: Floats | None

    def fresh(self, mine: Places, theirs: Places) -> Floats:
        """The chance of who begins with six dice at each pair of places."""
        return sum(
            (
                _chance(self.start[row, column]) * (part * share)
                for row, part in self._at(mine)
                for column, share in self._at(theirs)
            ),
            np.zeros((), np.float32),
        )

    def picked_up(self, mine: Places, theirs: Places, points: Steps) -> Floats:
        """The chance of who picks up so many steps of points: […, dice less one].

        Who is off the table may not pick up; an opponent who is off it is taken to be on it.
        """
        assert self.offered is not None
        points, count = np.minimum(points, self.offered.shape[2] - 1), len(self.distances)
        return sum(
            (
                _chance(self.offered[row % count, column % count, points]) * (part * share)[..., None]
                for row, part in self._at(mine)
                for column, share in self._at(theirs)
            ),
            np.zeros((), np.float32),
        )

    def _at(self, places: Places) -> tuple[tuple[Steps, Floats], tuple[Steps, Floats]]:
        """The two rows of the table between which each place lies, and the part of each."""
        count = len(self.distances)
        low = np.clip(np.searchsorted(self.distances, places.distance, side="right") - 1, 0, count - 2)
        below, above = self.distances[low], self.distances[low + 1]
        part = ((places.distance - below) / (above - below)).astype(np.float32)
        row = low + np.where(places.on_table, 0, count)
        return (row, 1 - part), (row + 1, part)


def _chance(kept: NDArray[Any]) -> Floats:
    return kept / np.float32(PARTS) if kept.dtype == np.uint16 else kept


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
