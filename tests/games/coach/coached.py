"""A coach for tests who knows any game at once, without tables: points in hand count, and nothing else."""

from __future__ import annotations

from typing import Any

from games.analysis.base import Choice
from games.analysis.review import by_points, final_chances
from games.rules.base import Kind, Rules


class Simple:
    """Expects of every seat what it has already, and likes to write the most at once: as `Advisor`."""

    exact = False

    def points(self, rules: Rules[Any], state: Any, seat: int) -> float:
        return float(rules.totals(state)[seat]) if by_points(rules, 2) else 0.0

    def chances(self, rules: Rules[Any], state: Any) -> tuple[float, ...]:
        result = rules.result(state)
        if result is not None:
            return final_chances(result.places) or ()
        totals = [total + 100 for total in rules.totals(state)]
        return tuple(total / sum(totals) for total in totals)

    def choices(self, rules: Rules[Any], state: Any, seat: int) -> tuple[Choice, ...]:
        has, offers = self.points(rules, state, seat), rules.preview(state, seat)
        chance = self.chances(rules, state)[seat]
        found = []
        for move in rules.moves(state, seat):
            adds = offers[move.box] if move.kind is Kind.SCORE else 0
            found.append(Choice(move, has + adds, chance + (0.01 if move.kind is Kind.BANK else 0.0)))
        return tuple(sorted(found, key=lambda one: (-one.points, -one.chance)))
