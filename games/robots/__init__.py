"""Robots: a rule book, a state and a seat in, a legal move out. Pure: chance comes in as a seed.

Three for every game: one that plays at random, one of simple sense, and the best that can be done in
a few milliseconds by looking one turn ahead.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Any

from games.robots import cards, ten_thousand
from games.rules.base import Move, Rules
from games.rules.dice10000 import Dice10000
from games.rules.scorecard import Scorecard

__all__ = ["Level", "choose"]


class Level(StrEnum):
    """How well a robot plays."""

    RANDOM = "random"
    SIMPLE = "simple"
    STRONG = "strong"


def choose(level: Level, rules: Rules[Any], state: Any, seat: int, seed: str) -> Move:
    """A legal move for the seat, from what that seat may see. The same arguments give the same move.

    Raises ValueError when the seat may not act.
    """
    seen = rules.view(state, seat)
    moves = rules.moves(seen, seat)
    if not moves:
        raise ValueError("This seat is not to move.")
    if level is Level.RANDOM:
        chance = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8])
        return moves[chance % len(moves)]
    if isinstance(rules, Scorecard):
        return (cards.strong if level is Level.STRONG else cards.simple)(rules, seen, seat)
    assert isinstance(rules, Dice10000)
    return (ten_thousand.strong if level is Level.STRONG else ten_thousand.simple)(rules, seen, seat)
