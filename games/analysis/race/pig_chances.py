"""Pig between two: who wins, by how far both are from the target, and how many turns it takes alone.

With one die only the distances matter, and one table serves every target (T. W. Neller and C. G. M. Presser,
Optimal Play of the Dice Game Pig, The UMAP Journal 25.1, 2004). With two a double 1 throws its player back to
the whole target, so there is a table for some targets, and others are taken to lie between. Where all have
equal turns, it matters who began the round: the other one has the last turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from games.analysis.race.hands import Hands
from games.analysis.race.meeting import meet
from games.analysis.race.turn import Floats, worth

TARGETS = {1: (200,), 2: (50, 100, 200)}
"""The targets that tables are reckoned for, by the number of dice."""
BEYOND = 60
"""How far beyond the target a turn goes on at most, where others have still to play."""
SETTLED = 2e-5
"""What double 1s are worth moves less at the end."""
ROUNDS = 60

Steps = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class PigTable:
    """Chances of who begins a turn, [mine, theirs] by points to the target, from none on.

    `plain` ends as soon as somebody has reached it. With equal turns `first` is of who began the round,
    `second` of the other, before anybody has reached it. `turns` is how many turns it takes alone, on the
    average.
    """

    plain: Floats
    first: Floats
    second: Floats
    turns: Floats


@cache
def rolls(dice: int) -> Hands:
    """What a roll adds, as the one hand of `turn.worth`; a double 1 stands where six alike do."""
    fallen = list(product(range(1, 7), repeat=dice))
    sums = [sum(faces) for faces in fallen if 1 not in faces]
    added = sorted(set(sums))
    double = float(fallen.count((1, 1))) / len(fallen)
    return Hands(
        added=np.array(added),
        after=np.zeros(len(added), np.int64),
        layers=(len(added),),
        chance=np.array([[sums.count(points) / len(fallen) for points in added]]),
        bust=np.array([1 - len(sums) / len(fallen) - double]),
        six_alike=np.array([double]),
        left=np.array([0]),
    )


@cache
def chase(dice: int) -> Floats:
    """What a last turn is worth that takes so many points for a shared win, and more for one alone."""
    found = rolls(dice)
    most = max(TARGETS[dice]) + BEYOND + found.most
    missing, points = np.arange(most + 1), np.arange(most + 2 + found.most)[:, None]
    bank = np.where(points > missing, 1.0, np.where(points == missing, 0.5, 0.0))
    before, _ = worth(found, bank[:, None], 0.0, 0.0)
    chances: Floats = before[0, 0]
    return chances


@dataclass(frozen=True, slots=True)
class PigTables:
    """All tables of one form of the game, by target, in growing order."""

    dice: int
    tables: dict[int, PigTable]

    def at(self, kind: str, target: int, *distances: Steps) -> Floats:
        """An array of `PigTable` at these distances to the target. Between targets it changes in a straight
        line; whoever is farther than the lower one's whole way is there at its start."""
        targets = list(self.tables)
        above = next(number for number, known in enumerate(targets) if known >= target)
        below = max(above - 1, 0) if self.dice > 1 else above
        low, high = targets[below], targets[above]
        part = (target - low) / (high - low) if high > low else 1.0
        return sum(
            (
                share
                * getattr(self.tables[known], kind)[tuple(np.minimum(each, known) for each in distances)]
                for known, share in ((low, 1 - part), (high, part))
                if share
            ),
            np.zeros(()),
        )


def build(dice: int, target: int, progress: Callable[[float], None]) -> PigTable:
    """Reckon the chances for a target. `progress` is told the part that is done, from 0 to 1."""
    plain = np.zeros((target + 1, target + 1))
    _settle(dice, plain, plain, None, lambda done: progress(done / 3))
    first, second = np.zeros_like(plain), np.zeros_like(plain)
    _settle(dice, first, second, chase(dice), lambda done: progress((1 + 2 * done) / 3))
    turns = _alone(dice, target)
    return PigTable(*(array.astype(np.float32) for array in (plain, first, second, turns)))


def _settle(
    dice: int, first: Floats, second: Floats, last: Floats | None, progress: Callable[[float], None]
) -> None:
    """Fill in both tables, again and again while double 1s lead back to what was not known."""
    target = len(first) - 1
    first[1:, 1:], second[1:, 1:] = 0.5, 0.5
    for done in range(ROUNDS):
        before = first[target].copy(), second[target].copy()
        for both in range(2, 2 * target + 1):
            _solve(dice, first, second, last, both)
            if dice == 1:
                progress(both / (2 * target))
        moved = max(np.abs(first[target] - before[0]).max(), np.abs(second[target] - before[1]).max())
        if dice == 1 or moved < SETTLED:
            progress(1.0)
            return
        progress(min((done + 1) / 12, 0.99))
    raise ArithmeticError(f"The chances of {dice} dice to {target} do not settle.")


def _solve(dice: int, first: Floats, second: Floats, last: Floats | None, both: int) -> None:
    """Fill in the pairs of places that are so far from the target together."""
    target, found = len(first) - 1, rolls(dice)
    mine = np.arange(max(1, both - target), min(target, both - 1) + 1)
    theirs, count = both - mine, len(mine)
    points = np.arange(mine.max() + (0 if last is None else BEYOND) + found.most)[:, None]
    still = mine - points
    ended = 0.0 if last is None else last[np.clip(theirs - still, 0, len(last) - 1)]
    bank = 1 - np.where(still > 0, second[theirs, np.maximum(still, 0)], ended)
    lost, guess = 1 - second[theirs, target], first[mine, theirs]
    mirror = np.arange(count)[::-1]
    if last is not None:
        # Who began and who did not: as many turns again, each the other's of one of those before.
        bank = np.concatenate([bank, 1 - first[theirs, np.maximum(still, 0)]], axis=1)
        lost = np.concatenate([lost, 1 - first[theirs, target]])
        guess = np.concatenate([guess, second[mine, theirs]])
        mirror = np.concatenate([mirror + count, mirror])

    def turn(chances: Floats) -> Floats:
        before, _ = worth(found, bank[:, None], 1 - chances[mirror], lost)
        reckoned: Floats = before[0, 0]
        return reckoned

    met = meet(guess, mirror, turn)
    first[mine, theirs] = met[:count]
    if last is not None:
        second[mine, theirs] = met[count:]


def _alone(dice: int, target: int) -> Floats:
    """The fewest turns to the target on the average, by the points to it."""
    found = rolls(dice)
    missing, points = np.arange(target + 1), np.arange(target + found.most)[:, None]
    still = np.maximum(missing - points, 0)
    turns = np.zeros(target + 1)
    for _ in range(10 * ROUNDS):
        before = turns
        rolled, _ = worth(found, -1 - turns[still][:, None], -1 - turns, -1 - turns[target])
        turns = np.where(missing > 0, -rolled[0, 0], 0.0)
        if np.abs(turns - before).max() < SETTLED:
            return turns
    raise ArithmeticError(f"The turns of {dice} dice to {target} do not settle.")
