"""Pig played perfectly: the known chance of who begins, whole over every roll, and good advice."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.analysis.race import pig_chances
from games.analysis.race.pig import AdvisorPig
from games.analysis.race.pig_chances import PigTables
from games.rules.base import Kind, Move, Pace
from games.rules.pig.game import Pig
from games.rules.pig.turn import State, bank
from games.rules.race import playing

pytestmark = pytest.mark.xdist_group("tables of Pig")  # built once

PIG = Pig()
ALL = [(dice, equal_turns) for dice in ("1", "2") for equal_turns in (False, True)]


@cache
def tables(dice: int) -> PigTables:
    targets = (100,) if dice == 1 else (30, 36)  # small ones take little time
    return PigTables(dice, {each: pig_chances.build(dice, each, lambda done: None) for each in targets})


@cache
def advisor() -> AdvisorPig:
    return AdvisorPig(tables(dice) for dice in (1, 2))


def begun(players: int, **options: object) -> State:
    return PIG.start(players, PIG.clean_options(options), Pace.TURNS, 0)


def played(chance: Random, state: State) -> State:
    """A state somewhere on the way of a match that is played at random, but mostly on to some points."""
    for _ in range(chance.randrange(60)):
        moves = PIG.moves(state, state.seat)
        move = moves[-1] if state.points >= 15 else moves[0]
        if chance.random() < 0.02 and len(playing(state)) > 2:
            move = Move(Kind.RESIGN)
        dice = tuple(chance.randint(1, 6) for _ in range(PIG.dice_wanted(state, state.seat, move)))
        after = PIG.play(state, state.seat, move, dice)
        if after.over:
            break
        state = after
    return state


def test_who_begins_wins_as_often_as_neller_and_presser_say() -> None:
    assert advisor().chances(PIG, begun(2))[0] == pytest.approx(0.5306, abs=5e-5)


@pytest.mark.parametrize(
    ("banked", "holds_at"),
    [((0, 0), 21), ((50, 50), 21), ((0, 90), 100), ((75, 50), 25), ((80, 99), 20)],
)
def test_it_holds_where_perfect_play_does(banked: tuple[int, int], holds_at: int) -> None:
    # Neller and Presser: 21 at the start and when level, and from 71 of either on straight to the target.
    state = replace(begun(2), banked=banked, roll=(6,))
    best = [
        advisor().choices(PIG, replace(state, points=points), 0)[0].move.kind
        for points in range(2, 100 - banked[0] + 1)
    ]
    assert best.index(Kind.BANK) + 2 == holds_at


@pytest.mark.parametrize(("dice", "equal_turns"), ALL)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), players=st.sampled_from([2, 2, 3, 6]))
def test_what_holds_of_every_state(dice: str, equal_turns: bool, seed: int, players: int) -> None:
    chance = Random(seed)
    target = chance.choice([30, 33, 36])
    state = replace(begun(players, dice=dice, equal_turns=equal_turns), target=target)
    state = played(chance, state)
    seat = state.seat
    chances = advisor().chances(PIG, state)
    assert sum(chances) == pytest.approx(1, abs=1e-6)
    assert all(0 <= each <= 1 for each in chances)
    assert all(chances[gone] == 0 for gone in state.resigned)
    choices = advisor().choices(PIG, state, seat)
    assert {choice.move for choice in choices} == set(PIG.moves(state, seat))
    assert choices[0].chance >= choices[-1].chance - 1e-9
    if state.roll:
        assert chances[seat] == pytest.approx(choices[0].chance, abs=1e-6)
    elif players == 2 and (dice == "1" or target != 33):
        assert chances[seat] == pytest.approx(choices[0].chance, abs=1e-4)
    for choice in choices:
        fallen = list(product(range(1, 7), repeat=PIG.dice_wanted(state, seat, choice.move)))
        after = [PIG.play(state, seat, choice.move, faces) for faces in fallen]
        assert choice.chance == pytest.approx(
            np.mean([advisor().chances(PIG, each)[seat] for each in after]), abs=1e-6
        )
        assert choice.points == pytest.approx(np.mean([advisor().points(PIG, each, seat) for each in after]))


@pytest.mark.parametrize("dice", [1, 2])
def test_more_points_are_never_worse(dice: int) -> None:
    for table in tables(dice).tables.values():
        for chances in (table.plain, table.first, table.second):
            assert (np.diff(chances[1:, 1:], axis=0) <= 1e-4).all()
            assert (np.diff(chances[1:, 1:], axis=1) >= -1e-4).all()
        assert (np.diff(table.turns) >= 0).all()


@pytest.mark.parametrize(("dice", "equal_turns"), ALL)
def test_a_bank_that_wins_is_taken(dice: str, equal_turns: bool) -> None:
    state = replace(begun(2, dice=dice, equal_turns=equal_turns), target=30, banked=(29, 20), seat=1)
    for points in range(10, 30):
        now = replace(state, points=points, roll=(5,) * int(dice))
        best = advisor().choices(PIG, now, 1)[0]
        assert (best.move.kind, best.chance) == (Kind.BANK, 1.0)


def test_with_equal_turns_the_last_turn_is_played_for_more_than_a_tie() -> None:
    state = replace(begun(2, equal_turns=True), banked=(100, 88), seat=1, turns=(9, 8), roll=(4,))
    choices = {points: advisor().choices(PIG, replace(state, points=points), 1) for points in (8, 12, 13)}
    assert {points: found[0].move.kind for points, found in choices.items()} == {
        8: Kind.ROLL,
        12: Kind.ROLL,
        13: Kind.BANK,
    }
    assert {choice.move.kind: choice.chance for choice in choices[12]} == pytest.approx(
        {Kind.ROLL: 5 / 6, Kind.BANK: 0.5}
    )
    tied = bank(replace(state, points=12))
    assert tied.over
    assert advisor().chances(PIG, tied) == (0.5, 0.5)


def test_alone_it_takes_the_fewest_turns() -> None:
    state = begun(1)
    assert advisor().chances(PIG, state) == (1.0,)
    near = replace(state, banked=(98,), roll=(2,), points=2)
    assert [choice.move.kind for choice in advisor().choices(PIG, near, 0)] == [Kind.BANK, Kind.ROLL]
    early = replace(state, roll=(5,), points=10)
    assert [choice.move.kind for choice in advisor().choices(PIG, early, 0)] == [Kind.ROLL, Kind.BANK]
    assert tables(1).tables[100].turns[100] == pytest.approx(12.545, abs=0.01)


def test_who_may_not_act_is_not_advised() -> None:
    with pytest.raises(ValueError, match="Seat 1 may not act"):
        advisor().choices(PIG, begun(2), 1)


def test_points_of_a_turn_are_those_of_holding_at_twenty() -> None:
    assert advisor().points(PIG, begun(2), 0) == pytest.approx(8.1418, abs=1e-4)
    assert advisor().points(PIG, begun(2), 1) == pytest.approx(8.1418, abs=1e-4)
