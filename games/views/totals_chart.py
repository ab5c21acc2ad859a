"""The totals of a match over its turns, as lines the template draws in SVG, in view-box units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import ngettext

from accounts.alphabets import isolated
from accounts.figures import figure
from accounts.spoken import kept_by_language
from games.match.played import Played
from games.models import Seat

WIDTH, HEIGHT = 360, 150
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 8, 22


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's line, and where it ends."""

    name: str
    points: str
    end: tuple[float, float]
    total: int


@dataclass(frozen=True, slots=True)
class Chart:
    """All lines, the levels beside them, and how many turns there were."""

    lines: tuple[Line, ...]
    levels: tuple[tuple[float, int], ...]
    turns: int
    words: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM
    baseline: int = HEIGHT - 6


def chart(whole: Played, seats: Sequence[Seat]) -> Chart | None:
    """The chart of a replay; None where nothing was played."""
    return _drawn(whole.totals, whole.final, tuple(seat.name for seat in seats)) if whole.steps else None


def now(whole: Played, position: int) -> float:
    """Where the step that is shown lies on the chart."""
    turns = max(turn for _step, _seat, turn, _total in whole.totals)
    return _x(whole.steps[position - 1].turn if position else 0, turns)


def _x(turn: float, turns: int) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * turn / max(1, turns), 1)


@kept_by_language()
def _drawn(
    totals: tuple[tuple[int, int, int, int], ...], final: tuple[int, ...], names: tuple[str, ...]
) -> Chart:
    lines: list[dict[int, int]] = [{0: 0} for _ in names]
    for _step, seat, turn, total in totals:
        lines[seat][turn] = total
    turns = max(max(line) for line in lines)
    high = max(1, *(max(line.values()) for line in lines), *final)
    low = min(0, *(min(line.values()) for line in lines))

    def y(total: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - total) / (high - low), 1)

    drawn = tuple(
        Line(
            name,
            " ".join(f"{_x(turn, turns)},{y(total)}" for turn, total in sorted(line.items())),
            (_x(max(line), turns), y(line[max(line)])),
            final[seat],
        )
        for seat, (name, line) in enumerate(zip(names, lines, strict=True))
    )
    said = ", ".join(f"{isolated(line.name)} {figure(line.total)}" for line in drawn)
    return Chart(
        lines=drawn,
        levels=tuple((y(level), level) for level in sorted({low, 0, round(high / 2), high})),
        turns=turns,
        words=ngettext(
            "Totals over %(turns)s turn; at the end %(totals)s",
            "Totals over %(turns)s turns; at the end %(totals)s",
            turns,
        )
        % {"turns": turns, "totals": said},
    )
