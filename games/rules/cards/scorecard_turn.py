"""The table of a score-card match: its state, whose turn it is, how a turn ends, how a seat leaves.

The steps (`end_turn`, `resign`) trust their caller to have checked the move (rules.md, "Common to
the score-card games").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from games.rules.base import Dice, IllegalMove, Kind, Pace
from games.rules.cards.card import Card
from games.rules.states import put
from games.said import gettext as _


@dataclass(frozen=True, slots=True)
class Hand:
    """The dice of a turn as they lie: the first `kept` were kept out of the last roll, the rest rolled."""

    dice: Dice = ()
    kept: int = 0
    rolls: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A match of cards. Tuples have one item a seat.

    `turn` is the seat to play under `turns` (0 and meaningless where cards are apart); `resigned` lists
    seats in the order in which they left; `timeouts` counts those in a row; `hidden` lists the
    seats whose card and hand a view has blanked.
    """

    pace: Pace
    turn: int
    cards: tuple[Card, ...]
    hands: tuple[Hand, ...]
    timeouts: tuple[int, ...]
    resigned: tuple[int, ...] = ()
    hidden: tuple[int, ...] = ()


def remaining(state: State) -> tuple[int, ...]:
    """The seats that have not resigned, in order."""
    return tuple(seat for seat in range(len(state.cards)) if seat not in state.resigned)


def playing(state: State, seat: int) -> bool:
    """Whether the seat still has boxes to fill, as far as a view lets one know."""
    return seat in remaining(state) and seat not in state.hidden and not state.cards[seat].full


def is_over(state: State) -> bool:
    """Whether every card is full, or no opponent is left."""
    seats = remaining(state)
    alone = len(seats) == 1 < len(state.cards)
    return alone or all(state.cards[seat].full for seat in seats)


def check_seat(state: State, seat: int, kind: Kind) -> None:
    """Raise IllegalMove unless the seat may make a move of this kind now; resigning needs no turn."""
    if is_over(state):
        raise IllegalMove(_("The match is over: look at its result."))
    if not 0 <= seat < len(state.cards):
        raise IllegalMove(_("There is no such seat at this table: choose one that plays."))
    if seat in state.resigned:
        raise IllegalMove(_("This seat has resigned: wait for the result."))
    if not playing(state, seat):
        raise IllegalMove(_("This card is full: wait for the others to finish theirs."))
    if state.pace is Pace.TURNS and seat != state.turn and kind is not Kind.RESIGN:
        raise IllegalMove(_("It is not your turn: wait until the others have played."))


def end_turn(state: State, seat: int, card: Card) -> State:
    """The seat holds this card now and its dice are off the table; whoever plays next is to move."""
    state = replace(state, cards=put(state.cards, seat, card), hands=put(state.hands, seat, Hand()))
    return _pass_on(state, seat)


def resign(state: State, seat: int) -> State:
    """The seat leaves with its total as it is; if it was its turn, play passes."""
    state = replace(state, hands=put(state.hands, seat, Hand()), resigned=(*state.resigned, seat))
    return _pass_on(state, seat)


def _pass_on(state: State, seat: int) -> State:
    if state.pace.apart or seat != state.turn:
        return state
    seats = len(state.cards)
    order = ((seat + step) % seats for step in range(1, seats + 1))
    return replace(state, turn=next((other for other in order if playing(state, other)), seat))


def dump(state: State) -> dict[str, Any]:
    """The state as JSON values."""
    cards = [
        {"columns": [list(column) for column in card.columns], "extras": card.extras} for card in state.cards
    ]
    hands = [{"dice": list(hand.dice), "kept": hand.kept, "rolls": hand.rolls} for hand in state.hands]
    return {
        "pace": state.pace.value,
        "turn": state.turn,
        "cards": cards,
        "hands": hands,
        "timeouts": list(state.timeouts),
        "resigned": list(state.resigned),
        "hidden": list(state.hidden),
    }


def load(stored: Mapping[str, Any]) -> State:
    """The state that `dump` stored."""
    cards = (
        Card(tuple(tuple(column) for column in card["columns"]), card["extras"]) for card in stored["cards"]
    )
    hands = (Hand(tuple(hand["dice"]), hand["kept"], hand["rolls"]) for hand in stored["hands"])
    return State(
        pace=Pace(stored["pace"]),
        turn=stored["turn"],
        cards=tuple(cards),
        hands=tuple(hands),
        timeouts=tuple(stored["timeouts"]),
        resigned=tuple(stored["resigned"]),
        hidden=tuple(stored["hidden"]),
    )
