"""Robots at Dice 10000: when to stop, by what a further roll gains and risks."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from games.rules.base import Kind, Move
from games.rules.faces import counts
from games.rules.race import playing
from games.rules.ten_thousand.game import Dice10000
from games.rules.ten_thousand.scoring import Scoring, keeps, scoring_chance, worth
from games.rules.ten_thousand.turn import State, aside_points, dice_left, legal_keeps, offer

ENOUGH = 300
"""What a robot of simple sense banks at."""
FRESH_TURN = 450
"""What a turn from six dice brings on the average to one who stops in time."""


def simple(rules: Dice10000, state: State, seat: int) -> Move:
    """Take all that scores, and bank as soon as it is enough."""
    if not state.roll:
        return Move(Kind.ROLL)
    keep = max(legal_keeps(state), key=lambda dice: (aside_points(state, dice), len(dice)))
    bank = Move(Kind.BANK, keep)
    if bank in rules.moves(state, seat) and state.points + aside_points(state, keep) >= ENOUGH:
        return bank
    return Move(Kind.ROLL, keep)


def strong(rules: Dice10000, state: State, seat: int) -> Move:
    """Compare what each choice of dice can bank with what a further roll is expected to leave."""
    if not state.roll:
        found = offer(state)
        if found and found.chance * (found.points + _gain(found.dice, state.scoring)) > FRESH_TURN:
            return Move(Kind.PICK_UP)
        return Move(Kind.ROLL)
    legal = set(rules.moves(state, seat))
    need = _must_beat(state, seat)

    def value(move: Move) -> float:
        points = state.points + aside_points(state, move.keep)
        if move.kind is Kind.BANK:
            return float(points) if state.banked[seat] + points >= need else -1.0
        left = dice_left(state, move.keep)
        hoped = points + _gain(left, state.scoring)
        risk = float(scoring_chance(left, state.scoring))
        return risk * hoped

    return max(sorted(legal, key=lambda move: (move.kind, move.keep)), key=value)


def _must_beat(state: State, seat: int) -> int:
    """The total without which a bank in the last round is worth nothing."""
    if state.opener is None or state.opener == seat:
        return 0
    return max(state.banked[other] for other in playing(state) if other != seat) + 1


@cache
def _gain(dice: int, scoring: Scoring) -> float:
    """What a roll of so many dice adds on the average when it scores, all that scores set aside."""
    total, scored = Fraction(0), Fraction(0)
    for roll in combinations_with_replacement(range(1, 7), dice):
        ways = factorial(dice) // prod(map(factorial, counts(roll)))
        best = max((worth(keep, scoring) for keep in keeps(roll, scoring)), default=0)
        if best:
            total += ways * best
            scored += ways
    return float(total / scored)
