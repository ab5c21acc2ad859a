"""Dice 10000 as the page lays it: the race to the target, the turn so far, and what may be set aside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.models import Seat
from games.rules.base import Kind
from games.rules.dice10000 import Dice10000
from games.rules.dice10000_turn import (
    FIRST_BANK,
    Offer,
    State,
    aside_points,
    legal_keeps,
    offer,
    turn_points,
)
from games.views.cards import Die


@dataclass(frozen=True, slots=True)
class Runner:
    """A seat in the race: what it has banked, and how far along that is."""

    seat: Seat
    mine: bool
    to_move: bool
    resigned: bool
    banked: int
    on_table: bool
    percent: int
    opener: bool


@dataclass(frozen=True, slots=True)
class Keep:
    """A choice of dice that may be set aside: its worth, and what the turn would then stand at."""

    dice: tuple[int, ...]
    points: int
    turn: int
    left: int
    can_bank: bool


@dataclass(frozen=True, slots=True)
class TurnView:
    """The turn that is being played."""

    dice: tuple[Die, ...]
    aside: tuple[int, ...]
    points: int
    keeps: tuple[Keep, ...]
    can_roll: bool
    can_bank: bool
    offer: Offer | None
    needs: int
    """What a first bank takes, 0 once the seat is on the table."""


def race(state: State, seats: Sequence[Seat], viewer: int | None) -> list[Runner]:
    """Everybody in the order of the seats, the own seat first."""
    order = sorted(range(len(seats)), key=lambda index: (index != viewer, index))
    return [
        Runner(
            seat=seats[index],
            mine=index == viewer,
            to_move=not state.over and index == state.seat,
            resigned=index in state.resigned,
            banked=state.banked[index],
            on_table=state.on_table[index],
            percent=min(100, state.banked[index] * 100 // state.target),
            opener=index == state.opener,
        )
        for index in order
    ]


def turn(rules: Dice10000, state: State, seat: int) -> TurnView:
    """The dice on the table and every choice of them that the rules allow, the best first."""
    moves = rules.moves(state, seat)
    banks = {move.keep for move in moves if move.kind is Kind.BANK}
    keeps = sorted(
        (
            Keep(
                dice=keep,
                points=aside_points(state, keep),
                turn=turn_points(state) + aside_points(state, keep),
                left=len(state.roll) - len(keep),
                can_bank=keep in banks,
            )
            for keep in legal_keeps(state)
        ),
        key=lambda keep: (-keep.points, len(keep.dice)),
    )
    return TurnView(
        dice=tuple(Die(face, kept=False) for face in state.roll),
        aside=state.hand,
        points=turn_points(state),
        keeps=tuple(keeps),
        can_roll=any(move.kind is Kind.ROLL for move in moves),
        can_bank=bool(banks),
        offer=offer(state),
        needs=0 if state.on_table[seat] else FIRST_BANK,
    )
