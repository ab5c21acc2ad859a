"""Robots at play, without a site: whole cards alone and whole matches of two, and what the dice gave in them.

What a roll gave beyond what was to be expected of it is nothing in the mean, whatever the robot does. A total
less all that the dice gave has therefore the same mean and varies far less: a few hundred cards tell the
strength of a robot to a point. Tests and `make bench ARGS=robots` measure so.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import hypot, sqrt
from statistics import fmean, stdev
from time import process_time
from typing import Any

from games.analysis.base import Advisor, Choice
from games.rules.base import Move, Pace, Rules
from games.tables.robots import Level, by_rule_of_thumb, choose

UNSURE = {
    "BZ": 0.5,
    "BX": 0.5,
    "BO": 0.5,
    "BD": 4.0,
    "BT": 10.0,
    "DG": 10.0,
    "DK": 0.04,
    "PG": 0.015,
}
"""The largest standard error of what is published (docs/robots.md): points a card, or at races the part of
matches that is won against the perfect robot."""
Player = Callable[[Any, int, str], tuple[Move, Sequence[Choice]]]
"""From the state, the seat and a seed: its move, and what its advisor said, if it has one."""


@dataclass(slots=True)
class Watched:
    """An advisor that remembers what it said last."""

    advisor: Advisor[Any, Any]
    said: Sequence[Choice] = ()
    exact: bool = field(init=False)

    def __post_init__(self) -> None:
        self.exact = self.advisor.exact

    def points(self, rules: Any, state: Any, seat: int) -> float:
        """As the advisor's."""
        return self.advisor.points(rules, state, seat)

    def chances(self, rules: Any, state: Any) -> tuple[float, ...]:
        """As the advisor's."""
        return self.advisor.chances(rules, state)

    def choices(self, rules: Any, state: Any, seat: int) -> tuple[Choice, ...]:
        """As the advisor's, and remembered."""
        said = self.advisor.choices(rules, state, seat)
        self.said = said
        return said


@dataclass(frozen=True, slots=True)
class Card:
    """A card that was played alone: its total, and the total less what the dice gave, in points."""

    total: int
    without_luck: float
    moves: int
    seconds: float
    """Of the processor, for all moves."""


def card(rules: Rules[Any], level: Level, advisor: Advisor[Any, Any], seed: str) -> Card:
    """Play a card alone; the same seed gives the same dice."""
    dice, watched = random.Random(seed), Watched(advisor)
    state = rules.start(1, rules.clean_options({}), Pace.TURNS, 0)
    luck, hoped, moves, seconds = 0.0, None, 0, 0.0
    while rules.result(state) is None:
        before = process_time()
        move = choose(level, rules, state, 0, f"{seed} {moves}", watched)
        seconds += process_time() - before
        if hoped is not None:
            luck += watched.said[0].points - hoped
        rolled, again = rules.dice_wanted(state, 0, move), bool(state.hands[0].rolls)
        # Of a turn's first roll only who is exact knows what to expect: others would be taken at their word.
        fair = rolled and (again or watched.exact)
        hoped = next(one.points for one in watched.said if one.move == move) if fair else None
        state = rules.play(state, 0, move, tuple(dice.randint(1, 6) for _ in range(rolled)))
        moves += 1
    total = rules.totals(state)[0]
    return Card(total, total - luck, moves, seconds)


@dataclass(slots=True)
class Duel:
    """A match of two: what the first seat had of it (1, ½ or 0), and the points of each of its turns.

    `without_luck` is what it had of it less what the dice gave, by the chances that both advisors saw;
    without advisors it is `won`.
    """

    won: float = 0.0
    without_luck: float = 0.0
    turns: list[int] = field(default_factory=list)
    moves: int = 0
    seconds: float = 0.0
    """Of the processor, for the moves of the first seat."""


def duel(rules: Rules[Any], players: tuple[Player, Player], starter: int, seed: str) -> Duel:
    """Play a match of two at the usual options; the same seed gives the same dice."""
    dice = random.Random(seed)
    state = rules.start(2, rules.clean_options({}), Pace.TURNS, starter)
    done, steps, acting, had = Duel(), 0, -1, 0
    luck, hoped, told = 0.0, None, True
    while (result := rules.result(state)) is None:
        seat = rules.to_act(state)[0]
        if seat != acting:
            if acting == 0:
                done.turns.append(rules.totals(state)[0] - had)
            acting, had = seat, rules.totals(state)[0]
        before = process_time()
        move, said = players[seat](state, seat, f"{seed} {steps}")
        if seat == 0:
            done.seconds += process_time() - before
            done.moves += 1
        told = told and bool(said)
        if hoped is not None and told:
            luck += _of_first(said[0].chance, seat) - hoped
        rolled = rules.dice_wanted(state, seat, move)
        hoped = next((_of_first(one.chance, seat) for one in said if rolled and one.move == move), None)
        state = rules.play(state, seat, move, tuple(dice.randint(1, 6) for _ in range(rolled)))
        steps += 1
    done.won = 0.5 if result.places[0] == result.places[1] else float(result.places[0] == 1)
    luck += 0.0 if hoped is None else done.won - hoped
    done.without_luck = done.won - luck if told else done.won
    return done


def _of_first(chance: float, seat: int) -> float:
    """The first seat's part of a chance that this seat has."""
    return 1 - chance if seat else chance


def player(rules: Rules[Any], level: Level, advisor: Advisor[Any, Any]) -> Player:
    """A robot as a player of `duel`."""
    watched = Watched(advisor)

    def plays(state: Any, seat: int, seed: str) -> tuple[Move, Sequence[Choice]]:
        return choose(level, rules, state, seat, seed, watched), watched.said

    return plays


def by_thumb(rules: Rules[Any], level: Level) -> Player:
    """The same as it plays without its tables, which says nothing of chances."""
    return lambda state, seat, seed: (by_rule_of_thumb(level, rules, state, seat), ())


def error(values: Sequence[float]) -> float:
    """The standard error of their mean."""
    return stdev(values) / sqrt(len(values))


def off(code: str, values: Sequence[float], published: float) -> float:
    """By how many standard errors, of both, the mean of these is off what is published."""
    return abs(fmean(values) - published) / hypot(error(values), UNSURE[code])


def part_won(mine: Sequence[int], theirs: Sequence[int]) -> float:
    """The part of all pairs of totals in which mine is more; equal ones count half."""
    return fmean((one > other) + (one == other) / 2 for one in mine for other in theirs)
