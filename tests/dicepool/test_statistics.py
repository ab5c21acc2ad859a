"""Counting, and telling chance from loaded dice."""

from __future__ import annotations

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import chisquare

from dicepool import statistics
from dicepool.charts import HEIGHT, WIDTH, charts

SETS = st.lists(st.lists(st.integers(1, 6), min_size=5, max_size=5), min_size=1, max_size=30)


def fair(seed: int, sets: int) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(1, 7, (sets, 5), dtype=np.uint8)


def by_name(tally: statistics.Tally) -> dict[str, statistics.Check]:
    return {check.name: check for check in statistics.checks(tally)}


def test_a_loaded_pool_is_found() -> None:
    """The six falls 1 % too often, over 10 million dice."""
    six = 1.01 / 6
    chances = [(1 - six) / 5] * 5 + [six]
    random = np.random.default_rng(7)
    dice = random.choice(np.arange(1, 7, dtype=np.uint8), (2_000_000, 5), p=chances)
    found = by_name(statistics.tally(dice))
    assert found["faces"].p < 1e-12
    assert found["positions"].p < 1e-9
    assert found["faces"].cells[5].deviation > 10


def test_a_fair_pool_alarms_no_more_often_than_its_level_says() -> None:
    chances = [
        check.p for seed in range(20) for check in statistics.checks(statistics.tally(fair(seed, 100_000)))
    ]
    assert len(chances) == 120
    assert sum(p < 0.05 for p in chances) <= 12  # 6 on average; more than 12 once in 100 such series
    assert sum(p < 0.001 for p in chances) <= 1
    assert sum(p > 0.5 for p in chances) >= 40


@pytest.mark.parametrize(
    ("name", "spoil"),
    [
        ("positions", lambda dice: np.column_stack([np.where(dice[:, 0] == 1, 2, dice[:, 0]), dice[:, 1:]])),
        ("within", lambda dice: np.column_stack([dice[:, 0], dice[:, 0], dice[:, 2:]])),
        ("between", lambda dice: np.column_stack([np.roll(dice[:, 4], 1), dice[:, 1:]])),
        ("kinds", lambda dice: np.where((np.arange(len(dice)) % 500 == 0)[:, None], dice[:, :1], dice)),
        ("sums", lambda dice: np.where((np.arange(len(dice)) % 500 == 0)[:, None], dice[:, :1], dice)),
    ],
)
def test_each_test_finds_what_it_is_there_for(name: str, spoil: object) -> None:
    assert callable(spoil)
    spoiled = spoil(fair(3, 100_000)).astype(np.uint8)
    assert by_name(statistics.tally(spoiled))[name].p < 1e-6


def test_chances_are_those_of_all_7776_sets() -> None:
    every = np.array(list(product(range(1, 7), repeat=5)), dtype=np.uint8)
    counted = statistics.tally(every)
    assert counted.kinds.tolist() == [6, 240, 960, 6570]
    assert counted.sums.tolist() == counted.sums.tolist()[::-1]
    assert (counted.sums[0], counted.sums[12], counted.sums.sum()) == (1, 780, 7776)
    for check in statistics.checks(counted):
        if check.name != "between":
            assert check.chi_square == pytest.approx(0, abs=1e-9)
            assert check.p == pytest.approx(1)


def test_chi_square_is_scipys() -> None:
    counted = statistics.tally(fair(11, 5000))
    found = by_name(counted)
    faces = chisquare(counted.positions.sum(axis=0))
    assert found["faces"].chi_square == pytest.approx(faces.statistic)
    assert found["faces"].p == pytest.approx(faces.pvalue)
    assert [found[name].df for name in ("faces", "positions", "within", "between")] == [5, 25, 35, 35]


@given(SETS, SETS)
def test_days_add_up(one: list[list[int]], other: list[list[int]]) -> None:
    first, second = np.array(one, dtype=np.uint8), np.array(other, dtype=np.uint8)
    together = statistics.tally(np.concatenate([first, second]))
    added = statistics.tally(first) + statistics.tally(second, before=int(first[-1, 4]))
    assert added.dump() == together.dump()


@given(SETS)
def test_neighbours_are_counted_by_hand(sets: list[list[int]]) -> None:
    counted = statistics.tally(np.array(sets, dtype=np.uint8))
    within, between = np.zeros((6, 6)), np.zeros((6, 6))
    for dice in sets:
        within[dice[0] - 1, dice[1] - 1] += 1
        within[dice[2] - 1, dice[3] - 1] += 1
    for before, after in pairwise(sets):
        between[before[4] - 1, after[0] - 1] += 1
    assert (counted.within == within).all()
    assert (counted.between == between).all()


def test_a_tally_survives_json_unchanged() -> None:
    counted = statistics.tally(fair(1, 100))
    assert statistics.load(counted.dump()).dump() == counted.dump()


def test_my_dice_are_rolls_of_any_length() -> None:
    counted = statistics.tally_rolls([(6,), (1, 1, 1), (2, 3, 4, 5, 6), (1, 2, 3, 4, 5, 6)])
    assert (counted.rolls, counted.dice) == (4, 15)
    assert counted.positions[5].tolist() == [0, 0, 0, 0, 0, 1]
    assert counted.kinds.tolist() == [0, 1, 0, 0]
    assert counted.within.sum() == 1 + 2 + 3
    assert counted.between.sum() == 0


def test_my_dice_are_tested_like_everybodys() -> None:
    dice = fair(5, 4000)
    whole = by_name(statistics.tally(dice))
    mine = by_name(statistics.tally_rolls(map(tuple, dice.tolist())))
    assert "between" not in mine
    assert mine["faces"] == whole["faces"]
    assert mine["sums"] == whole["sums"]


def test_no_dice_give_no_tests_and_few_dice_join_their_cells() -> None:
    assert statistics.checks(statistics.Tally()) == []
    found = by_name(statistics.tally(fair(2, 30)))
    for check in found.values():
        assert all(cell.expected >= statistics.LEAST_EXPECTED for cell in check.cells)
        assert check.df == len(check.cells) - (5 if check.name == "positions" else 1)


def test_every_dot_of_a_chart_is_on_it() -> None:
    loaded = np.full((3000, 5), 6, dtype=np.uint8)
    for dice in (fair(1, 3000), loaded):
        drawn = charts(statistics.tally(dice))
        assert {chart.check.name for chart in drawn} >= {"faces", "sums"}
        for chart in drawn:
            assert all(0 < dot.x < WIDTH and 0 < dot.y < HEIGHT for dot in chart.dots)
            assert sum(dot.outside for dot in chart.dots) == chart.check.outside
            labelled = [dot for dot in chart.dots if dot.label]
            assert all(right.x - left.x > 8 * len(left.label) for left, right in pairwise(labelled))
            assert 0 < chart.band_top < chart.middle < chart.band_top + chart.band_height < HEIGHT
