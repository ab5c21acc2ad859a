"""What each robot is worth, as `make bench ARGS=robots` measured it; pages and docs/robots.md say the same.

At score cards a robot plays whole cards alone, for it plays so against others, too. At races it plays a
match of two against its like, at the usual options. Tests hold samples against these figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.tables.robots import Level


@dataclass(frozen=True, slots=True)
class Strength:
    """Points a card, or a turn of a race: their mean and their standard deviation.

    `wins` is the part of matches of two, from 0 to 1, that it wins against the level below, a draw counting
    half; 0 where there is none below. `best` is the same against the perfect robot, at races: who dares much
    may make more points a turn than who wins more.
    """

    mean: float
    spread: float
    wins: float = 0.0
    best: float = 0.0


def _of(*figures: tuple[float, ...]) -> Mapping[Level, Strength]:
    """From the lowest level on."""
    return {level: Strength(*one) for level, one in zip(Level, figures, strict=True)}


STRENGTHS: Mapping[str, Mapping[Level, Strength]] = {
    "BZ": _of(
        (150.3, 34.1, 0),
        (180.0, 38.7, 0.721),
        (203.3, 39.0, 0.669),
        (221.2, 39.5, 0.627),
        (235.5, 39.1, 0.594),
        (245.87, 38.5, 0.589),
    ),
    "BD": _of(
        (475, 71, 0),
        (582, 75, 0.852),
        (666, 77, 0.784),
        (726, 74, 0.705),
        (761, 75, 0.628),
        (783, 73, 0.584),
    ),
    "BT": _of(
        (979, 133, 0),
        (1206, 119, 0.894),
        (1369, 124, 0.822),
        (1476, 121, 0.729),
        (1548, 102, 0.676),
        (1608, 115, 0.657),
    ),
    "DG": _of(
        (1066, 180, 0),
        (1246, 146, 0.792),
        (1412, 148, 0.792),
        (1551, 121, 0.764),
        (1635, 118, 0.686),
        (1703, 122, 0.647),
    ),
    "BX": _of(
        (153.2, 38.0, 0),
        (183.6, 46.0, 0.716),
        (207.0, 48.3, 0.638),
        (226.7, 52.9, 0.644),
        (241.1, 60.7, 0.588),
        (254.49, 58.2, 0.57),
    ),
    "BO": _of(
        (104.9, 22.6, 0),
        (120.0, 22.9, 0.673),
        (132.8, 22.8, 0.659),
        (141.8, 23.3, 0.616),
        (149.3, 22.4, 0.583),
        (154.39, 21.6, 0.588),
    ),
    "DK": _of(
        (418, 567, 0, 0.073),
        (452, 561, 0.619, 0.15),
        (435, 482, 0.59, 0.291),
        (473, 547, 0.591, 0.367),
        (518, 633, 0.575, 0.436),
        (558, 513, 0.566, 0.5),
    ),
    "PG": _of(
        (5.7, 6.3, 0, 0.204),
        (5.5, 6.3, 0.585, 0.26),
        (5.0, 6.0, 0.555, 0.273),
        (6.4, 8.0, 0.661, 0.407),
        (6.7, 9.3, 0.573, 0.47),
        (7.1, 10.7, 0.532, 0.5),
    ),
}
"""By the code of the game and the level."""
