"""How many have which value on a board, and the place that a value has there.

A place is 1 and how many have more; whoever has as much shares it. It is counted over values, of which a
board has some hundreds or thousands, never over people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db import connection
from django.db.models import Q, Sum

from games.deeds.spans import FADING, Span
from games.deeds.sums import Sum as Sums
from games.deeds.sums import What
from games.models import Spread, Standing

ADD = """
INSERT INTO games_spread AS spread (board, value, count, begins)
SELECT * FROM unnest(%s::varchar[], %s::int[], %s::bigint[], %s::date[])
ON CONFLICT (board, value) DO UPDATE SET count = spread.count + excluded.count
"""


class Board(NamedTuple):
    """A board's name; and when its time begins, where it is kept for a while only."""

    name: str
    begins: date | None = None


Counts = Counter[tuple[Board, int]]
"""How many have a value on a board, or how many more."""


def of_record(what: What, code: str, span: Span, begins: date) -> Board:
    """The board of a record."""
    return Board(f"{what}:{code}:{span}:{begins}", begins if span in FADING else None)


def of_totals(code: str) -> Board:
    """How everybody's totals in a game are spread, by their bars (games.deeds.families)."""
    return Board(f"bars:{code}")


def counts_of(code: str, span: Span, begins: date, found: Sums) -> Counts:
    """Where a player's sum stands on boards; of all time with its totals."""
    counts: Counts = Counter(
        {(of_record(what, code, span, begins), value): 1 for what, value in found.bests()}
    )
    if span is Span.EVER:
        counts.update({(of_totals(code), bar): count for bar, count in enumerate(found.bars) if count})
    return counts


def of_standing(row: Standing) -> Counts:
    """Where a standing is counted."""
    found = [(of_ratings(row.code, row.kind), row.number)]
    if row.country:
        found.append((of_country(row.code, row.kind, row.country), row.number))
    if row.month and row.gain > 0:
        found.append((of_month(row.code, row.kind, row.month), row.gain))
    return Counter(found)


def of_ratings(code: str, kind: str) -> Board:
    """The board of everybody."""
    return Board(f"rating:{code}:{kind}")


def of_country(code: str, kind: str, country: str) -> Board:
    """The board of a country."""
    return Board(f"rating:{code}:{kind}:{country}")


def of_month(code: str, kind: str, month: date) -> Board:
    """The board of what ratings have gained in a month."""
    return Board(f"gain:{code}:{kind}:{month}", month)


def add(changes: Mapping[tuple[Board, int], int]) -> None:
    """Add these to what is counted, in one order for everybody. One query, or none."""
    rows = sorted((board.name, value, more, board.begins) for (board, value), more in changes.items() if more)
    if rows:
        with connection.cursor() as cursor:
            cursor.execute(ADD, [list(column) for column in zip(*rows, strict=True)])


@dataclass(frozen=True, slots=True)
class Place:
    """A place on a board, and of how many it is one."""

    place: int
    of: int


def place(board: Board, value: int) -> Place:
    """The place of a value that somebody has there. One query."""
    rows = Spread.objects.filter(board=board.name)
    found = rows.aggregate(above=Sum("count", filter=Q(value__gt=value)), every=Sum("count"))
    return Place(1 + int(found["above"] or 0), int(found["every"] or 0))


def places(board: Board, values: Iterable[int]) -> dict[int, int]:
    """The places of these values. Two queries, or none."""
    wanted = set(values)
    if not wanted:
        return {}
    rows = Spread.objects.filter(board=board.name)
    above = int(rows.filter(value__gt=max(wanted)).aggregate(above=Sum("count"))["above"] or 0)
    found = {}
    between = rows.filter(value__range=(min(wanted), max(wanted))).order_by("-value")
    for value, count in between.values_list("value", "count"):
        found[value] = 1 + above
        above += count
    return {value: found.get(value, 1 + above) for value in wanted}


def bars(code: str) -> list[int]:
    """How many totals of everybody lie in each bar of a game. One query."""
    counted = dict(Spread.objects.filter(board=of_totals(code).name).values_list("value", "count"))
    return [counted.get(bar, 0) for bar in range(max(counted, default=-1) + 1)]
