"""Fit what several columns are worth beyond their sum: `python -m tests.benchmarks.fit_several [CARDS]`.

Prints the numbers of `games/analysis/solo/several.py`. First the columns alone choose: what each turn is
worth more than they expected, summed up to the end, is what they lack in a position, and is fitted by the
open shares of the columns. Then these gains choose, too. What they still lack is fitted by the number of open
boxes alone, which all choices of a turn share, so that it changes no choice: it makes the expectation right.
So does the spread.
"""

from __future__ import annotations

import sys
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from boatzee_site import local
from games.analysis.solo.several import DEGREE, Several, nothing, powers
from games.rules import RULES
from games.rules.cards.scorecard import Scorecard
from tests.games.analysis.simulated import Cards

HOME = local.var_dir() / "tables"
CARDS = 6000
Array = NDArray[Any]


def fit(rules: Scorecard, many: int) -> Several:
    """The gains and the spread of a game, from so many cards each time."""
    terms = powers(rules.columns)
    alone = _played(rules, many, 1, nothing(rules.columns))
    opened: Array = np.array(alone.opened[:-1])  # turns, columns, cards
    gains = _least(
        [
            np.prod([opened[:, index] ** one[index] for index in range(rules.columns)], axis=0)
            for one in terms
        ],
        alone,
    )
    chosen = _played(rules, many, 2, Several(tuple(gains), 1.0, 1.0))
    share = np.array(chosen.opened[:-1]).mean(1)
    shift = _least([share**power for power in range(1, DEGREE + 1)], chosen)
    gains = gains + [_expanded(shift, one, rules.columns) for one in terms]
    last = _played(rules, many, 3, Several(tuple(gains), 1.0, 1.0))
    missed = (last.totals - np.array(last.means[:-1])) ** 2 / np.array(last.variances[:-1])
    share = np.array(last.opened[:-1]).mean(1)
    by = np.array([share.reshape(-1), 1 - share.reshape(-1)])
    early, late = np.linalg.solve(by @ by.T, by @ missed.reshape(-1)).round(2).tolist()
    _say(rules.code, last)
    return Several(tuple(float(round(one, 2)) for one in gains), early, late)


def _played(rules: Scorecard, many: int, seed: int, several: Several) -> Cards:
    cards = Cards(rules, HOME, many, seed, several=several)
    cards.play()
    return cards


def _least(terms: list[Array], cards: Cards) -> Array:
    """The least squares of what positions lack, by these terms of them [turns, cards]."""
    lacks = np.cumsum(np.array(cards.over)[::-1], axis=0)[::-1]
    by = np.array([term.reshape(-1) for term in terms])
    found: Array = np.linalg.solve(by @ by.T + 1e-3 * np.eye(len(by)), by @ lacks.reshape(-1))
    return found


def _expanded(shift: Array, powered: tuple[int, ...], columns: int) -> float:
    """The coefficient of a term in a polynomial of the mean of all shares."""
    power = sum(powered)
    ways = factorial(power) // prod(map(factorial, powered))
    return float(shift[power - 1]) * ways / float(columns**power)


def _say(code: str, cards: Cards) -> None:
    lacked = np.array(cards.over).sum(0)
    cards.means[0][0] + lacked.mean()
    lacked.std() / len(lacked) ** 0.5


if __name__ == "__main__":
    for name in ("BD", "BT", "DG"):
        game = RULES[name]
        assert isinstance(game, Scorecard)
        print(name, fit(game, int(sys.argv[1]) if sys.argv[1:] else CARDS))  # noqa: T201
