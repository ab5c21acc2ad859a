"""Dice 10000 between two: the table of winning chances, from the last points before the target backwards.

A bank brings its player nearer to the target, so every pair of places hangs on nearer ones and, by a bust,
on the same pair with the other player to move (`meeting`). Pairs that do not hang on one another are solved
side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from games.analysis.race.duel import OFFERED, Duel, Places, Steps
from games.analysis.race.hands import FRESH, STEP, hands
from games.analysis.race.meeting import meet
from games.analysis.race.standing import Standing, after_bank
from games.analysis.race.turn import Floats, worth
from games.rules.ten_thousand.scoring import Scoring

DISTANCES = (*range(1, 50), *range(50, 100, 2), *range(100, 200, 4), *range(200, 401, 10))
"""The distances that tables hold, in steps: each near the target, where a few points decide."""
LOWEST_TARGET = 2_000

Progress = Callable[[float], None]


def build(
    scoring: Scoring, *, pick_up: bool, progress: Progress, distances: Sequence[int] = DISTANCES
) -> Duel:
    """Reckon the whole table. `progress` is told the part that is done, from 0 to 1."""
    count = len(distances)
    duel = Duel(
        scoring,
        np.array(distances),
        np.full((2 * count, 2 * count), 0.5, np.float32),
        np.full((count, count, OFFERED + 1, 5), 0.5, np.float32) if pick_up else None,
    )
    batches = _batches(duel.distances)
    for done, (mine, theirs) in enumerate(batches):
        _solve(duel, mine, theirs)
        progress((done + 1) / len(batches))
    return duel


def _batches(distances: Steps) -> list[tuple[Steps, Steps]]:
    """Pairs of places in the order in which they hang on one another, each beside its mirrored one."""
    found, count = [], len(distances)
    for both in range(2 * count - 1):
        mine = np.arange(max(0, both - count + 1), min(both, count - 1) + 1)
        found.append((mine, both - mine))
    off = count + np.arange(int(np.searchsorted(distances, LOWEST_TARGET // STEP)), count)
    for other in range(count if len(off) else 0):
        on = np.full(len(off), other)
        found.append((np.concatenate([off, on]), np.concatenate([on, off])))
    return [*found, (off, off)] if len(off) else found


def _solve(duel: Duel, mine: Steps, theirs: Steps) -> None:
    """Fill in the chances of these pairs; the batch holds each pair both ways round."""
    place = {pair: number for number, pair in enumerate(zip(mine.tolist(), theirs.tolist(), strict=True))}
    mirror = np.array([place[pair] for pair in zip(theirs.tolist(), mine.tolist(), strict=True)])

    def turn(chances: Floats) -> Floats:
        duel.start[mine, theirs] = chances
        return _turn(duel, mine, theirs, 1 - chances[mirror])

    meet(_guess(duel, mine, theirs), mirror, turn)


def _turn(duel: Duel, mine: Steps, theirs: Steps, bust: Floats) -> Floats:
    """One turn of each pair: the chances from six dice; those of picked-up turns are filled in."""
    me, other = _places(duel, mine), _places(duel, theirs)
    bank = after_bank(duel, Standing((me, other)), OFFERED + 1)
    before, _ = worth(hands(duel.scoring), bank, bust, 1.0)
    if duel.offered is not None:
        both = me.on_table & other.on_table
        duel.offered[mine[both], theirs[both]] = np.moveaxis(before[:, 1:6, both], 2, 0)
    chances: Floats = before[0, FRESH]
    return chances


def _guess(duel: Duel, mine: Steps, theirs: Steps) -> Floats:
    """Chances to begin with: those of the pairs that are one place nearer."""
    near, nearer = np.maximum(mine - 1, 0), np.maximum(theirs - 1, 0)
    guess: Floats = (duel.start[near, theirs] + duel.start[mine, nearer]) / 2
    return guess


def _places(duel: Duel, rows: Steps) -> Places:
    count = len(duel.distances)
    return Places(duel.distances[rows % count], rows < count)
