"""How a player's totals are spread beside everybody's: bars in SVG, in view-box units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from django.utils.translation import gettext as _

from games.feats.numbers import InGame

WIDTH, HEIGHT = 480, 170
LEFT, RIGHT, TOP, BOTTOM = 8, 8, 8, 24
LABELS = 6
"""About how many numbers stand below."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: where it stands, how wide and how high."""

    x: float
    y: float
    wide: float
    high: float


@dataclass(frozen=True, slots=True)
class Chart:
    """The wide bars of everybody, the player's narrow ones before them, numbers below, all in words."""

    every: tuple[Bar, ...]
    mine: tuple[Bar, ...]
    labels: tuple[tuple[float, int], ...]
    words: str
    width: int = WIDTH
    height: int = HEIGHT
    floor: int = HEIGHT - BOTTOM
    left: int = LEFT
    right: int = WIDTH - RIGHT
    baseline: int = HEIGHT - 7


def chart(name: str, found: InGame) -> Chart | None:
    """The chart of a player's totals in a game; None where there are none."""
    if not sum(found.mine):
        return None
    filled = [place for place, count in enumerate(_longer(found.mine, found.every)) if count]
    first, last = max(0, filled[0] - 1), filled[-1] + 1
    room = (WIDTH - LEFT - RIGHT) / (last - first + 1)
    mine, every = _shares(found.mine), _shares(found.every)
    most = max(*mine, *every)

    def bars(shares: Sequence[float], part: float) -> tuple[Bar, ...]:
        return tuple(
            Bar(
                x=round(LEFT + (place - first + (1 - part) / 2) * room, 1),
                y=round(HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share / most, 1),
                wide=round(part * room, 1),
                high=round((HEIGHT - TOP - BOTTOM) * share / most, 1),
            )
            for place, share in enumerate(shares)
            if share
        )

    step = max(1, (last - first + 1) // LABELS)
    labels = tuple(
        (round(LEFT + (place - first) * room, 1), place * found.width)
        for place in range(first, last + 1, step)
        if LEFT <= LEFT + (place - first) * room <= WIDTH - 30
    )
    return Chart(bars(every, 0.9), bars(mine, 0.4), labels, _words(name, found))


def _longer(one: Sequence[int], other: Sequence[int]) -> list[int]:
    return [a + b for a, b in zip_longest(one, other, fillvalue=0)]


def _shares(counts: Sequence[int]) -> list[float]:
    whole = sum(counts) or 1
    return [count / whole for count in counts]


def _words(name: str, found: InGame) -> str:
    return _(
        "Totals in steps of %(width)d points. %(name)s ends most often between %(mine)d and %(mine_to)d, and"
        " half of the time below %(middle)d; everybody together most often between %(every)d and"
        " %(every_to)d, and half of the time below %(every_middle)d."
    ) % {
        "width": found.width,
        "name": name,
        **_peak("mine", found.mine, found.width),
        **_peak("every", found.every, found.width),
        "middle": _middle(found.mine, found.width),
        "every_middle": _middle(found.every, found.width),
    }


def _peak(key: str, counts: Sequence[int], width: int) -> dict[str, int]:
    place = max(range(len(counts)), key=counts.__getitem__, default=0)
    return {key: place * width, f"{key}_to": place * width + width - 1}


def _middle(counts: Sequence[int], width: int) -> int:
    """The end of the step in which the middle total lies."""
    left = sum(counts) / 2
    for place, count in enumerate(counts):
        left -= count
        if left <= 0:
            return (place + 1) * width
    return 0
