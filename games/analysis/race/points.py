"""Dice 10000: what a turn adds on the average when it is played for points alone, exactly.

A turn on the table without the opening's 550 is expected to bring 560.70 points in standard scoring and
812.81 in alternative, six alike counted as 10,000.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from games.analysis.race.hands import FRESH, STEP, Hands, hands
from games.analysis.race.turn import NEVER, Floats, worth
from games.rules.ten_thousand.scoring import Scoring
from games.rules.ten_thousand.turn import FIRST_BANK

SIX_ALIKE = 10_000
"""What six alike add to a turn: they win the match, whatever is still missing."""


def ceiling(found: Hands) -> int:
    """The steps of points from which on a bank is best in every hand.

    One roll more, banked whatever it brings, adds `gain` and risks `points · bust`. From the highest
    gain / bust of all hands on it never pays, and as points only grow in a turn it will not pay later
    either; so stopping at once is best (the monotone case of optimal stopping: Chow, Robbins and Siegmund,
    Great Expectations, 1971, chapter 3.5).
    """
    gain = found.chance @ found.best(found.added.copy()) * STEP + found.six_alike * SIX_ALIKE
    return int(np.max(gain / found.bust) // STEP) + 1


@cache
def turn_points(scoring: Scoring, *, on_table: bool) -> tuple[Floats, Floats]:
    """What a turn is expected to add, by its steps of points so far and its hand: the tables of `worth`."""
    found = hands(scoring)
    steps = np.arange(ceiling(found) + 1 + found.most) * float(STEP)
    bank = np.repeat(steps[:, None], 6, axis=1)
    if not on_table:
        bank[: FIRST_BANK // STEP] = NEVER
    return worth(found, bank, 0.0, SIX_ALIKE + steps[: -found.most])


def rolling(scoring: Scoring, steps: int, hand: int, *, on_table: bool) -> float:
    """What a turn is expected to have added, in points, that rolls on at so many steps from a hand."""
    before, _ = turn_points(scoring, on_table=on_table)
    last = len(before) - 1
    beyond = max(steps - last, 0) * STEP  # kept unless the roll busts: afterwards it is banked always
    return float(before[min(steps, last), hand] + beyond * (1 - hands(scoring).bust[hand]))


def fresh(scoring: Scoring, *, on_table: bool) -> float:
    """What a whole turn from six dice is expected to add, in points."""
    return rolling(scoring, 0, FRESH, on_table=on_table)
