"""Charts of ratings over time, drawn as SVG by the template: where the marks stand, in view-box units."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import ngettext

from accounts.figures import written
from games.models import Rating, RatingPoint
from games.rules import RULES

WIDTH, HEIGHT = 360, 120
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 10, 22
STEP = 50


@dataclass(frozen=True, slots=True)
class Chart:
    """One line: a game's rating of one kind, from match to match."""

    title: str
    line: str
    ticks: tuple[tuple[float, int], ...]
    first: str
    last: str
    end: tuple[float, float]
    words: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    baseline: int = HEIGHT - 6


def charts(points: Iterable[RatingPoint]) -> list[Chart]:
    """A chart for each game and kind with two points or more; they come in order of both and of time."""
    found = []
    for (code, kind), group in groupby(points, key=lambda point: (point.code, point.kind)):
        run = list(group)
        if len(run) > 1:
            found.append(_chart(code, kind, run))
    return found


def _chart(code: str, kind: str, points: list[RatingPoint]) -> Chart:
    means = [points[0].before, *(point.mean for point in points)]
    low = int(min(means) // STEP) * STEP
    high = int(-(-max(means) // STEP)) * STEP
    high = max(high, low + STEP)

    def x(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / (len(means) - 1), 1)

    def y(mean: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - mean) / (high - low), 1)

    title = f"{RULES[code].name}, {Rating.Kind(kind).label}"
    return Chart(
        title=title,
        line=" ".join(f"{x(number)},{y(mean)}" for number, mean in enumerate(means)),
        ticks=tuple((y(level), level) for level in sorted({low, (low + high) // 2, high})),
        first=written(points[0].at, "M Y"),
        last=written(points[-1].at, "M Y"),
        end=(x(len(means) - 1), y(means[-1])),
        words=ngettext(
            "%(title)s: from %(first)d to %(last)d in %(count)s match, between %(lowest)d and %(highest)d",
            "%(title)s: from %(first)d to %(last)d in %(count)s matches, between %(lowest)d and %(highest)d",
            len(points),
        )
        % {
            "title": title,
            "first": round(means[0]),
            "last": round(means[-1]),
            "count": len(points),
            "lowest": round(min(means)),
            "highest": round(max(means)),
        },
    )
