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
        (477, 80, 0),
        (580, 85, 0.8),
        (655, 95, 0.7),
        (710, 100, 0.65),
        (750, 110, 0.6),
        (779, 120, 0.57),
    ),
    "BT": _of(
        (981, 120, 0),
        (1190, 130, 0.87),
        (1335, 150, 0.76),
        (1435, 160, 0.67),
        (1525, 170, 0.64),
        (1582, 180, 0.59),
    ),
    "DG": _of(
        (1030, 120, 0),
        (1256, 130, 0.89),
        (1410, 150, 0.77),
        (1520, 160, 0.69),
        (1616, 170, 0.65),
        (1680, 180, 0.6),
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
        (350, 400, 0),
        (380, 400, 0.6),
        (400, 400, 0.6),
        (420, 400, 0.6),
        (440, 400, 0.57),
        (450, 400, 0.53),
    ),
    "PG": _of(
        (7.0, 8, 0),
        (7.5, 8, 0.6),
        (7.8, 8, 0.56),
        (8.0, 8, 0.54),
        (8.1, 8, 0.53),
        (8.1, 8, 0.52),
    ),
}
"""By the code of the game and the level."""
