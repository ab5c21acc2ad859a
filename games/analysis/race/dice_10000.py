"""Dice 10000: the chance to win with every move, and what each adds to the turn (games.analysis.base).

The points of a turn are exact. Chances are as good as the tables of `duel`: within a turn every roll and
every choice is reckoned anew for the very totals of the match, and the tables say what the turns after it are
worth (docs/analysis-races.md has the errors).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import numpy as np

from games.analysis.base import Choice, shares
from games.analysis.race import points as turns
from games.analysis.race.duel import OFFERED, Duel, Places
from games.analysis.race.hands import FRESH, STEP, hand_after, hands
from games.analysis.race.many import within_turn
from games.analysis.race.standing import Standing, after_bank, after_bust, begin
from games.analysis.race.turn import Floats, worth
from games.rules.base import Kind, Move
from games.rules.race import playing
from games.rules.ten_thousand.game import Dice10000
from games.rules.ten_thousand.scoring import Scoring
from games.rules.ten_thousand.turn import End, State, aside_points, offer

SIMPLEST = (Kind.BANK, Kind.ROLL, Kind.PICK_UP)
"""Of moves that win as often, the first of these kinds is the simplest."""
SAME = 9
"""Chances that agree to so many decimals are equal."""
REMEMBERED = 64
"""How many turns an advisor remembers, each some 20 kB."""

Seen = tuple[Scoring, bool, tuple[tuple[int, bool], ...], int | None, int | None]
"""All of a match between turns that chances hang on but for an offer, fit to be remembered."""


class Advisor10000:
    """Knows Dice 10000 by its tables, which `tables.DICE_10000_TABLES` lists."""

    exact = True

    def __init__(self, duels: Iterable[Duel]) -> None:
        self._duels = {(duel.scoring, duel.offered is not None): duel for duel in duels}
        self._turn = lru_cache(REMEMBERED)(self._reckoned)

    def points(self, rules: Dice10000, state: State, seat: int) -> float:
        """What the seat's turn is expected to add, played for points alone: exactly.

        Of a seat that is not to move: what its turn added where that was the latest of all, six alike
        counted as 10,000; else what its next one will. 0 for one that plays no more.
        """
        if seat in rules.to_act(state):
            return max(self._points(state, move) for move in rules.moves(state, seat))
        last = state.last
        if last is not None and last.seat == seat:
            lost = last.end not in (End.BANK, End.SIX_ALIKE)
            return 0.0 if lost else float(last.points + turns.SIX_ALIKE * (last.end is End.SIX_ALIKE))
        if seat not in rules.unfinished(state):
            return 0.0
        return turns.fresh(state.scoring, on_table=state.on_table[seat])

    def chances(self, rules: Dice10000, state: State) -> tuple[float, ...]:
        """Every seat's chance to win: of two as exact as the tables, of more a sound guess (`standing`).

        While a turn runs, the others share what its player leaves as if it had brought nothing.
        """
        if result := rules.result(state):
            return shares(result.places)
        order = _order(state)
        if not state.roll:
            found = offer(state)
            points = np.array([found.points // STEP]) if found else None
            duel, standing = self._standing(_seen(state))
            chances = begin(duel, standing, points)[:, 0, found.dice if found else 0]
        else:
            own = max(choice.chance for choice in self.choices(rules, state, state.seat))
            chances = within_turn(own, after_bust(*self._standing(_seen(state)))[:, 0])
        by_seat = dict(zip(order, chances.tolist(), strict=True))
        return tuple(by_seat.get(seat, 0.0) for seat in range(len(state.banked)))

    def choices(self, rules: Dice10000, state: State, seat: int) -> tuple[Choice, ...]:
        """Every legal move, the likeliest to win first; of equal ones a bank, then what adds most."""
        moves = rules.moves(state, seat)
        if not moves:
            raise ValueError(f"Seat {seat} may not act.")
        found = [Choice(move, self._points(state, move), self._chance(rules, state, move)) for move in moves]
        return tuple(sorted(found, key=lambda choice: _rank(state, choice)))

    def _points(self, state: State, move: Move) -> float:
        on_table = state.on_table[state.seat]
        if move.kind is Kind.BANK:
            return float(state.points + aside_points(state, move.keep))
        return turns.rolling(state.scoring, *_rolled(state, move), on_table=on_table)

    def _chance(self, rules: Dice10000, state: State, move: Move) -> float:
        if move.kind is Kind.BANK:
            return self.chances(rules, rules.play(state, state.seat, move, ()))[state.seat]
        steps, hand = _rolled(state, move)
        top = OFFERED + 1
        while top <= steps:
            top *= 2
        return float(min(self._turn(_seen(state), top)[steps, hand], 1.0))

    def _reckoned(self, seen: Seen, top: int) -> Floats:
        """The mover's chance before each roll of its turn, by steps of points and hand."""
        duel, standing = self._standing(seen)
        bust = float(after_bust(duel, standing)[0, 0])
        bank = after_bank(duel, standing, top).astype(float)
        before, _ = worth(hands(duel.scoring), bank, np.array([bust]), 1.0)
        return before[..., 0]

    def _standing(self, seen: Seen) -> tuple[Duel, Standing]:
        scoring, pick_up, players, hunting, opener = seen
        places = (Places(np.array([distance]), np.array([on_table])) for distance, on_table in players)
        return self._duels[scoring, pick_up], Standing(tuple(places), hunting, opener)


def _order(state: State) -> tuple[int, ...]:
    """The seats that play on, from the one that is to move."""
    seats = len(state.banked)
    return tuple(sorted(playing(state), key=lambda seat: (seat - state.seat) % seats))


def _seen(state: State) -> Seen:
    order = _order(state)
    goal = -(-state.target // STEP)  # totals come in steps, so a target between two is reached with the next
    players = tuple((goal - state.banked[seat] // STEP, state.on_table[seat]) for seat in order)
    if state.opener is None:
        return state.scoring, state.pick_up, players, None, None
    seats = len(state.banked)
    before_opener = (state.opener - state.seat) % seats
    hunting = sum((seat - state.seat) % seats < before_opener for seat in order)
    opener = order.index(state.opener) if state.opener in order else None
    return state.scoring, state.pick_up, players, hunting, opener


def _rolled(state: State, move: Move) -> tuple[int, int]:
    """The steps of points and the hand that a move rolls with."""
    if move.kind is Kind.PICK_UP:
        found = offer(state)
        assert found is not None
        return found.points // STEP, found.dice
    if not move.keep:
        return 0, FRESH
    return (state.points + aside_points(state, move.keep)) // STEP, hand_after(state, move.keep)


def _rank(state: State, choice: Choice) -> tuple[float, int, int, int, tuple[int, ...]]:
    move = choice.move
    added = aside_points(state, move.keep) if move.keep else 0
    return -round(choice.chance, SAME), SIMPLEST.index(move.kind), -added, len(move.keep), move.keep
