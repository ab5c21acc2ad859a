"""Tables and turns of Dice 10000 in few words, for tests."""

from dataclasses import replace
from typing import Any

import pytest

from games.rules.base import IllegalMove, Kind, Move, Pace
from games.rules.ten_thousand.game import DICE_10000
from games.rules.ten_thousand.turn import State

BUST = "223346"
BUSTED = f"roll:{BUST}"
THOUSAND = "roll:111236 111+bank"
"""A turn that banks 1000 and leaves three dice."""


def dice(text: str) -> tuple[int, ...]:
    return tuple(int(face) for face in text)


def table(players: int = 2, **options: Any) -> State:
    return DICE_10000.start(players, DICE_10000.clean_options(options), Pace.TURNS, 0)


def after(state: State, script: str) -> State:
    """The state after moves such as `roll:112346`, `11+roll:5524`, `5+bank`, `pick-up:14`, `2.resign`.

    A move is of the seat to act unless a seat and a dot stand before it.
    """
    for step in script.split():
        act, _, rolled = step.partition(":")
        whose, dot, act = act.rpartition(".")
        keep, _, kind = act.rpartition("+")
        seat = int(whose) if dot else state.seat
        state = DICE_10000.play(state, seat, Move(Kind(kind), dice(keep)), dice(rolled))
    return state


def with_totals(*totals: int, **options: Any) -> State:
    """A table at which everybody is on the table with these banked totals."""
    state = table(len(totals), **options)
    return replace(state, banked=totals, on_table=(True,) * len(totals))


def refused(state: State, script: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        after(state, script)
    return str(refusal.value)
