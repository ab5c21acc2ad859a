"""Races of more than two: every player's chance, from what is known of each pair.

Each player is held against each other alone, and the odds against a player add up over opponents: right
where strengths are in the proportion that R. D. Luce's choice axiom supposes (Individual Choice Behavior,
1959), and between equals. Of two players the chances are those of the pair.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from games.analysis.race.turn import Floats

LEAST = 1e-9
"""No chance is held to be smaller where odds are reckoned from it."""


def against_all(players: int, pair: Callable[[int, int], Floats]) -> Floats:
    """Every player's chance, [player, …]. `pair(first, second)` is the first one's against the second alone,
    asked for each two players in the order of play."""
    if players == 2:
        chance = pair(0, 1)
        return np.stack([chance, 1 - chance])
    against: list[Floats | float] = [0.0] * players
    for first in range(players):
        for second in range(first + 1, players):
            chance = np.clip(pair(first, second), LEAST, 1 - LEAST)
            against[first] = against[first] + (1 - chance) / chance
            against[second] = against[second] + chance / (1 - chance)
    chances = np.stack(np.broadcast_arrays(*(1 / (1 + odds) for odds in against)))
    chances /= chances.sum(axis=0)
    return chances


def last_round(distances: Floats, passes: Sequence[Floats], opener: int | None = None) -> Floats:
    """Every player's chance, [player, …], when the first players have only their last turns to play.

    `distances` are to the target, [player, …], less than none beyond it: who is nearest leads, the `opener`
    before others as near, or else they share the win. `passes` is the chance of each who is still to play,
    in order, to get past who leads now; of those who do, the last one is taken to win.
    """
    leads = distances == distances.min(axis=0)
    if opener is not None:
        leads &= ~leads[opener] | (np.arange(len(leads)) == opener).reshape(-1, *(1,) * (leads.ndim - 1))
    shape = np.broadcast_shapes(distances.shape[1:], *(chance.shape for chance in passes))
    nobody = np.ones(shape)
    chances = np.zeros((len(distances), *shape))
    for hunter in reversed(range(len(passes))):
        chances[hunter] = passes[hunter] * nobody
        nobody = nobody * (1 - passes[hunter])
    chances += leads / leads.sum(axis=0) * nobody
    return chances


def within_turn(own: float, without: Floats) -> Floats:
    """Every player's chance while the first one's turn runs: it has `own`, and others share the rest as in
    `without`, which is what they have if it brings nothing."""
    others = without[1:] if without[1:].any() else np.ones(len(without) - 1)
    return np.concatenate([[own], others * ((1 - own) / others.sum())])
