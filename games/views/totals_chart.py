"""The totals of a match over its turns, as lines the template draws in SVG, in view-box units."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Seat
from games.record import Step
from games.rules.base import Rules

WIDTH, HEIGHT = 360, 150
LEFT, RIGHT, TOP, BOTTOM = 44, 8, 8, 22


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's line, and where it ends."""

    seat: Seat
    points: str
    end: tuple[float, float]
    total: int


@dataclass(frozen=True, slots=True)
class Chart:
    """All lines, the levels beside them, and where the shown step lies."""

    lines: tuple[Line, ...]
    levels: tuple[tuple[float, int], ...]
    turns: int
    now: float
    words: str
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM
    baseline: int = HEIGHT - 6


def chart(rules: Rules[object], steps: Sequence[Step], seats: Sequence[Seat], position: int) -> Chart | None:
    """The chart of a replay that stands at `position`; None where nothing was played."""
    if not steps:
        return None
    lines: list[dict[int, int]] = [{0: 0} for _ in seats]
    for step in steps:
        lines[step.entry.seat][step.turn] = rules.totals(step.after)[step.entry.seat]
    final = rules.totals(steps[-1].after)
    turns = max(max(line) for line in lines)
    high = max(1, *(max(line.values()) for line in lines), *final)
    low = min(0, *(min(line.values()) for line in lines))

    def x(turn: float) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * turn / max(1, turns), 1)

    def y(total: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - total) / (high - low), 1)

    drawn = tuple(
        Line(
            seat,
            " ".join(f"{x(turn)},{y(total)}" for turn, total in sorted(line.items())),
            (x(max(line)), y(line[max(line)])),
            final[seat.index],
        )
        for seat, line in zip(seats, lines, strict=True)
    )
    said = ", ".join(f"{line.seat.name} {line.total}" for line in drawn)
    return Chart(
        lines=drawn,
        levels=tuple((y(level), level) for level in sorted({low, 0, round(high / 2), high})),
        turns=turns,
        now=x(steps[position - 1].turn if position else 0),
        words=f"Totals over {turns} turns; at the end {said}",
    )
