"""What a turn of Dice 10000 is expected to add: the known means, and whole over every roll."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.analysis.race import points as turns
from games.analysis.race.hands import FRESH, hands, rolls
from games.analysis.race.turn import worth
from games.rules.base import Kind, Move
from games.rules.ten_thousand.scoring import Scoring
from tests.games.analysis.race_tables import DK, advisor, played
from tests.games.rules.dice10000 import after, table, with_totals

pytestmark = pytest.mark.xdist_group("tables of Dice 10000")  # built once


@pytest.mark.parametrize(("scoring", "mean"), [(Scoring.STANDARD, 560.70), (Scoring.ALTERNATIVE, 812.81)])
def test_a_turn_on_the_table_brings_what_is_known_of_it(scoring: Scoring, mean: float) -> None:
    assert turns.fresh(scoring, on_table=True) == pytest.approx(mean, abs=0.005)


@pytest.mark.parametrize("scoring", Scoring)
def test_the_opening_costs_points(scoring: Scoring) -> None:
    assert turns.fresh(scoring, on_table=False) < turns.fresh(scoring, on_table=True)


@pytest.mark.parametrize("scoring", Scoring)
def test_it_would_not_roll_on_beyond_the_ceiling_if_it_could(scoring: Scoring) -> None:
    found = hands(scoring)
    ceiling = turns.ceiling(found)
    steps = np.arange(2 * ceiling + found.most) * 50.0
    before, _ = worth(found, np.repeat(steps[:, None], 6, axis=1), 0.0, 10_000 + steps[: -found.most])
    assert (before[ceiling:].max(axis=1) <= steps[ceiling : len(before)]).all()
    assert before[ceiling - 1].max() > steps[ceiling - 1]
    assert before[0, FRESH] == pytest.approx(turns.fresh(scoring, on_table=True), abs=1e-9)


@settings(max_examples=15, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    scoring=st.sampled_from([scoring.value for scoring in Scoring]),
    players=st.integers(2, 4),
)
def test_points_are_the_mean_over_the_dice(seed: int, scoring: str, players: int) -> None:
    chance = Random(seed)
    state = played(chance, players, scoring=scoring)
    seat = state.seat
    choices = advisor().choices(DK, state, seat)
    assert advisor().points(DK, state, seat) == max(choice.points for choice in choices)
    for choice in chance.sample(choices, min(3, len(choices))):
        number = DK.dice_wanted(state, seat, choice.move)
        fallen = rolls(number) if number else (((), 1.0),)
        mean = sum(
            likely * advisor().points(DK, DK.play(state, seat, choice.move, dice), seat)
            for dice, likely in fallen
        )
        assert choice.points == pytest.approx(mean, abs=1e-6)


def test_beyond_the_ceiling_points_go_on() -> None:
    far = 60_000
    for scoring in Scoring:
        bust = hands(scoring).bust[FRESH]
        low, high = (turns.rolling(scoring, far // 50 + more, FRESH, on_table=True) for more in (0, 1))
        assert high - low == pytest.approx(50 * (1 - bust))


def test_what_a_turn_has_added_is_said_until_the_next_one_of_the_seat() -> None:
    state = after(with_totals(600, 600), "roll:111236 111+bank")
    assert advisor().points(DK, state, 0) == 1000
    state = after(state, "roll:223346")
    assert advisor().points(DK, state, 1) == 0
    assert advisor().points(DK, state, 0) == pytest.approx(turns.fresh(Scoring.STANDARD, on_table=True))
    won = after(with_totals(600, 600), "roll:111111")
    assert advisor().points(DK, won, 0) == turns.SIX_ALIKE
    assert advisor().points(DK, won, 1) == 0


def test_a_player_off_the_table_is_told_to_roll_until_it_is_on() -> None:
    state = after(table(), "roll:523346")
    assert [choice.move for choice in advisor().choices(DK, state, 0)] == [Move(Kind.ROLL, (5,))]
    assert advisor().points(DK, state, 0) > 0
