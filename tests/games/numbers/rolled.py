"""What was rolled in a match, and what became of its sets, for tests."""

from __future__ import annotations

from dicepool.models import Fate
from games.models import Match, Move
from games.rules.base import Kind
from games.rules.base import Move as RulesMove

ROLL = RulesMove(Kind.ROLL)


def rolled(match: Match) -> Move:
    """The latest roll."""
    return match.moves.exclude(serials=[]).latest("number")


def fate(serial: int) -> tuple[int, bytes] | None:
    """What became of a set, and the number that is told with it; None where nothing did yet."""
    found = Fate.objects.filter(serial=serial).first()
    return (found.kind, bytes(found.number or b"")) if found else None
