"""The chance to win over a match, as lines the template draws in SVG, in view-box units."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from accounts.alphabets import isolated
from accounts.figures import figure

WIDTH, HEIGHT = 360, 150
LEFT, RIGHT, TOP, BOTTOM = 40, 8, 8, 22
START, END = 0, -1


@dataclass(frozen=True, slots=True)
class Line:
    """One seat's line, and where it ends."""

    name: str
    points: str
    end: tuple[float, float]
    total: str
    """Its value at the end, as words."""


@dataclass(frozen=True, slots=True)
class Chart:
    """All lines, the levels beside them, and how many turns there were; the same as rows of a table."""

    title: str
    words: str
    lines: tuple[Line, ...]
    levels: tuple[tuple[float, str], ...]
    turns: int
    rows: tuple[tuple[str, tuple[str, ...]], ...]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM
    baseline: int = HEIGHT - 6
    first: str = ""
    last: str = ""
    """What stands at both ends below it."""


@dataclass(frozen=True, slots=True)
class Moment:
    """How it stood at the end of a turn, or at START or END: whose it was, and a value for each seat."""

    turn: int
    name: str
    values: tuple[float, ...]


def of_chances(names: Sequence[str], start: tuple[float, ...], moments: Sequence[Moment]) -> Chart:
    """Every seat's chance to win, from 0 to 1."""
    last = moments[-1].values if moments else start
    ends = ", ".join(f"{isolated(name)} {_share(value)}" for name, value in zip(names, last, strict=True))
    return _chart(
        _("Chance to win, turn by turn"),
        _("The line of each player begins at the chance before the first roll. At the end: %(ends)s.")
        % {"ends": ends},
        names,
        [Moment(START, "", start), *moments],
        (0.0, 0.5, 1.0),
        _share,
    )


def of_points(name: str, start: float, moments: Sequence[Moment]) -> Chart:
    """What somebody who plays alone was to expect, in points."""
    values = [start, *(moment.values[0] for moment in moments)]
    low, high = min(values), max(*values, min(values) + 1)
    return _chart(
        _("Total to be expected, turn by turn"),
        _("The line begins at %(start)s points, which perfect play brings on average, and ends at %(end)s.")
        % {"start": _whole(start), "end": _whole(values[-1])},
        [name],
        [Moment(START, "", (start,)), *moments],
        (low, (low + high) / 2, high),
        _whole,
    )


def over_time(title: str, values: Sequence[float], first: str, last: str) -> Chart:
    """A number from match to match, with the days of the first and the last; two values at least."""
    low, high = min(values), max(*values, min(values) + 1)
    told = {"count": len(values), "start": _whole(values[0]), "end": _whole(values[-1])}
    words = _("%(count)d matches, from %(start)s to %(end)s.") % told
    moments = [Moment(index, "", (value,)) for index, value in enumerate(values)]
    drawn = _chart(title, words, [""], moments, (low, (low + high) / 2, high), _whole)
    return replace(drawn, rows=(), first=first, last=last)


def _share(value: float) -> str:
    return f"{value * 100:.0f} %"


def _whole(value: float) -> str:
    return figure(value)


def _chart(
    title: str,
    words: str,
    names: Sequence[str],
    moments: Sequence[Moment],
    levels: tuple[float, ...],
    say: Callable[[float], str],
) -> Chart:
    low, high = levels[0], levels[-1]

    def x(index: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * index / max(1, len(moments) - 1), 1)

    def y(value: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)

    lines = tuple(
        Line(
            name,
            " ".join(f"{x(index)},{y(moment.values[seat])}" for index, moment in enumerate(moments)),
            (x(len(moments) - 1), y(moments[-1].values[seat])),
            say(moments[-1].values[seat]),
        )
        for seat, name in enumerate(names)
    )
    rows = tuple((_when(moment), tuple(map(say, moment.values))) for moment in moments)
    marks = tuple((y(level), say(level)) for level in levels)
    return Chart(title, words, lines, marks, max(moment.turn for moment in moments), rows)


def _when(moment: Moment) -> str:
    if moment.turn == START:
        return _("Before the first roll")
    if moment.turn == END:
        return _("At the end")
    return _("Turn %(turn)d of %(name)s") % {"turn": moment.turn, "name": moment.name}
