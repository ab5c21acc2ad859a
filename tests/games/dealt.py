"""Matches in which everybody gets the same dice, for tests."""

from __future__ import annotations

from games.models import Match, Move
from games.rules.base import Kind
from games.rules.base import Move as RulesMove

ROLL = RulesMove(Kind.ROLL)
SETS = 33
"""Of a card of Boat: eleven turns of three rolls."""


def rolled(match: Match, seat: int) -> list[Move]:
    """The rolls of a seat, in order."""
    return list(match.moves.filter(seat=seat, kind="roll").order_by("number"))
