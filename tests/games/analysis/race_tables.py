"""Small tables of winning chances at Dice 10000, and states to ask about, for tests."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

from games.analysis.race.dice_10000 import Advisor10000
from games.analysis.race.duel import Duel
from games.analysis.race.duel_build import build
from games.rules.base import Pace
from games.rules.ten_thousand.game import Dice10000
from games.rules.ten_thousand.scoring import Scoring
from games.rules.ten_thousand.turn import State

DK = Dice10000()
ROUGH = (1, 2, 3, 5, 8, 14, 24, 40, 200, 400)
"""Distances in steps that make a table in a second: coarse, but all that must hold of the real one holds."""
NEAR = tuple(range(1, 13))
"""Every distance near the target: nothing lies between the rows of this table."""


@cache
def duel(scoring: Scoring, *, pick_up: bool, distances: tuple[int, ...] = ROUGH) -> Duel:
    return build(scoring, pick_up=pick_up, progress=lambda done: None, distances=distances)


@cache
def advisor(distances: tuple[int, ...] = ROUGH) -> Advisor10000:
    return Advisor10000(
        duel(scoring, pick_up=pick_up, distances=distances)
        for scoring in Scoring
        for pick_up in (True, False)
    )


def played(chance: Random, players: int, **options: Any) -> State:
    """A state of a match with these options, played at random but mostly to bank, somewhere on its way."""
    state = DK.start(players, DK.clean_options(options), Pace.TURNS, 0)
    for _ in range(chance.randrange(80)):
        moves = DK.moves(state, state.seat)
        banks = [move for move in moves if move.kind == "bank"]
        move = chance.choice(banks if banks and chance.random() < 0.5 else moves)
        rolled = tuple(chance.randint(1, 6) for _ in range(DK.dice_wanted(state, state.seat, move)))
        after = DK.play(state, state.seat, move, rolled)
        if after.over:
            break
        state = after
    return state
