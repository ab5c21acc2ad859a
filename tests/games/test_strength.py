"""Robots are as strong as pages and docs say: samples of their play, held against what is published.

The dice of each sample are fixed, so the same robots always pass or always fail. Whoever tunes a level
measures it again (`make bench ARGS=robots`) and publishes what was measured.
"""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean
from typing import Any

import pytest

from games.analysis import advisors
from games.analysis.base import Advisor
from games.rules import RULES
from games.tables.robots import Level
from games.tables.strengths import STRENGTHS
from tests.games import strength
from tests.games.analysis import test_pig_advice
from tests.tabled import tables

CARDS = {"BO": 60, "BZ": 40, "BX": 40, "BD": 10, "BT": 6, "DG": 6}
EXACT = ("BO", "BZ")
"""Of these a sample tells the mean to half a point; of the others it is as sure as what is published."""
MATCHES = 40
PERFECT = {"BZ": 245.87, "BX": 254.49, "BO": 154.39}
"""The means of perfect play."""


@pytest.fixture(params=CARDS)
def known(request: pytest.FixtureRequest) -> tuple[str, Advisor[Any, Any]]:
    code: str = request.param
    return code, advisors.advisor_of(RULES[code], tables(code))


@pytest.fixture(scope="module")
def pig() -> Advisor[Any, Any]:
    return test_pig_advice.advisor()


def test_a_sample_of_each_level_makes_what_is_published(known: tuple[str, Advisor[Any, Any]]) -> None:
    code, advisor = known
    for level, published in STRENGTHS[code].items():
        cards = [
            strength.card(RULES[code], level, advisor, f"sample {code} {level} {number}")
            for number in range(CARDS[code])
        ]
        without_luck = [card.without_luck for card in cards]
        if code in EXACT:
            wrong = abs(fmean(without_luck) - published.mean)
            assert wrong <= 2 * strength.error(without_luck) + 0.05, (level, fmean(without_luck))
        assert strength.off(code, without_luck, published.mean) <= 2, (level, fmean(without_luck))
        if RULES[code].columns == 1:  # of more, too few are played for what they bring with luck
            totals = [card.total for card in cards]
            wrong = abs(fmean(totals) - published.mean)
            assert wrong <= 2 * published.spread / len(cards) ** 0.5, (level, fmean(totals))


@pytest.mark.xdist_group("tables of Pig")
@pytest.mark.parametrize("level", Level)
def test_a_sample_of_matches_of_pig_is_won_as_often_as_is_published(
    pig: Advisor[Any, Any], level: Level
) -> None:
    rules, published = RULES["PG"], STRENGTHS["PG"][level]
    mine, perfect = (strength.player(rules, each, pig) for each in (level, Level.PERFECT))
    matches = [
        strength.duel(rules, (mine, perfect), number % 2, f"sample PG {level} {number}")
        for number in range(MATCHES)
    ]
    won = [match.without_luck for match in matches]
    assert strength.off("PG", won, published.best) <= 2, fmean(won)
    turns = [points for match in matches for points in match.turns]
    wrong = abs(fmean(turns) - published.mean)
    assert wrong <= 3 * published.spread / len(turns) ** 0.5, "against another, a turn is not quite the same"


@pytest.mark.parametrize("known", PERFECT, indirect=True)
def test_the_perfect_robot_gives_nothing_away(known: tuple[str, Advisor[Any, Any]]) -> None:
    """So each card, less what the dice gave, is what perfect play makes on the mean."""
    code, advisor = known
    card = strength.card(RULES[code], Level.PERFECT, advisor, "any")
    assert card.without_luck == pytest.approx(PERFECT[code], abs=0.01)


@pytest.mark.parametrize(("code", "mean"), PERFECT.items())
def test_what_is_published_of_perfect_play_is_the_mean_of_perfect_play(code: str, mean: float) -> None:
    assert STRENGTHS[code][Level.PERFECT].mean == pytest.approx(mean, rel=0.003)


@pytest.mark.parametrize("code", RULES)
def test_each_level_is_published_as_stronger_than_the_one_before(code: str) -> None:
    assert list(STRENGTHS[code]) == list(Level)
    wins = [one.wins for one in STRENGTHS[code].values()]
    assert wins[0] == 0
    assert all(part > 0.5 for part in wins[1:])
    if RULES[code].family == "cards":
        assert all(one.mean < other.mean for one, other in pairwise(STRENGTHS[code].values()))
