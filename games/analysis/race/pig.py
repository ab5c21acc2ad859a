"""Pig: the chance to win with every move, and what each adds to the turn (games.analysis.base).

Between two the chances are exact with one die, and with two dice at the targets that tables are kept of.
Among more they follow from pairs (`many`). Alone the best move is the one that takes fewest turns on the
average. The points of a turn are exact; a double 1 counts as nothing gathered, whatever it takes away.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.analysis.base import Choice, shares
from games.analysis.race.many import against_all, last_round, within_turn
from games.analysis.race.pig_chances import BEYOND, PigTables, chase, rolls
from games.analysis.race.turn import Floats, worth
from games.rules.base import Kind, Move
from games.rules.pig.game import Pig
from games.rules.pig.turn import End, State
from games.rules.race import playing

SAME = 9
"""Chances, or turns, that agree to so many decimals are equal."""
REMEMBERED = 64
"""How many turns an advisor remembers."""
HELD = 100
"""Points at which a turn that is played for points alone is long over."""


@dataclass(frozen=True, slots=True)
class Seen:
    """All of a match between turns that chances hang on, in the order of play from whoever is to move.

    `rounds` are the players' places in the round; with equal turns `hunting` players have still to play the
    last one, None before it.
    """

    dice: int
    target: int
    equal_turns: bool
    distances: tuple[int, ...]
    rounds: tuple[int, ...]
    hunting: int | None


class AdvisorPig:
    """Knows Pig by its tables, which `tables.PIG_TABLES` lists."""

    exact = True

    def __init__(self, tables: Iterable[PigTables]) -> None:
        self._tables = {each.dice: each for each in tables}
        self._turn = lru_cache(REMEMBERED)(self._reckoned)

    def points(self, rules: Pig, state: State, seat: int) -> float:
        """What the seat's turn is expected to gather, played for points alone: exactly.

        Of a seat that is not to move: what its turn has banked where that was the latest of all, else what
        its next one will. 0 for one that plays no more.
        """
        if seat in rules.to_act(state):
            return max(_points(state, move) for move in rules.moves(state, seat))
        if state.last is not None and state.last.seat == seat:
            return float(state.last.points) if state.last.end is End.BANK else 0.0
        return _rolling(state.dice, 0) if seat in rules.unfinished(state) else 0.0

    def chances(self, rules: Pig, state: State) -> tuple[float, ...]:
        """Every seat's chance to win. While a turn runs, the others share what its player leaves as if it had
        brought nothing."""
        if result := rules.result(state):
            return shares(result.places)
        seen, order = _seen(state), _order(state)
        if len(order) == 1:
            chances: Floats = np.ones(1)
        elif not state.roll:
            chances = self._begin(seen, [np.array(distance) for distance in seen.distances])
        else:
            own = max(choice.chance for choice in self.choices(rules, state, state.seat))
            chances = within_turn(own, self._after(seen, np.array(seen.distances[0])))
        by_seat = dict(zip(order, chances.tolist(), strict=True))
        return tuple(by_seat.get(seat, 0.0) for seat in range(len(state.banked)))

    def choices(self, rules: Pig, state: State, seat: int) -> tuple[Choice, ...]:
        """Every legal move, the likeliest to win first, alone the one that takes fewest turns; of equal ones
        a bank."""
        moves = rules.moves(state, seat)
        if not moves:
            raise ValueError(f"Seat {seat} may not act.")
        seen = _seen(state)
        before, banked = self._turn(seen, max(state.points - seen.distances[0], 0))
        worths = {Kind.ROLL: float(before[state.points]), Kind.BANK: float(banked[state.points])}
        alone = len(playing(state)) == 1
        best = sorted(moves, key=lambda move: (-round(worths[move.kind], SAME), move.kind is Kind.ROLL))
        return tuple(
            Choice(move, _points(state, move), 1.0 if alone else min(worths[move.kind], 1.0)) for move in best
        )

    def _reckoned(self, seen: Seen, past: int) -> tuple[Floats, Floats]:
        """What a turn is worth to its player before each roll and banked, by its points, to so many `past`
        the target at least: the chance, and alone the turns that are left, with a minus."""
        found, own = rolls(seen.dice), seen.distances[0]
        top = max(own - min(seen.distances), own + past) + BEYOND
        points = np.arange(top + found.most)
        whole = np.array(seen.target)
        if len(seen.distances) == 1:
            alone = -1 - self._tables[seen.dice].at("turns", seen.target, np.arange(seen.target + 1))
            banked, bust, lost = alone[np.maximum(own - points, 0)], alone[own], alone[seen.target]
        else:
            banked, bust, lost = (
                self._after(seen, still)[0] for still in (own - points, np.array(own), whole)
            )
        before, _ = worth(found, banked[:, None], bust, lost)
        return before[:, 0], banked

    def _after(self, seen: Seen, still: NDArray[Any]) -> Floats:
        """Every player's chance, in the order of `seen`, when the mover passes the turn on from `still`."""
        distances = [*(np.array(each) for each in seen.distances[1:]), still]
        rounds = (*seen.rounds[1:], seen.rounds[0])
        later = sum(place > seen.rounds[0] for place in seen.rounds)
        passed = Seen(seen.dice, seen.target, seen.equal_turns, seen.distances, rounds, None)
        ended = self._last_round(seen.dice, distances, later if seen.equal_turns else 0)
        if seen.hunting is None:
            ended = np.where(still <= 0, ended, self._begin(passed, distances))
        return np.roll(ended, 1, axis=0)

    def _begin(self, seen: Seen, distances: list[NDArray[Any]]) -> Floats:
        """Every player's chance when a turn begins; the distances stand for those of `seen`."""
        if seen.hunting is not None:
            return self._last_round(seen.dice, distances, seen.hunting)

        def pair(first: int, second: int) -> Floats:
            began = "first" if seen.rounds[first] < seen.rounds[second] else "second"
            kind = began if seen.equal_turns else "plain"
            ways = (np.maximum(distances[each], 1) for each in (first, second))
            return self._tables[seen.dice].at(kind, seen.target, *ways)

        return against_all(len(distances), pair)

    def _last_round(self, dice: int, distances: list[NDArray[Any]], hunting: int) -> Floats:
        stacked = np.stack(np.broadcast_arrays(*distances))
        hunt, missing = chase(dice), stacked - stacked.min(axis=0)
        passes = [hunt[np.clip(missing[hunter], 0, len(hunt) - 1)] for hunter in range(hunting)]
        return last_round(stacked, passes)


def _order(state: State) -> tuple[int, ...]:
    """The seats that play on, from the one that is to move."""
    seats = len(state.banked)
    return tuple(sorted(playing(state), key=lambda seat: (seat - state.seat) % seats))


def _seen(state: State) -> Seen:
    order, seats = _order(state), len(state.banked)
    distances = tuple(state.target - state.banked[seat] for seat in order)
    rounds = tuple((seat - state.starter) % seats for seat in order)
    last = state.equal_turns and max(state.banked) >= state.target
    hunting = sum(place >= rounds[0] for place in rounds) if last else None
    return Seen(state.dice, state.target, state.equal_turns, distances, rounds, hunting)


def _points(state: State, move: Move) -> float:
    return float(state.points) if move.kind is Kind.BANK else _rolling(state.dice, state.points)


@cache
def _rolling(dice: int, points: int) -> float:
    """What a turn is expected to have gathered that rolls on at so many points."""
    found = rolls(dice)
    bank = np.arange(max(points, HELD) + 1.0 + found.most)
    before, _ = worth(found, bank[:, None], 0.0, 0.0)
    return float(before[points, 0])
