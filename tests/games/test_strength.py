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
from tests.tabled import tables

CARDS = {"BO": 60, "BZ": 40}
PERFECT = {"BZ": 245.87, "BX": 254.49, "BO": 154.39}
"""The means of perfect play."""


@pytest.fixture(params=CARDS)
def known(request: pytest.FixtureRequest) -> tuple[str, Advisor[Any, Any]]:
    code: str = request.param
    return code, advisors.advisor_of(RULES[code], tables(code))


def test_a_sample_of_each_level_makes_what_is_published(known: tuple[str, Advisor[Any, Any]]) -> None:
    code, advisor = known
    for level, published in STRENGTHS[code].items():
        cards = [
            strength.card(RULES[code], level, advisor, f"sample {code} {level} {number}")
            for number in range(CARDS[code])
        ]
        without_luck = [card.without_luck for card in cards]
        wrong = abs(fmean(without_luck) - published.mean)
        assert wrong <= 2 * strength.error(without_luck) + 0.05, (level, fmean(without_luck))
        totals = [card.total for card in cards]
        wrong = abs(fmean(totals) - published.mean)
        assert wrong <= 2 * published.spread / len(cards) ** 0.5, (level, fmean(totals))


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
