"""Robots: a rule book, a state, a seat and an advisor in, a legal move out. Pure: chance comes in as a seed.

Six levels for every game. The best makes the move that its advisor (games/analysis/base.py) puts first. The
others err as people do: a move is the rarer the more it costs, so that there are many small errors and few
large ones. How much a level minds what is in `games.tables.habits`, how strong that makes it in
`games.tables.strengths`, by measurement.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from enum import StrEnum
from itertools import accumulate
from math import exp
from typing import Any

from games.analysis.base import Advisor, Choice
from games.rules.base import Kind, Move, Rules
from games.tables import table_of
from games.tables.habits import HABITS, Habit


class Level(StrEnum):
    """How well a robot plays, from the lowest to the highest."""

    BEGINNER = "beginner"
    CASUAL = "casual"
    STEADY = "steady"
    SKILLED = "skilled"
    EXPERT = "expert"
    PERFECT = "perfect"


FORMER = {"random": Level.BEGINNER, "simple": Level.CASUAL, "strong": Level.EXPERT}
"""The three levels of before, which open pages and cookies may still name, and what they are now."""
SIMPLE = {Level.BEGINNER, Level.CASUAL}
"""Who plays with simple sense as long as there is no advisor."""


def choose(
    level: Level,
    rules: Rules[Any],
    state: Any,
    seat: int,
    seed: str,
    advisor: Advisor[Any, Any] | None,
) -> Move:
    """A legal move for the seat, from what that seat may see. The same arguments give the same move.

    Without an advisor, as long as its tables are not there, it plays by the rules of thumb of its table.
    Raises ValueError when the seat may not act.
    """
    if advisor is None:
        return by_rule_of_thumb(level, rules, state, seat)
    seen = rules.view(state, seat)
    choices = advisor.choices(rules, seen, seat)
    if level is Level.PERFECT or len(choices) == 1:
        return choices[0].move
    likings = liked(HABITS[rules.code][level], choices, rules.preview(seen, seat))
    chance = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:8]) / 2**64
    return choices[drawn(likings, chance)].move


def by_rule_of_thumb(level: Level, rules: Rules[Any], state: Any, seat: int) -> Move:
    """The move of a table's simple sense for the lower levels, of its best rule of thumb for the others.

    From what the seat may see, and always the same. Raises ValueError when the seat may not act.
    """
    if seat not in rules.to_act(state):
        raise ValueError("This seat is not to move.")
    table = table_of(rules)
    return (table.simple if level in SIMPLE else table.strong)(rules, rules.view(state, seat), seat)


def liked(habit: Habit, choices: Sequence[Choice], offers: dict[str, int]) -> list[float]:
    """How much a level likes each choice: exp(−cost² / 2), so 1 for what it likes best.

    The cost is how much less than that a choice promises, by what the level looks at (`Habit`); `offers` is
    what each box would add at once, in points. Errors that cost less than 1 are made about as often as not,
    and one that costs 3 is made once where the best is made ninety times.
    """
    most = max(offers.values(), default=0)
    worths = [
        habit.points * choice.points
        + habit.chance * choice.chance
        - (habit.greed * (most - offers[choice.move.box]) if choice.move.kind is Kind.SCORE else 0)
        for choice in choices
    ]
    best = max(worths)
    return [exp(-((best - worth) ** 2) / 2) for worth in worths]


def drawn(likings: Sequence[float], chance: float) -> int:
    """The place of one of them, each as likely as it is liked; `chance` is from 0 to 1."""
    sums = list(accumulate(likings))
    at = chance * sums[-1]
    return next((place for place, passed in enumerate(sums) if at < passed), len(sums) - 1)
