"""Robots: a rule book, a state and a seat in, a legal move out. Pure: chance comes in as a seed.

Three for every game: one that plays at random, one of simple sense, and the best that can be done in
a few milliseconds by looking one turn ahead.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import Any

from games.rules.base import Move, Rules
from games.tables import table_of


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
    table = table_of(rules)
    return (table.strong if level is Level.STRONG else table.simple)(rules, seen, seat)
