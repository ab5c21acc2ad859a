"""How near to perfect somebody decides: whom the page marks, on simulated sites of players at real cards.

Cards of Boat are played by robots of many strengths, from beginner to better than expert, beside the advisor
that reviews ask. A site's players are of these, each with `WINDOW` cards; the dice are fixed, so a site
always passes or always fails.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import erfc, exp, log, sqrt
from statistics import fmean
from typing import Any

import pytest

from games.analysis import advisors
from games.analysis import fair_play as measured
from games.analysis.base import Advisor, Choice
from games.analysis.fair_play import (
    BANDS,
    FALSE_ALARMS,
    FEWEST,
    LEAST_HARD,
    RESERVE,
    WINDOW,
    Figures,
    Population,
    band_of,
    beside,
    chance_of,
    is_marked,
    share_of,
    student_above,
)
from games.analysis.judging import review
from games.analysis.review import Sums
from games.rules import RULES
from games.rules.base import Pace
from games.tables.habits import HABITS, Habit
from games.tables.robots import drawn, liked
from tests.games.analysis.test_review import Act
from tests.tabled import tables

RULE = RULES["BO"]
CARDS = 30
"""That each strength plays."""
STEP = 1.25
STRENGTHS = tuple(4.4 / STEP**step for step in range(12))
"""What they hardly mind, in points, from a beginner's on; the expert robot's is 0.65."""
LEVELS = tuple(1 / habit.points for habit in HABITS["BO"].values())
SITES = 150
PLAYERS = 100
ONE_BANK = pytest.mark.xdist_group("a bank of cards")
"""The cards are played once, by the one process that looks at them."""


@dataclass(frozen=True)
class Played:
    """Someone of a site: their measure, and the band of their rating."""

    measure: int
    band: int


def play(advisor: Advisor[Any, Any], habit: Habit | None, seed: str) -> Sums:
    """One card, reviewed as every match is."""
    dice = random.Random(seed)
    state = start = RULE.start(1, RULE.clean_options({}), Pace.TURNS, 0)
    acts = []
    while RULE.result(state) is None:
        choices: Sequence[Choice] = advisor.choices(RULE, state, 0)
        chosen = 0
        if habit is not None and len(choices) > 1:
            chosen = drawn(liked(habit, choices, RULE.preview(state, 0)), dice.random())
        move = choices[chosen].move
        act = Act(0, move, tuple(dice.randint(1, 6) for _ in range(RULE.dice_wanted(state, 0, move))))
        acts.append(act)
        state = RULE.play(state, 0, move, act.dice)
    return review(RULE, advisor, start, acts).seats[0]


@pytest.fixture(scope="module")
def bank() -> list[list[Sums]]:
    """Cards of each strength; the last of perfect play."""
    advisor = advisors.advisor_of(RULE, tables("BO"))
    habits = [Habit(points=1 / mistake) for mistake in STRENGTHS]
    found = [[play(advisor, habit, f"{habit} {card}") for card in range(CARDS)] for habit in habits]
    return [*found, [play(advisor, None, f"perfect {card}") for card in range(CARDS)]]


def someone(bank: list[list[Sums]], mistake: float, chance: random.Random) -> Played:
    """Who plays so well, rated as well as a rating knows it."""
    at = min(max(0.0, log(STRENGTHS[0] / mistake) / log(STEP)), len(STRENGTHS) - 1.001)
    near = round(WINDOW * (at - int(at)))
    cards = chance.choices(bank[int(at)], k=WINDOW - near) + chance.choices(bank[int(at) + 1], k=near)
    rating = 1500 + 220 * log(1.3 / mistake) + chance.gauss(0, 70)
    return Played(measure_of(cards), band_of(rating))


def measure_of(cards: Sequence[Sums]) -> int:
    hard, best = sum(card.hard for card in cards), sum(card.hard_best for card in cards)
    found = Figures(matches=len(cards), hard=hard, hard_best=best).measure
    assert found is not None
    return found


def shown(cards: Sequence[Sums]) -> Figures:
    figures = Figures()
    for card in cards:
        figures = figures.plus(card, by_points=True)
    return figures


def honest(kind: str, chance: random.Random) -> float:
    """What one of these hardly minds."""
    if kind == "levels":
        return chance.choice(LEVELS)
    if kind == "people":
        return 1.4 * exp(chance.gauss(0, 0.4))
    return 0.75 if chance.random() < 0.1 else 1.9 * exp(chance.gauss(0, 0.25))  # a club of experts


def verdicts(players: Sequence[Played]) -> Iterator[float]:
    """How likely what each shows is beside the others, times how many are looked at."""
    bands = [Population()] * (len(BANDS) + 1)
    for one in players:
        bands[one.band] = bands[one.band].plus(Population(1, one.measure, one.measure**2))
    whole = Population()
    for band in bands:
        whole = whole.plus(band)
    for one in players:
        others = beside(bands[one.band].without(one.measure), whole.without(one.measure))
        assert others is not None
        chance = chance_of(one.measure, others)
        yield chance * len(players)


@ONE_BANK
@pytest.mark.parametrize("kind", ["levels", "people", "experts among them"])
def test_honest_players_are_hardly_ever_marked(bank: list[list[Sums]], kind: str) -> None:
    """In at most 1 of 100 looks; and were the limit 1 of 5, in at most 1 of 5: so the whole tail holds."""
    least = []
    for site in range(SITES):
        chance = random.Random(f"{kind} {site}")
        players = [someone(bank, honest(kind, chance), chance) for _ in range(PLAYERS)]
        least.append(min(verdicts(players)))
    for limit in (FALSE_ALARMS, 0.2):
        alarms = sum(one * RESERVE <= limit for one in least)
        assert alarms <= SITES * limit + 2 * sqrt(SITES * limit * (1 - limit)), (kind, limit, alarms)


@ONE_BANK
@pytest.mark.parametrize("kind", ["levels", "people"])
def test_who_follows_perfect_play_from_some_match_on_is_marked(bank: list[list[Sums]], kind: str) -> None:
    marked = dict.fromkeys((5, 20, WINDOW), 0)
    for site in range(40):
        chance = random.Random(f"power {kind} {site}")
        others = [someone(bank, honest(kind, chance), chance) for _ in range(PLAYERS - 1)]
        before = bank[STRENGTHS.index(min(STRENGTHS, key=lambda one: abs(one - 1.4)))]
        for matches in marked:
            cards = chance.choices(before, k=WINDOW - matches) + chance.choices(bank[-1], k=matches)
            one = Played(measure_of(cards), band_of(1600))
            *_, last = verdicts([*others, one])
            marked[matches] += is_marked(last / PLAYERS, PLAYERS)
    assert marked[5] <= 2, "five matches prove nothing"
    assert marked[20] >= 38
    assert marked[WINDOW] == 40


@ONE_BANK
def test_perfect_play_is_always_right_where_it_is_hard_and_others_are_not(bank: list[list[Sums]]) -> None:
    perfect, expert, beginner = (shown(bank[at]) for at in (-1, -2, 0))
    assert perfect.hard == perfect.hard_best > 0
    assert perfect.best == perfect.decisions
    assert perfect.cost == 0
    assert perfect.accuracy == 100
    shares = [one.hard_best / one.hard for one in (beginner, expert)]
    assert shares[0] < shares[1] < 0.98
    easy = [(one.best - one.hard_best) / (one.decisions - one.hard) for one in (beginner, expert)]
    assert easy[1] > shares[1], "strong players differ where it is hard"


def test_one_who_is_as_good_as_many_is_not_marked() -> None:
    alike = Population()
    for measure in range(-80, -40):
        alike = alike.plus(Population(1, measure, measure**2))
    assert not is_marked(chance_of(-40, alike.without(-40)), 40)


def test_where_all_play_alike_a_little_more_is_no_proof() -> None:
    alike = Population(1000, -100 * 1000, 100 * 100 * 1000)
    assert alike.deviation == measured.LEAST_DEVIATION * measured.UNIT
    assert not is_marked(chance_of(-50, alike), 1000)
    assert is_marked(chance_of(100, alike), 1000)


def test_too_few_others_say_nothing() -> None:
    few, many = Population(FEWEST - 1, 0, 100), Population(FEWEST, 0, 100)
    assert beside(few, few) is None
    assert beside(few, many) == many
    assert beside(many, many.plus(few)) == many


def test_a_population_is_put_together_and_taken_apart_exactly() -> None:
    found = Population()
    for measure in (-3, 5, 8):
        found = found.plus(Population(1, measure, measure**2))
    assert found == Population(3, 10, 98)
    assert found.without(5) == Population(2, 5, 73)
    assert found.mean == pytest.approx(10 / 3)


@pytest.mark.parametrize(
    ("t", "freedom", "chance"),
    [(0, 5, 0.5), (1.812461, 10, 0.05), (2.045230, 29, 0.025), (3.646, 30, 0.0005), (-1.812461, 10, 0.95)],
)
def test_students_distribution_is_that_of_the_books(t: float, freedom: int, chance: float) -> None:
    assert student_above(t, freedom) == pytest.approx(chance, rel=1e-3)


@pytest.mark.parametrize("t", [0.5, 2.0, 5.0, 8.0])
def test_of_many_it_is_normal(t: float) -> None:
    assert student_above(t, 3_000_000) == pytest.approx(erfc(t / sqrt(2)) / 2, rel=0.03)


def test_a_measure_is_of_what_was_hard() -> None:
    figures = Figures(WINDOW, decisions=800, best=700, hard=200, hard_best=50, cost=40.0, at_stake=800.0)
    assert figures.each == 0.05
    assert figures.accuracy == 95
    assert share_of(figures.measure or 0) == pytest.approx(0.25, abs=0.005)
    always = replace(figures, hard_best=200).measure
    assert always is not None
    assert share_of(always) > 0.99
    assert replace(figures, matches=WINDOW - 1).measure is None
    assert replace(figures, hard=LEAST_HARD - 1, hard_best=0).measure is None
    assert Figures().accuracy is None


def test_bands_are_of_ratings() -> None:
    assert [band_of(rating) for rating in (100, 1299.9, 1300, 1500, 1749, 1750, 4000)] == [
        0,
        0,
        1,
        2,
        3,
        4,
        4,
    ]
    assert fmean(BANDS) == pytest.approx(1500, abs=50)
