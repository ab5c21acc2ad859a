"""Counting, and telling chance from loaded dice."""

from __future__ import annotations

import math
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from dicepool import statistics
from dicepool.charts import HEIGHT, NARROW, WIDE, charts

SETS = st.lists(st.lists(st.integers(1, 6), min_size=5, max_size=5), min_size=1, max_size=30)


def fair(seed: int, sets: int) -> NDArray[np.uint8]:
    return np.random.default_rng(seed).integers(1, 7, (sets, 5), dtype=np.uint8)


def by_name(tally: statistics.Tally) -> dict[str, statistics.Check]:
    return {check.name: check for check in statistics.checks(tally)}


@pytest.mark.parametrize(
    ("p", "times"), [(1.0, 0), (0.05, 0), (0.049, 20), (0.01, 100), (1e-6, 1_000_000), (0.0, 1_000_000)]
)
def test_what_is_unusual_is_said_in_how_often_it_happens(p: float, times: int) -> None:
    assert statistics.Check("faces", "Faces", (), 0.0, 5, p).once_in == times


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


def test_chi_square_is_reckoned_by_hand() -> None:
    """Five dice on each of 12 rolls: 60 dice, of which each face is expected 10 times."""
    faces = [1] * 5 + [2] * 8 + [3] * 9 + [4] * 8 + [5] * 10 + [6] * 20
    found = by_name(statistics.tally(np.array(faces, dtype=np.uint8).reshape(12, 5)))["faces"]
    assert found.chi_square == pytest.approx((25 + 4 + 1 + 4 + 0 + 100) / 10)
    assert found.df == 5
    assert found.p == pytest.approx(0.02, abs=0.0005)  # 13.388 in the table of Fisher and Yates
    assert found.p == statistics.tail(found.chi_square, 5)


def test_degrees_of_freedom_are_those_of_the_cells() -> None:
    found = by_name(statistics.tally(fair(11, 5000)))
    assert [found[name].df for name in ("faces", "positions", "within", "between")] == [5, 25, 35, 35]


LEVELS = (0.999, 0.99, 0.975, 0.95, 0.9, 0.1, 0.05, 0.025, 0.01, 0.001)
PUBLISHED = {
    1: (0.000, 0.000, 0.001, 0.004, 0.016, 2.706, 3.841, 5.024, 6.635, 10.828),
    2: (0.002, 0.020, 0.051, 0.103, 0.211, 4.605, 5.991, 7.378, 9.210, 13.816),
    3: (0.024, 0.115, 0.216, 0.352, 0.584, 6.251, 7.815, 9.348, 11.345, 16.266),
    5: (0.210, 0.554, 0.831, 1.145, 1.610, 9.236, 11.070, 12.833, 15.086, 20.515),
    10: (1.479, 2.558, 3.247, 3.940, 4.865, 15.987, 18.307, 20.483, 23.209, 29.588),
    20: (5.921, 8.260, 9.591, 10.851, 12.443, 28.412, 31.410, 34.170, 37.566, 45.315),
    25: (8.649, 11.524, 13.120, 14.611, 16.473, 34.382, 37.652, 40.646, 44.314, 52.620),
    30: (11.588, 14.953, 16.791, 18.493, 20.599, 40.256, 43.773, 46.979, 50.892, 59.703),
    100: (61.918, 70.065, 74.222, 77.929, 82.358, 118.498, 124.342, 129.561, 135.807, 149.449),
}
"""By degrees of freedom, what chi-square exceeds with these chances (NIST/SEMATECH e-Handbook, 1.3.6.7.4)."""


@pytest.mark.parametrize("df", PUBLISHED)
def test_the_tail_is_that_of_published_tables(df: int) -> None:
    """To every digit that is printed."""
    for level, printed in zip(LEVELS, PUBLISHED[df], strict=True):
        most = statistics.tail(max(0, printed - 0.0005), df)
        assert statistics.tail(printed + 0.0005, df) <= level <= most


