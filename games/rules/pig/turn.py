"""One turn of Pig and what it leaves behind: the state, and its steps.

The steps change the state and trust their caller to have checked the move (docs/rules-pig.md).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from games.rules.base import Dice
from games.rules.race import playing
from games.rules.states import put


class End(StrEnum):
    """How a turn ended."""

    BANK = "bank"
    ONE = "one"
    DOUBLE_ONE = "double-one"
    RESIGN = "resign"
    TIMEOUT = "timeout"


@dataclass(frozen=True, slots=True)
class TurnEnd:
    """The end of the latest turn: whose, how, the points banked or lost, and its last roll.

    What is lost is what the turn had gathered, and with a double 1 what was banked as well.
    """

    seat: int
    end: End
    points: int
    roll: Dice


@dataclass(frozen=True, slots=True)
class State:
    """A match of Pig. Tuples that are not dice hold one value a seat, but for `resigned`.

    `seat` is to act unless `over`. `roll` is the last roll of the turn, () before the first; `points` what
    the turn has gathered. `turns` counts the turns that each seat has ended. `late` seats have let their
    latest turn time out. `resigned` seats stand in the order in which they left.
    """

    dice: int
    target: int
    equal_turns: bool
    starter: int
    seat: int
    banked: tuple[int, ...]
    turns: tuple[int, ...]
    late: tuple[bool, ...]
    resigned: tuple[int, ...] = ()
    roll: Dice = ()
    points: int = 0
    last: TurnEnd | None = None
    over: bool = False


def roll(state: State, dice: Dice) -> State:
    """The state after the seat to act rolled `dice`: they are added, or a 1 among them ends the turn."""
    state = replace(state, roll=dice, late=put(state.late, state.seat, value=False))
    ones = dice.count(1)
    if not ones:
        return replace(state, points=state.points + sum(dice))
    if ones == 1:
        return _end_turn(state, End.ONE, state.points)
    lost = state.points + state.banked[state.seat]
    return _end_turn(replace(state, banked=put(state.banked, state.seat, 0)), End.DOUBLE_ONE, lost)


def bank(state: State) -> State:
    """The state after the seat to act banked what its turn had gathered, which may end the match."""
    total = state.banked[state.seat] + state.points
    return _end_turn(replace(state, banked=put(state.banked, state.seat, total)), End.BANK, state.points)


def resign(state: State, seat: int, end: End) -> State:
    """The seat leaves with its total as it is; the last one left has won, and alone it is just over."""
    state = replace(state, resigned=(*state.resigned, seat))
    if len(playing(state)) <= 1:
        last = TurnEnd(seat, end, state.points, state.roll) if seat == state.seat else state.last
        return replace(state, roll=(), points=0, last=last, over=True)
    return _end_turn(state, end, state.points) if seat == state.seat else state


def time_out(state: State) -> State:
    """The turn is lost. Alone, of two, or twice in a row without a move between, the seat leaves."""
    if len(state.banked) <= 2 or state.late[state.seat]:
        return resign(state, state.seat, End.TIMEOUT)
    late = put(state.late, state.seat, value=True)
    return _end_turn(replace(state, late=late), End.TIMEOUT, state.points)


def _end_turn(state: State, end: End, points: int) -> State:
    """End the turn and let the next seat play, unless the match is over with it."""
    seat = state.seat
    last = TurnEnd(seat, end, points, state.roll)
    turns = put(state.turns, seat, state.turns[seat] + 1)
    state = replace(state, roll=(), points=0, last=last, turns=turns)
    if not state.equal_turns and _reached(state):
        return replace(state, over=True)
    return _pass_on(state)


def _pass_on(state: State) -> State:
    """The next seat that plays on is to act; where a round ends with this, the match may end as well."""
    seats = len(state.banked)
    seat = state.seat
    while True:
        seat = (seat + 1) % seats
        # The round ends where it began, also when whoever began it has left.
        if seat == state.starter and _reached(state):
            return replace(state, over=True)
        if seat not in state.resigned:
            return replace(state, seat=seat)


def _reached(state: State) -> bool:
    return max(state.banked) >= state.target
