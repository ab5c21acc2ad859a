"""Cards that are played as is advised make what was said, and win as often as was said."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from games.analysis import advisors, winning
from games.analysis.solo.advisor import TAILS
from games.rules import RULES
from games.rules.cards.scorecard import Scorecard
from tests.games.analysis import late
from tests.games.analysis.simulated import Array, Cards
from tests.tabled import tables

MANY = {"BZ": 1000, "BX": 600, "BO": 2000, "BD": 200, "BT": 150, "DG": 150}
LEAST = {"BD": 779.0, "BT": 1582.0, "DG": 1680.0}
"""The best that was known, on the mean: the sum of the columns by themselves."""


def played(code: str, home: Path) -> Cards:
    rules = RULES[code]
    assert isinstance(rules, Scorecard)
    cards = Cards(rules, home, MANY[code])
    cards.play()
    return cards


@pytest.fixture(scope="module")
def exact(home: Path) -> dict[str, Cards]:
    return {code: played(code, home) for code in ("BZ", "BX", "BO")}


@pytest.mark.parametrize("code", ["BZ", "BX", "BO"])
def test_the_mean_is_what_is_expected_of_a_blank_card(code: str, exact: dict[str, Cards]) -> None:
    cards = exact[code]
    error = cards.totals.std() / cards.many**0.5
    assert abs(cards.totals.mean() - cards.means[0][0]) < 2 * error
    assert cards.totals.std() == pytest.approx(cards.variances[0][0] ** 0.5, rel=0.1)
    np.testing.assert_allclose(cards.means[-1], cards.totals, err_msg="a full card is what stands on it")


@pytest.mark.parametrize("code", ["BZ", "BX", "BO"])
def test_every_turn_is_worth_what_the_table_says(code: str, exact: dict[str, Cards]) -> None:
    assert np.abs(exact[code].over).max() < 5e-5


@pytest.mark.parametrize("code", LEAST)
def test_several_columns_make_more_than_was_known(code: str) -> None:
    """By what each turn is worth beyond what was expected before it, which hangs little on the dice."""
    cards = played(code, tables(code))
    worth = cards.means[0][0] + np.array(cards.over).sum(0)
    error = worth.std() / cards.many**0.5
    assert worth.mean() - 2 * error > LEAST[code]
    assert abs(worth.mean() - cards.means[0][0]) < 0.005 * worth.mean(), "and what it says of itself is right"


def called(cards: Cards, part: float) -> tuple[Array, Array]:
    """What was called before each turn of matches between any two cards, and how they ended."""
    said, was = [], []
    for apart in (37, 74, 111):
        other = np.roll(np.arange(cards.many), apart)
        won = (cards.totals > cards.totals[other]) + 0.5 * (cards.totals == cards.totals[other])
        for means, variances in zip(cards.means[:-1], cards.variances[:-1], strict=True):
            said.append(winning.passed(means - means[other], part * (variances + variances[other])))
            was.append(won)
    return np.concatenate(said), np.concatenate(was)


@pytest.mark.parametrize(("code", "part"), [("BZ", 1.0), ("BO", 1.0), ("BX", TAILS)])
def test_of_positions_called_so_many_are_won(code: str, part: float, exact: dict[str, Cards]) -> None:
    """In every tenth. `make bench ARGS=tables` looks closer: here are few cards."""
    said, was = called(exact[code], part)
    tenths = np.clip((said * 10).astype(int), 0, 9)
    for tenth in range(10):
        here = tenths == tenth
        assert was[here].mean() == pytest.approx(said[here].mean(), abs=0.035)


@pytest.mark.parametrize("code", ["BZ", "BO", "BX"])
def test_of_positions_in_the_last_two_turns_called_so_many_are_won(code: str, home: Path) -> None:
    """As advisors call them there, by what the next turn may bring; a tenth has some 300."""
    rules = RULES[code]
    assert isinstance(rules, Scorecard)
    cards = late.Written(rules, home, 2000)
    cards.play()
    said, was = late.called(cards, advisors.advisor_of(rules, home))
    tenths = np.clip((said * 10).astype(int), 0, 9)
    for tenth in range(10):
        here = tenths == tenth
        assert was[here].mean() == pytest.approx(said[here].mean(), abs=0.07 if 0 < tenth < 9 else 0.02)


def test_three_seats_share_as_two_would() -> None:
    """A third who is far behind changes nothing; three who are equal have a third each."""
    two = winning.chances([winning.plain(200, 900), winning.plain(220, 900)])
    three = winning.chances([winning.plain(200, 900), winning.plain(220, 900), winning.plain(20, 10)])
    assert three[:2] == pytest.approx(two, abs=2e-3)
    assert winning.chances([winning.plain(200, 900)] * 3) == pytest.approx((1 / 3,) * 3, abs=1e-9)
    assert winning.chances([winning.plain(200, 0), None, winning.plain(200, 0)]) == (0.5, 0.0, 0.5)
