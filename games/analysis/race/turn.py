"""Dice 10000: the best way through one turn, for any worth that banking, busting and six alike may have.

    worth(points, hand) = Σ over outcomes of chance · max over ways of the better of
                          bank(points + added, dice left) and worth(points + added, hand after)

Every way adds points, so the worth at some points follows from those at more points, and the table is filled
from the top downwards. A sweep, which may follow upon sweep without end, is no exception. At the top, where
the table has to begin, it is banked always; `points.ceiling` says from where on that is best.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from games.analysis.race.hands import Hands

Floats = NDArray[np.floating]

NEVER = -1e9
"""The worth of a bank that is not allowed."""


def worth(
    hands: Hands, bank: Floats, bust: Floats | float, six_alike: Floats | float
) -> tuple[Floats, Floats]:
    """The worth of each hand before its roll, and of each after its dice were set aside, by steps of points.

    `bank[points, left, …]` is what banking is worth by the dice it leaves, from no points to
    `hands.most` beyond the highest at which it is rolled on; further axes are turns reckoned side by side,
    each with its `bust`. `six_alike` may differ by points and turns. Both tables are [points, hand, …]: the
    first as far as it is rolled on, the second as far as the banks go.
    """
    steps, beside, count = len(bank), bank.shape[2:], len(hands.left)
    top = steps - hands.most
    after = np.take(bank.reshape(steps, bank.shape[1], -1), hands.left, axis=1)
    before = np.empty((top, *after.shape[1:]), bank.dtype)
    flat = after.reshape(steps * count, -1)
    lost = np.outer(hands.bust, np.broadcast_to(bust, beside).reshape(-1))
    six = np.broadcast_to(six_alike, (top, *beside)).reshape(top, 1, -1)
    won = six * hands.six_alike[:, None]
    chance = hands.chance.astype(bank.dtype)
    rest = (won + lost).astype(bank.dtype)
    ways = hands.added * count + hands.after
    for points in range(top - 1, -1, -1):
        best = hands.best(flat.take(ways + points * count, axis=0))
        before[points] = chance @ best + rest[points]
        np.maximum(after[points], before[points], out=after[points])
    return before.reshape(top, count, *beside), after.reshape(steps, count, *beside)
