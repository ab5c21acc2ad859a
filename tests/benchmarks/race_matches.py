"""Very many matches of Dice 10000 for two: the advisor against today's strong robot, side by side.

Both play as they do on the site, only laid out for speed: the advisor's turns are reckoned together for all
matches (`turn.worth`), and the robot's rule is asked of ways to go on instead of moves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random

import numpy as np

from games.analysis.race.duel import Duel, Places
from games.analysis.race.hands import FRESH, HOPE, HOPEFUL, STEP, hand_after, hands
from games.analysis.race.standing import Standing, after_bank, after_bust
from games.analysis.race.turn import Floats, worth
from games.analysis.ten_thousand import FRESH_TURN, _gain
from games.rules.base import Dice
from games.rules.ten_thousand.scoring import Scoring, is_six_alike, scoring_chance
from games.rules.ten_thousand.turn import DICE, FIRST_BANK, State, aside_points, legal_keeps

TOP = 200
"""The most steps of points at which a turn is rolled on."""
TOGETHER = 128
"""Turns that are reckoned at a time: what stays within a processor's cache."""


@dataclass(slots=True)
class Match:
    """One match: steps to the target of both, whose turn it is, and what the bank before has left."""

    distance: list[int]
    on_table: list[bool]
    seat: int
    offer: tuple[int, int] | None = None
    opener: int | None = None
    winner: int | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """One choice of dice: the steps it adds, the hand after it, and how many dice the next roll takes."""

    added: int
    hand: int
    dice: int


@cache
def ways(scoring: Scoring, hand: int, roll: Dice) -> tuple[Way, ...]:
    """What the rules allow after a roll, sorted; none after a bust."""
    aside = HOPEFUL[hand - HOPE] if hand >= HOPE else ()
    points = 100 * aside.count(1) + 50 * aside.count(5)
    state = State(scoring, True, 0, (0,), (True,), (False,), 0, (), roll, 0, aside, points)
    found = {
        Way(aside_points(state, keep) // STEP, hand_after(state, keep), len(roll) - len(keep) or DICE)
        for keep in legal_keeps(state)
    }
    return tuple(sorted(found, key=lambda way: (way.added, way.hand)))


def play(duel: Duel, matches: int, target: int, chance: Random) -> int:
    """How many of the matches the advisor wins as seat 0; the seats begin by turns."""
    steps = target // STEP
    running = [Match([steps, steps], [False, False], number % 2) for number in range(matches)]
    won = 0
    while running:
        for match, before in _reckoned(duel, [match for match in running if match.seat == 0]):
            _turn(duel, match, chance, before)
        for match in [match for match in running if match.seat == 1 and match.winner is None]:
            _turn(duel, match, chance, None)
        won += sum(match.winner == 0 for match in running)
        running = [match for match in running if match.winner is None]
    return won


def _reckoned(duel: Duel, matches: list[Match]) -> list[tuple[Match, tuple[Floats, Floats]]]:
    """Each match with what its turn is worth: before each roll, and banked."""
    found = []
    for hunted in (False, True):
        alike = [match for match in matches if (match.opener is not None) == hunted]
        for first in range(0, len(alike), TOGETHER):
            some = alike[first : first + TOGETHER]
            places = [
                Places(
                    np.array([match.distance[seat] for match in some]),
                    np.array([match.on_table[seat] for match in some]),
                )
                for seat in (0, 1)
            ]
            standing = Standing((places[0], places[1]), *((1, 1) if hunted else (None, None)))
            bank = after_bank(duel, standing, TOP)
            before, _ = worth(hands(duel.scoring), bank, after_bust(duel, standing)[0], 1.0)
            found += [(match, (before[..., number], bank[..., number])) for number, match in enumerate(some)]
    return found


def _turn(duel: Duel, match: Match, chance: Random, reckoned: tuple[Floats, Floats] | None) -> None:
    """Play one turn, by what was reckoned or as the robot does, and pass the turn on."""
    seat, scoring = match.seat, duel.scoring
    points, hand, dice = 0, FRESH, DICE
    if match.offer and match.on_table[seat] and _takes(scoring, match.offer, reckoned):
        points, dice = match.offer
        hand = dice
    match.offer, match.seat = None, 1 - seat
    while True:
        roll = tuple(sorted(chance.choices(range(1, 7), k=dice)))
        if is_six_alike(roll):
            match.winner = seat
            return
        allowed = ways(scoring, hand, roll)
        if not allowed:
            break
        way, banks = (
            _robots(match, seat, scoring, points, allowed)
            if reckoned is None
            else _best(points, allowed, *reckoned)
        )
        points, hand, dice = points + way.added, way.hand, way.dice
        if banks:
            match.distance[seat] -= points
            match.on_table[seat] = True
            match.offer = (points, dice) if duel.offered is not None and hand != FRESH else None
            break
    if match.opener is not None:
        match.winner = seat if match.distance[seat] < match.distance[match.opener] else match.opener
    elif match.distance[seat] <= 0:
        match.opener = seat


def _takes(scoring: Scoring, offer: tuple[int, int], reckoned: tuple[Floats, Floats] | None) -> bool:
    points, dice = offer
    if reckoned is not None:
        return bool(reckoned[0][min(points, TOP - 1), dice] > reckoned[0][0, FRESH])
    return float(scoring_chance(dice, scoring)) * (points * STEP + _gain(dice, scoring)) > FRESH_TURN


def _best(points: int, allowed: tuple[Way, ...], before: Floats, bank: Floats) -> tuple[Way, bool]:
    """The advisor's choice: the likeliest to win, a bank where it is as good."""
    rolls = [before[points + way.added, way.hand] if points + way.added < TOP else -1.0 for way in allowed]
    banks = [bank[min(points + way.added, len(bank) - 1), way.dice % DICE] for way in allowed]
    rolled, banked = int(np.argmax(rolls)), int(np.argmax(banks))
    if banks[banked] >= rolls[rolled]:
        return allowed[banked], True
    return allowed[rolled], False


def _robots(
    match: Match, seat: int, scoring: Scoring, points: int, allowed: tuple[Way, ...]
) -> tuple[Way, bool]:
    """The choice of `games.analysis.ten_thousand.strong`."""
    hunting = match.opener is not None
    best, chosen = -2.0, (allowed[0], False)
    for way in allowed:
        total = points + way.added
        if match.on_table[seat] or total * STEP >= FIRST_BANK:
            enough = not hunting or match.distance[seat] - total < match.distance[1 - seat]
            value = float(total * STEP) if enough else -1.0
            if value > best:
                best, chosen = value, (way, True)
    for way in allowed:
        value = _risk(scoring, way.dice) * ((points + way.added) * STEP + _gain(way.dice, scoring))
        if value > best:
            best, chosen = value, (way, False)
    return chosen


@cache
def _risk(scoring: Scoring, dice: int) -> float:
    return float(scoring_chance(dice, scoring))
