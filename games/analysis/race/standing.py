"""Dice 10000 between turns: every player's chance, and what a turn's ends are worth to whoever plays it.

Of two players the chances are those of `duel`, and the last round is exact; of more they follow from pairs
(`many`).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from games.analysis.race.duel import CHASED, Duel, Places, Steps, chase
from games.analysis.race.hands import FRESH, STEP, hands
from games.analysis.race.many import against_all, last_round
from games.analysis.race.turn import NEVER, Floats
from games.rules.ten_thousand.turn import DICE, FIRST_BANK


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
    bank: Floats = np.moveaxis(chance, -1, 1).astype(np.float32)
    bank[: FIRST_BANK // STEP, :, ~mover.on_table] = NEVER
    return bank


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

    def pair(first: int, second: int) -> Floats:
        mine, theirs = players[first], players[second]
        chance = np.repeat(duel.fresh(mine, theirs)[..., None], DICE, axis=-1)
        if first or offer is None or duel.offered is None:
            return chance
        return _or_taken(chance, duel.picked_up(mine, theirs, offer), mine)

    return against_all(len(players), pair)


def _last_round(duel: Duel, standing: Standing, hunting: int, offer: Steps | None) -> Floats:
    players, hunt = standing.players, chase(duel.scoring)
    distances = np.stack(np.broadcast_arrays(*(each.distance for each in players)))
    missing = distances - distances.min(axis=0) + 1
    passes = [
        np.repeat(hunt[np.clip(missing[hunter], 0, CHASED - 1), FRESH][..., None], DICE, axis=-1)
        for hunter in range(hunting)
    ]
    if hunting and offer is not None and duel.offered is not None:
        taken = hunt[np.clip(missing[0] - offer, 0, CHASED - 1), 1:DICE]
        passes[0] = _or_taken(passes[0], taken, players[0])
    return last_round(np.repeat(distances[..., None], DICE, axis=-1), passes, standing.opener)


def _or_taken(fresh: Floats, taken: Floats, mover: Places) -> Floats:
    """The better of six dice and an offer by its dice, which only who is on the table may take."""
    allowed = np.where(mover.on_table[..., None], taken, 0)
    better: Floats = np.maximum(fresh, np.concatenate([np.zeros_like(allowed[..., :1]), allowed], axis=-1))
    return better
