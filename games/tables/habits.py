"""How much each level of robots minds what a move costs: one table, tuned until the levels stood well apart.

Nothing promises anything by these numbers: what a level is worth is measured (`games.tables.strengths`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habit:
    """What weighs with a level when it compares moves; what adds up to 1 it hardly tells apart.

    `points` weighs a point of what is expected, `chance` the chance to win, of which 1 is all, and `greed`
    each point less than the most that might be written at once: who is greedy takes the box that looks best,
    and cares little for the top bonus.
    """

    points: float = 0.0
    chance: float = 0.0
    greed: float = 0.0


def _cards(*mistakes: float) -> Mapping[str, Habit]:
    """The habits at a score card, from the lowest level on: what it hardly minds, in points."""
    greed = (0.08, 0.04, 0.0, 0.0, 0.0)
    return {
        level: Habit(points=1 / mistake, greed=greedy)
        for level, mistake, greedy in zip(BELOW_PERFECT, mistakes, greed, strict=True)
    }


def _race(*mistakes: tuple[float, float]) -> Mapping[str, Habit]:
    """The habits at a race, from the lowest level on: what it hardly minds, in points and in chance."""
    return {
        level: Habit(points=1 / points if points else 0.0, chance=1 / chance)
        for level, (points, chance) in zip(BELOW_PERFECT, mistakes, strict=True)
    }


BELOW_PERFECT = ("beginner", "casual", "steady", "skilled", "expert")
HABITS: Mapping[str, Mapping[str, Habit]] = {
    "BZ": _cards(5.2, 3.1, 2.0, 1.3, 0.8),
    "BD": _cards(9.4, 4.9, 2.8, 1.7, 1.0),
    "BT": _cards(13.6, 6.6, 3.6, 2.2, 1.3),
    "DG": _cards(12.0, 7.2, 4.4, 2.5, 1.4),
    "BX": _cards(5.4, 3.3, 2.2, 1.5, 1.0),
    "BO": _cards(4.2, 2.6, 1.7, 1.15, 0.65),
    "DK": _race((330, 0.2), (400, 0.05), (0, 0.018), (0, 0.011), (0, 0.006)),
    "PG": _race((5, 0.2), (8, 0.08), (0, 0.04), (0, 0.02), (0, 0.01)),
}
"""By the code of the game and the level; the perfect one has none."""
