"""What stands on a score card, laid once for all who look: rows of boxes, one cell a column, and sums."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.rules.cards.card import Box, Card, Section, Sums
from games.rules.cards.scorecard import Scorecard

CARDS_KEPT, ROWS = 1024, 4096
"""Cards and rows that are kept, the latest used: one card changes in a turn, and one row in it."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One box of one column: what stands in it, or what the dice would write there now."""

    box: str
    name: Box
    column: int
    """From 1 where there are several, else 0."""
    points: int | None
    offer: int | None
    last: bool
    """Filled in the seat's latest turn."""

    @property
    def label(self) -> str:
        """The box in the words of the card, for whoever reads them."""
        return _label(self.name, self.column)


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One row of a card. It is compared by what it is, not by what is in it: `_row` makes no two alike."""

    box: Box
    cells: tuple[Cell, ...]
    counts: int | None
    """What its boxes count together, as their columns do; None while nothing stands in any."""
    left: int
    """How many of them are open."""

    @property
    def last(self) -> bool:
        """Whether one of them was filled in the seat's latest turn."""
        return any(cell.last for cell in self.cells)

    @property
    def only(self) -> str:
        """The box that the whole row stands for: the one of it that may be chosen, if there is just one."""
        offered = [cell.box for cell in self.cells if cell.offer is not None]
        return offered[0] if len(offered) == 1 else ""


@dataclass(frozen=True, slots=True, eq=False)
class Written:
    """What stands on a card, whoever's it is. It is compared as rows are: `written` makes no two alike."""

    weights: tuple[int, ...]
    top: tuple[Row, ...]
    bottom: tuple[Row, ...]
    sums: tuple[Sums, ...]
    tops: int
    """What the top boxes of all columns count together, bonuses included."""
    extras: int
    total: int | None
    """None while it may not be seen."""
    filled: int
    boxes: int
    offered: bool
    """Whether a box of it may be chosen."""


@lru_cache(maxsize=CARDS_KEPT)
def written(
    rules: Scorecard, card: Card, offers: tuple[tuple[str, int], ...], *, last: str, seen_total: bool
) -> Written:
    """What stands on a card, always the same object for the same."""
    offered = dict(offers)
    rows = [
        _row(
            rules,
            number,
            tuple(column[number] for column in card.columns),
            tuple(offered.get(box) for box in ids) if offered else (),
            ids.index(last) if last in ids else None,
        )
        for number, ids in enumerate(_ids(rules))
    ]
    boxes = [points for column in card.columns for points in column]
    sums = tuple(rules.sums(card, column) for column in range(rules.columns))
    return Written(
        weights=rules.weights,
        top=tuple(row for row in rows if row.box.section is Section.TOP),
        bottom=tuple(row for row in rows if row.box.section is Section.BOTTOM),
        sums=sums,
        tops=sum((one.top + one.bonus) * factor for one, factor in zip(sums, _factors(rules), strict=True)),
        extras=card.extras,
        total=rules.total(card) if seen_total else None,
        filled=sum(points is not None for points in boxes),
        boxes=len(boxes),
        offered=bool(offers),
    )


@lru_cache
def _ids(rules: Scorecard) -> tuple[tuple[str, ...], ...]:
    """The ids of the boxes of each row, column by column."""
    columns = range(1, rules.columns + 1)
    return tuple(tuple(rules.box_id(box.stem, column) for column in columns) for box in rules.boxes)


@lru_cache(maxsize=ROWS)
def _row(
    rules: Scorecard,
    number: int,
    points: tuple[int | None, ...],
    offers: tuple[int | None, ...],
    last: int | None,
) -> Row:
    """A row of a card, always the same object for the same row: `last` is the column that was filled last."""
    ids = _ids(rules)[number]
    cells = tuple(
        Cell(
            box,
            rules.boxes[number],
            column + 1 if rules.columns > 1 else 0,
            points[column],
            offers[column] if offers else None,
            column == last,
        )
        for column, box in enumerate(ids)
    )
    return Row(rules.boxes[number], cells, _counts(rules, points), points.count(None))


def _counts(rules: Scorecard, points: tuple[int | None, ...]) -> int | None:
    """What the boxes of a row count together, each as its column does."""
    found = [one * factor for one, factor in zip(points, _factors(rules), strict=True) if one is not None]
    return sum(found) if found else None


@lru_cache
def _factors(rules: Scorecard) -> tuple[int, ...]:
    """By how much each column's points, as they are written, are multiplied in its total."""
    return tuple(weight // rules.shown_weight(column) for column, weight in enumerate(rules.weights))


def box_label(rules: Scorecard, box: str) -> str:
    """A box id in the words of the card, with its column where there are several: “Fives ×2”."""
    column, row = rules.box_ids[box]
    return _label(rules.boxes[row], column + 1 if rules.columns > 1 else 0)


def _label(box: Box, column: int) -> str:
    return f"{box.title} ×{column}" if column else box.title
