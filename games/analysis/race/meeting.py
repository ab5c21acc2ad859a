"""Two who pass the turn to each other: the chances of both from what one turn makes of the other's.

Whoever brings nothing leaves the other in the same position with the turn: two equations in two chances, each
growing where the other shrinks. They are solved by Newton's method, with slopes taken from the steps before.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from games.analysis.race.turn import Floats

NEAR_ENOUGH = 1e-5
"""How far a chance may be from what its own turn makes of it."""
ROUNDS = 40
SLOPE = 0.4
"""A first guess of how much of a chance hangs on the other's."""
MOVED = 1e-4
"""A step that is shorter tells no slope."""


def meet(guess: Floats, mirror: NDArray[np.int64], turn: Callable[[Floats], Floats]) -> Floats:
    """Chances that agree with what `turn` makes of them, many pairs side by side.

    `mirror` says for each chance which one is the other's, and `turn` makes new chances of all; what it
    leaves behind is that of its last call, with the chances that are returned. Raises ArithmeticError where
    they do not settle.
    """
    chances = guess
    slope = np.full(len(chances), SLOPE, chances.dtype)
    before: tuple[Floats, Floats] | None = None
    for _ in range(ROUNDS):
        found = turn(chances)
        if before:
            moved = chances[mirror] - before[0][mirror]
            told = np.abs(moved) > MOVED
            slope[told] = np.clip((before[1] - found)[told] / moved[told], 0, 0.95)
        before, miss = (chances, found), found - chances
        if np.abs(miss).max() < NEAR_ENOUGH:
            return chances
        chances = np.clip(chances + (miss - slope * miss[mirror]) / (1 - slope * slope[mirror]), 0, 1)
    raise ArithmeticError(f"Chances do not settle: they still move by {np.abs(miss).max()}.")