@pytest.mark.parametrize(
    ("chi_square", "df", "chance"),
    [
        (1.0, 1, 0.31731050786291415),  # one standard deviation and more, on either side
        (25.0, 1, 5.733031437583867e-07),  # five
        (2000.0, 1, 0.0),  # less than the smallest number
        (1000.0, 2, math.exp(-500)),
        (1400.0, 4, 701 * math.exp(-700)),
        (0.0, 1, 1.0),
        (0.0, 36, 1.0),
        (1e-9, 575, 1.0),
        (5e-324, 2, 1.0),  # half of the smallest number is none
    ],
)
def test_the_tail_is_right_where_it_is_known_exactly(chi_square: float, df: int, chance: float) -> None:
    assert statistics.tail(chi_square, df) == pytest.approx(chance, rel=1e-11, abs=0)


@pytest.mark.parametrize(("chi_square", "df"), [(0.02, 25), (0.02, 35), (0.587, 36), (0.587, 100)])
def test_the_tail_is_never_more_than_certain(chi_square: float, df: int) -> None:
    """Here the terms, each rounded, add up to the next number above 1."""
    assert statistics.tail(chi_square, df) == 1.0


STATISTICS = st.floats(0, 5_000)
FREEDOMS = st.integers(1, 600)


@given(STATISTICS, STATISTICS, FREEDOMS)
def test_the_tail_is_a_chance_and_falls(one: float, other: float, df: int) -> None:
    low, high = sorted((one, other))
    assert 0 <= statistics.tail(high, df) <= statistics.tail(low, df) * (1 + 1e-11) <= 1 + 1e-11


@given(STATISTICS, FREEDOMS)
def test_the_tail_grows_with_the_degrees_of_freedom(chi_square: float, df: int) -> None:
    """Another square is added to the sum of as many squares as there are degrees of freedom."""
    fewer, more = statistics.tail(chi_square, df), statistics.tail(chi_square, df + 1)
    assert fewer <= more * (1 + 1e-11)


@given(st.floats(0.5, 100), st.floats(0.1, 5), st.integers(1, 60))
def test_the_tail_is_what_lies_beyond_under_the_density(low: float, width: float, df: int) -> None:
    """By Simpson's rule, which knows nothing of closed forms: the density between two ends of tails."""
    density = [
        math.exp((df / 2 - 1) * math.log(x / 2) - x / 2 - math.lgamma(df / 2)) / 2
        for x in np.linspace(low, low + width, 201).tolist()
    ]
    between = (density[0] + density[-1] + 4 * sum(density[1:-1:2]) + 2 * sum(density[2:-1:2])) * width / 600
    assert statistics.tail(low, df) - statistics.tail(low + width, df) == pytest.approx(between, abs=1e-9)


@pytest.mark.parametrize(("chi_square", "df"), [(-0.1, 5), (math.inf, 5), (math.nan, 5), (1.0, 0), (1.0, -1)])
def test_there_is_no_tail_of_what_is_no_chi_square(chi_square: float, df: int) -> None:
    with pytest.raises(ValueError, match="no chi-square"):
        statistics.tail(chi_square, df)


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
            assert all(0 < dot.x < 100 and 0 < dot.y < HEIGHT for dot in chart.dots)
            assert sum(dot.outside for dot in chart.dots) == chart.check.outside
            labelled = [dot for dot in chart.dots if dot.label]
            narrow = [dot for dot in labelled if not dot.wide_only]
            for shown, width in ((labelled, WIDE), (narrow, NARROW)):
                steps = [
                    (width * (right.x - left.x) / 100, len(left.label)) for left, right in pairwise(shown)
                ]
                assert all(step > 8 * letters for step, letters in steps)
            assert 0 < chart.band_top < chart.middle < chart.band_top + chart.band_height < HEIGHT
