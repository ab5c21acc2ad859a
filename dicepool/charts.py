"""Where the marks of a chart stand, and what each is called: templates/dicepool/_chart.html draws them.

Every count is a dot; its height is how far it is from what fair dice give on average, in standard
deviations. So one band, the same for every chart, holds what chance allows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from dicepool.statistics import BAND, Cell, Check, Tally, checks

HEIGHT, TOP, BOTTOM = 220, 14, 34
WIDE, NARROW = 500, 264
"""Pixels between the first and the last dot of a chart on a desk, at least, and on a phone."""
MARGIN = 12  # pixels to the right of it
LEAST_REACH = 4.0  # standard deviations above and below
LETTER = 9  # the width of one, with some air


@dataclass(frozen=True, slots=True)
class Dot:
    """One count: its place, its label (only where there is room, some only on a desk), and for a pointer what
    is counted, in words. How far it is to the right is told in hundredths of the width.
    """

    x: float
    y: float
    label: str
    told: str
    wide_only: bool
    cell: Cell
    outside: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of one check, in pixels downwards; it is as wide as the page has room for."""

    check: Check
    dots: tuple[Dot, ...]
    band_top: float
    band_height: float
    middle: float
    ticks: tuple[tuple[float, str], ...]
    height: int = HEIGHT
    baseline: int = HEIGHT - BOTTOM + 22


def charts(counted: Tally) -> list[Chart]:
    """A tally as the charts that dicepool/_charts.html draws, also on another app's page."""
    return [chart(check) for check in checks(counted)]


def chart(check: Check) -> Chart:
    """Lay out one check."""
    reach = max([LEAST_REACH, *(abs(cell.deviation) * 1.1 for cell in check.cells)])
    inner = HEIGHT - TOP - BOTTOM

    def height(deviation: float) -> float:
        return round(TOP + inner * (1 - (deviation + reach) / (2 * reach)), 2)

    told = [_said(check, cell) for cell in check.cells]
    on_desk, on_phone = (_labelled(told, width) for width in (WIDE, NARROW))
    dots = tuple(
        Dot(
            x=round(100 * (number + 0.5) / len(check.cells), 2),
            y=height(cell.deviation),
            label=told[number] if number in on_desk else "",
            told=told[number],
            wide_only=number not in on_phone,
            cell=cell,
            outside=abs(cell.deviation) > BAND,
        )
        for number, cell in enumerate(check.cells)
    )
    return Chart(
        check=check,
        dots=dots,
        band_top=height(BAND),
        band_height=round(height(-BAND) - height(BAND), 2),
        middle=height(0),
        ticks=tuple((height(value), f"{value:+.0f}" if value else "0") for value in _ticks(reach)),
    )


def _said(check: Check, cell: Cell) -> str:
    """What a cell counts, as the reader says it."""
    if check.name == "positions":
        places = (name.partition(": ") for name in cell.names)
        names = [
            _("die %(place)s: %(face)s") % {"place": place, "face": face} for place, _colon, face in places
        ]
    else:
        names = [_(name) for name in cell.names]
    return names[0] if len(names) == 1 else _("%(first)s to %(last)s") % {"first": names[0], "last": names[1]}


def _labelled(told: Sequence[str], width: int) -> set[int]:
    """Which dots have a label where the chart is so wide: every first, second, third ..., so long as the last
    of them does not stand out of the page.
    """
    step = width / len(told)
    widest = max(map(len, told)) * LETTER
    every = next(some for some in (1, 2, 3, 6, 12, 36) if some * step >= widest)
    last = width + MARGIN - widest / 2
    return {number for number in range(0, len(told), every) if step * (number + 0.5) <= last}


def _ticks(reach: float) -> list[float]:
    size = max(1, round(reach / 2))
    return [-size, 0, size]
