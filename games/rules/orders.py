"""Standing orders: what a player wants done in a match as soon as it may be, while the player is away.

They decide nothing that takes judgement: a first roll where nothing else could be done, and a bank from so
many points of a turn on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.rules.base import Kind, Move, Rules

ROLL = Move(Kind.ROLL)


@dataclass(frozen=True, slots=True)
class Orders:
    """To make the first roll of each turn, and to bank from so many points of a turn on; 0 is never."""

    roll: bool = False
    bank: int = 0

    def __bool__(self) -> bool:
        return self.roll or self.bank > 0

    @classmethod
    def load(cls, stored: Mapping[str, Any]) -> Orders:
        """What `dump` stored."""
        return cls(roll=bool(stored.get("roll")), bank=int(stored.get("bank", 0)))

    def dump(self) -> dict[str, Any]:
        """What was ordered as JSON values: none where nothing was."""
        stored: dict[str, Any] = {"roll": True} if self.roll else {}
        return stored | ({"bank": self.bank} if self.bank else {})


def ordered(rules: Rules[Any], state: Any, seat: int, orders: Orders, beat: int = 0) -> Move | None:
    """The move that the orders make now; None where they leave it to the player.

    A turn that could begin otherwise than with a roll, by a pick-up, is the player's. What is banked is the
    most that may be; a total that does not pass `beat`, another's in a last round, loses by being banked, and
    whether to roll on is the player's.
    """
    moves = rules.moves(state, seat)
    if orders.roll and moves == (ROLL,):
        return ROLL
    banks = [move for move in moves if move.kind is Kind.BANK] if orders.bank else []
    if not banks:
        return None
    before = rules.totals(state)[seat]
    gains = {move: rules.totals(rules.play(state, seat, move, ()))[seat] - before for move in banks}
    best = max(banks, key=lambda move: (gains[move], -len(move.keep)))
    return best if gains[best] >= orders.bank and before + gains[best] > beat else None
