"""Tables: entrants put in order by points, then by each tie-break in turn."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from ladders.formats.base import Column, Entrant, Row


@dataclass(frozen=True, slots=True)
class Line:
    """What an entrant has reached, before it is put in order. Lines that are not `ranked` stand last."""

    entrant: Entrant
    played: int
    points: Fraction
    values: tuple[Fraction, ...] = ()
    ranked: bool = True


def table(lines: Iterable[Line], columns: Sequence[Column]) -> tuple[Row, ...]:
    """The rows, best first: by points, then by the columns. Equals share the rank and go by seed."""

    def worth(line: Line) -> tuple[Fraction, ...]:
        values = zip(line.values, columns, strict=True)
        return (line.points, *(-value if column.fewer else value for value, column in values))

    def order(line: Line) -> tuple[bool, tuple[Fraction, ...], int]:
        return not line.ranked, tuple(-value for value in worth(line)), line.entrant.seed

    rows: list[Row] = []
    for _, equals in groupby(sorted(lines, key=order), key=lambda line: order(line)[:2]):
        rank = len(rows) + 1
        rows += [
            Row(rank if line.ranked else None, line.entrant.id, line.played, line.points, line.values)
            for line in equals
        ]
    return tuple(rows)


def shared(rows: Sequence[Row]) -> tuple[tuple[int, ...], ...]:
    """The entrants of every rank that more than one of them share."""
    by_rank = groupby((row for row in rows if row.rank is not None), key=lambda row: row.rank)
    groups = (tuple(row.entrant for row in rows_of_rank) for _, rows_of_rank in by_rank)
    return tuple(group for group in groups if len(group) > 1)


def tied(points: Mapping[int, Fraction]) -> list[set[int]]:
    """The entrants in sets of equal points."""
    sets: dict[Fraction, set[int]] = {}
    for entrant, sum_of_points in points.items():
        sets.setdefault(sum_of_points, set()).add(entrant)
    return list(sets.values())
