"""The score sheet of a match of cards: labels once, and the columns of every seat beside each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.rules.cards.scorecard import Scorecard
from games.rules.cards.scorecard_turn import State
from games.tables.base import Seated, Turn, own_first
from games.tables.written import Row, Written, written

Laid = tuple[Row, str]
"""A row of one card, and how it lies on the sheet, as `Head.how` says."""
HIDDEN = "hidden"
SPREAD = 6
"""Columns that lie side by side before those of others are folded."""
NARROW = 2
"""Columns that a phone shows whole, however large its letters."""


class Line(NamedTuple):
    """A row of the sheet. What stands first, one's own, changes with each roll, and the others' rarely."""

    row: Row
    how: str
    others: tuple[Laid, ...]


@dataclass(frozen=True, slots=True)
class CardView:
    """A seat's part of the sheet."""

    seat: Seated
    mine: bool
    hidden: bool
    to_move: bool
    resigned: bool
    written: Written


@dataclass(frozen=True, slots=True)
class Head:
    """What stands over the columns of a seat, and how they lie."""

    name: str
    mine: bool
    to_move: bool
    resigned: bool
    how: str
    """Empty where its columns always lie open, `hidden`, or the number of what folds them into one."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that is on the sheet. Equal ones show the same, so that a page may keep what came of one."""

    heads: tuple[Head, ...]
    cards: tuple[Written, ...]
    spread: bool
    """Whether the columns of others lie open until somebody folds them."""
    offered: bool
    """Whether a box may be chosen on it."""

    @property
    def top(self) -> tuple[Line, ...]:
        """The rows of the top boxes."""
        return self._lines([card.top for card in self.cards])

    @property
    def bottom(self) -> tuple[Line, ...]:
        """The rows of the bottom boxes."""
        return self._lines([card.bottom for card in self.cards])

    @property
    def columns(self) -> tuple[tuple[Written, str], ...]:
        """Each card, and how it lies."""
        return tuple((card, head.how) for card, head in zip(self.cards, self.heads, strict=True))

    @property
    def folds(self) -> bool:
        """Whether there are columns to fold."""
        return any(head.how not in {"", HIDDEN} for head in self.heads)

    @property
    def scrolls(self) -> bool:
        """Whether it may be wider than the page, with no box in it that keys could go to."""
        return not self.offered or sum(len(card.weights) for card in self.cards) > NARROW

    @property
    def unseen(self) -> bool:
        """Whether a card is hidden."""
        return any(head.how == HIDDEN for head in self.heads)

    @property
    def untold(self) -> bool:
        """Whether a total is not told."""
        return any(card.total is None for card in self.cards)

    def _lines(self, cards: Sequence[tuple[Row, ...]]) -> tuple[Line, ...]:
        hows = [head.how for head in self.heads]
        return tuple(
            Line(rows[0], hows[0], tuple(zip(rows[1:], hows[1:], strict=True)))
            for rows in zip(*cards, strict=True)
        )


def cards(
    rules: Scorecard,
    state: State,
    seats: Sequence[Seated],
    viewer: int | None,
    last: Mapping[int, Turn],
) -> list[CardView]:
    """All cards as this viewer may see them, the viewer's first. `state` is already the viewer's view."""
    unseen = rules.totals_hidden(state, viewer)
    to_act = rules.to_act(state)
    offers = rules.preview(state, viewer) if viewer is not None else {}
    return [
        CardView(
            seat=seats[index],
            mine=index == viewer,
            hidden=index in state.hidden,
            to_move=index in to_act,
            resigned=index in state.resigned,
            written=written(
                rules,
                state.cards[index],
                tuple(offers.items()) if index == viewer else (),
                last=last[index].box if index in last else "",
                seen_total=index not in unseen,
            ),
        )
        for index in own_first(seats, viewer)
    ]


def sheet(rules: Scorecard, laid: Sequence[CardView]) -> Sheet:
    """All cards as one sheet. Strangers see every column where there are few, players their own."""
    own = laid[0].mine
    return Sheet(
        heads=tuple(_head(rules, card) for card in laid),
        cards=tuple(card.written for card in laid),
        spread=not own and len(laid) * rules.columns <= SPREAD,
        offered=laid[0].written.offered,
    )


def _head(rules: Scorecard, card: CardView) -> Head:
    seat, folds = card.seat, rules.columns > 1 and not card.mine
    how = HIDDEN if card.hidden else str(seat.index) if folds else ""
    return Head(seat.name, card.mine, card.to_move, card.resigned, how)
