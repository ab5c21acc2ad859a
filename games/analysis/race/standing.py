"""Dice 10000 between turns: every player's chance, and what a turn's ends are worth to whoever plays it.

Of two players the chances are those of `duel`, and the last round is exact. Of more, each is held against
each other alone, and the odds against a player add up over opponents: right where strengths are in the
proportion that R. D. Luce's choice axiom supposes (Individual Choice Behavior, 1959), and between equals.
In the last round of more than two everybody who is still to play hunts the leader of now, and of those who
pass it the last one wins.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.analysis.race.duel import CHASED, Duel, Places, Steps, chase
from games.analysis.race.hands import FRESH, STEP, hands
from games.analysis.race.turn import NEVER, Floats
from games.rules.ten_thousand.turn import DICE, FIRST_BANK

LEAST = 1e-9
"""No chance is held to be smaller where odds are reckoned from it."""


@dataclass(frozen=True, slots=True)
class Standing:
    """Who plays on, in the order of play from whoever is to move; in many positions side by side.

    In the last round `hunting` players have still to play it, the first of them to move; `opener`, from 0 in
    the order of play, opened it, None once it has left.
    """

    players: tuple[Places, ...]
    hunting: int | None = None
    opener: int | None = None


def begin(duel: Duel, standing: Standing, offer: Steps | None) -> Floats:
    """Every player's chance when a turn begins: [player, …, dice left].

    `offer` is the points in steps that the bank before has left to be picked up, with so many dice;
    without dice, and where there is no offer at all, only the first column counts.
    """
    if standing.hunting is None:
        return _race(duel, standing, offer)
    return _last_round(duel, standing, standing.hunting, offer)


def after_bank(duel: Duel, standing: Standing, top: int) -> Floats:
    """The mover's chance after banking 0, 1, … steps by the dice it leaves, as `turn.worth` takes it.

    `top` is how many steps it is rolled on at; the positions are [turns side by side].
    """
    mover = standing.players[0]
    points = np.arange(top + hands(duel.scoring).most)[:, None]
    still = mover.distance - points
    banked = Places(still, np.ones_like(still, bool))
    chance = begin(duel, _passed(standing, banked), points)[-1]
    if standing.hunting is None:
        others = len(standing.players) - 1
        opened = Standing((*standing.players[1:], banked), others, others)
        chance = np.where(still[..., None] <= 0, begin(duel, opened, points)[-1], chance)
    chance = np.moveaxis(chance, -1, 1).astype(np.float32)
    chance[: FIRST_BANK // STEP, :, ~mover.on_table] = NEVER
    return chance


def after_bust(duel: Duel, standing: Standing) -> Floats:
    """Every player's chance after a turn that brought nothing, [player in the order of `standing`, …]."""
    chances = begin(duel, _passed(standing, standing.players[0]), None)[..., 0]
    return np.roll(chances, 1, axis=0)


def _passed(standing: Standing, mover: Places) -> Standing:
    """The standing when the next player is to move, the mover being where its turn has brought it."""
    count = len(standing.players)
    return Standing(
        (*standing.players[1:], mover),
        None if standing.hunting is None else standing.hunting - 1,
        None if standing.opener is None else (standing.opener - 1) % count,
    )


def _race(duel: Duel, standing: Standing, offer: Steps | None) -> Floats:
    players = [Places(np.maximum(each.distance, 1), each.on_table) for each in standing.players]
    against: list[Floats | float] = [0.0] * len(players)
    for first, mine in enumerate(players):
        for second, theirs in enumerate(players[first + 1 :], first + 1):
            chance = np.repeat(duel.fresh(mine, theirs)[..., None], DICE, axis=-1)
            if offer is not None and duel.offered is not None and not first:
                chance = _or_taken(chance, duel.picked_up(mine, theirs, offer), mine)
            if len(players) == 2:
                return np.stack([chance, 1 - chance])
            chance = np.clip(chance, LEAST, 1 - LEAST)
            against[first] = against[first] + (1 - chance) / chance
            against[second] = against[second] + chance / (1 - chance)
    chances = np.stack(np.broadcast_arrays(*(1 / (1 + odds) for odds in against)))
    return chances / chances.sum(axis=0)


def _last_round(duel: Duel, standing: Standing, hunting: int, offer: Steps | None) -> Floats:
    players, opener = standing.players, standing.opener
    distances = np.stack(np.broadcast_arrays(*(each.distance for each in players)))
    nearest = distances.min(axis=0)
    leads = distances == nearest
    if opener is not None:
        leads &= ~leads[opener] | (np.arange(len(players)) == opener).reshape(-1, *(1,) * nearest.ndim)
    shape = (*nearest.shape, DICE)
    nobody_passes = np.ones(shape)
    passing = np.zeros((len(players), *shape))
    hunt = chase(duel.scoring)
    for hunter in reversed(range(hunting)):
        missing = distances[hunter] - nearest + 1
        passes = np.repeat(hunt[np.clip(missing, 0, CHASED - 1), FRESH][..., None], DICE, axis=-1)
        if not hunter and offer is not None and duel.offered is not None:
            taken = hunt[np.clip(missing - offer, 0, CHASED - 1), 1:DICE]
            passes = _or_taken(passes, taken, players[hunter])
        passing[hunter] = passes * nobody_passes
        nobody_passes = nobody_passes * (1 - passes)
    return passing + (leads / leads.sum(axis=0))[..., None] * nobody_passes


def _or_taken(fresh: Floats, taken: Floats, mover: Places) -> Floats:
    """The better of six dice and an offer by its dice, which only who is on the table may take."""
    allowed = np.where(mover.on_table[..., None], taken, 0)
    return np.maximum(fresh, np.concatenate([np.zeros_like(allowed[..., :1]), allowed], axis=-1))
