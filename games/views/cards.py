"""Score cards as the page lays them: rows of boxes, one cell a column, with what may be chosen now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Seat
from games.rules.base import Kind
from games.rules.card import Box, Section, Sums
from games.rules.scorecard import ROLLS, Scorecard
from games.rules.scorecard_turn import State


@dataclass(frozen=True, slots=True)
class Cell:
    """One box of one column: what stands in it, or what the dice would write there now."""

    box: str
    points: int | None
    offer: int | None
    last: bool
    """Filled in the seat's latest turn."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of a card."""

    box: Box
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class CardView:
    """A seat's whole card."""

    seat: Seat
    mine: bool
    hidden: bool
    to_move: bool
    resigned: bool
    weights: tuple[int, ...]
    top: tuple[Row, ...]
    bottom: tuple[Row, ...]
    sums: tuple[Sums, ...]
    extras: int
    extra_points: int
    total: int | None
    """None while it may not be seen."""
    filled: int
    boxes: int


@dataclass(frozen=True, slots=True)
class Die:
    """A die on the table; `kept` dice were kept out of the last roll."""

    face: int
    kept: bool
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class HandView:
    """The dice of the seat that plays, and what may be done with them."""

    dice: tuple[Die, ...]
    rolls: int
    rolls_left: int
    can_roll: bool
    can_score: bool
    offers: dict[str, int]


def hand(rules: Scorecard, state: State, seat: int) -> HandView:
    """What lies before a seat, and whether it may roll or score."""
    held = state.hands[seat]
    moves = rules.moves(state, seat)
    return HandView(
        dice=tuple(Die(face, index < held.kept) for index, face in enumerate(held.dice)),
        rolls=held.rolls,
        rolls_left=ROLLS - held.rolls,
        can_roll=any(move.kind is Kind.ROLL for move in moves),
        can_score=any(move.kind is Kind.SCORE for move in moves),
        offers=rules.preview(state, seat),
    )


def cards(
    rules: Scorecard,
    state: State,
    seats: Sequence[Seat],
    viewer: int | None,
    last_boxes: dict[int, str],
) -> list[CardView]:
    """All cards as this viewer may see them, the own one first. `state` is already the viewer's view."""
    unseen = rules.totals_hidden(state, viewer)
    to_act = rules.to_act(state)
    offers = rules.preview(state, viewer) if viewer is not None else {}
    order = sorted(range(len(seats)), key=lambda index: (index != viewer, index))
    return [
        _card(
            rules,
            state,
            seats[index],
            mine=index == viewer,
            seen_total=index not in unseen,
            to_move=index in to_act,
            offers=offers if index == viewer else {},
            last=last_boxes.get(index, ""),
        )
        for index in order
    ]


def _card(
    rules: Scorecard,
    state: State,
    seat: Seat,
    *,
    mine: bool,
    seen_total: bool,
    to_move: bool,
    offers: dict[str, int],
    last: str,
) -> CardView:
    card = state.cards[seat.index]

    def row(number: int, box: Box) -> Row:
        cells = []
        for column in range(rules.columns):
            box_id = rules.box_id(box.stem, column + 1)
            cells.append(Cell(box_id, card.columns[column][number], offers.get(box_id), last == box_id))
        return Row(box, tuple(cells))

    rows = [row(number, box) for number, box in enumerate(rules.boxes)]
    written = [points for column in card.columns for points in column]
    return CardView(
        seat=seat,
        mine=mine,
        hidden=seat.index in state.hidden,
        to_move=to_move,
        resigned=seat.index in state.resigned,
        weights=rules.weights,
        top=tuple(row for row in rows if row.box.section is Section.TOP),
        bottom=tuple(row for row in rows if row.box.section is Section.BOTTOM),
        sums=tuple(rules.sums(card, column) for column in range(rules.columns)),
        extras=card.extras,
        extra_points=rules.extra_points(card),
        total=rules.total(card) if seen_total else None,
        filled=sum(points is not None for points in written),
        boxes=len(written),
    )
