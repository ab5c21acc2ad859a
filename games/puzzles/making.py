"""Which position makes a puzzle, and what is kept of it. For the worker: it asks the advisor, with numpy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from math import log10
from typing import Any

from django.db.models import Count

from games import positions, rating
from games.analysis.base import Advisor, Choice
from games.analysis.review import Reason, amount_of, by_points
from games.coach import making
from games.models import Match, Puzzle
from games.models.puzzle import MOST_LOST
from games.positions import BadPosition, Position
from games.rules.base import Kind, Move
from games.tables import robots
from games.tables.habits import HABITS
from games.tables.robots import Level

POINTS = 1.5
"""Points, a column, by which the best move of a card is better than every other."""
CHANCE = 0.02
"""The same of the chance to win, in a race."""
HUNDREDTHS = 100
TEN_THOUSANDTHS = 10_000
PLAIN = 0.65
"""A position that a casual player finds so often makes no puzzle, unless somebody went wrong there."""
SLIP = 0.97
"""And one that is found so often makes none whatever somebody did, nor whatever is lacking: that is a slip of
the finger."""
EASIEST, HARDEST = 900.0, 2300.0
MOST = 1_000
"""Puzzles of a game that are kept."""


@dataclass(frozen=True, slots=True)
class Found:
    """A puzzle that can be kept: the word of its position, and what stands in its row."""

    position: Position
    word: str
    losses: tuple[int, ...]
    worths: tuple[int, int]
    chance: int
    reasons: tuple[Reason, ...]
    answer: Kind
    """What kind of move is best."""
    seems: float
    """How often a casual player would find it, from 0 to 1."""


def consider(
    advisor: Advisor[Any, Any], whole: Position, made: Move | None = None, lacking: Collection[Kind] = ()
) -> Found | None:
    """The puzzle that a position makes, if it makes one; `made` is what was done there.

    One move is clearly best: every other loses POINTS or CHANCE at least. And it is not plain: whoever was
    there did something else, or a casual player would often. Where that kind of answer is `lacking` it may be
    plain.
    """
    try:
        position = positions.alone(whole)
        word = positions.encode(position)
    except BadPosition:
        return None
    rules, state, seat = position.rules, position.state, position.seat
    moves = rules.moves(state, seat)
    if len(moves) < 2:
        return None
    choices = advisor.choices(rules, rules.view(state, seat), seat)
    points = by_points(rules, len(rules.totals(state)))
    best, second = choices[0], choices[1]
    margin = _measure(best, points=points) - _measure(second, points=points)
    if margin < (POINTS * rules.columns if points else CHANCE):
        return None
    seems = found_by(Level.CASUAL, position, choices)
    asked_anyway = made not in (None, best.move) or best.move.kind in lacking
    if seems > (SLIP if asked_anyway else PLAIN):
        return None
    worth = {choice.move: _measure(choice, points=points) for choice in choices}
    times = HUNDREDTHS if points else TEN_THOUSANDTHS
    explain = making.explaining(rules, advisor)
    return Found(
        position=position,
        word=word,
        losses=tuple(min(MOST_LOST, round((worth[best.move] - worth[move]) * times)) for move in moves),
        worths=(round(best.points * HUNDREDTHS), round(second.points * HUNDREDTHS)),
        chance=0 if points else round(best.chance * TEN_THOUSANDTHS),
        reasons=explain(state, seat, best.move, second.move),
        answer=best.move.kind,
        seems=seems,
    )


def found_by(level: Level, position: Position, choices: tuple[Choice, ...]) -> float:
    """How often a robot of a level below perfect makes the first of these choices, from 0 to 1."""
    offers = position.rules.preview(position.state, position.seat)
    likings = robots.liked(HABITS[position.code][level], choices, offers)
    return likings[0] / sum(likings)


def _measure(choice: Choice, *, points: bool) -> float:
    return amount_of(choice).by(points=points)


def keep(found: Found, match: Match | None = None) -> bool:
    """Keep a puzzle, from a match or with dice that were arranged. False where there is one of that position
    already. One query.

    How hard it is at first is a guess: as a player of 1500 who finds it as often as a casual robot.
    """
    start = rating.DUEL
    hard = start.mean + 400 * log10(max(1e-6, 1 - found.seems) / max(1e-6, found.seems))
    row = Puzzle(
        code=found.position.code,
        position=found.word,
        match=match,
        arranged=match is None,
        losses=list(found.losses),
        worths=list(found.worths),
        chance=found.chance,
        reasons=[[why.box, round(why.best, 2), round(why.made, 2)] for why in found.reasons],
        mean=min(max(hard, EASIEST), HARDEST),
        deviation=start.deviation,
        volatility=start.volatility,
    )
    before = Puzzle.objects.filter(position=found.word).exists()
    Puzzle.objects.bulk_create([row], ignore_conflicts=True)
    return not before


def answers(code: str) -> Counter[Kind]:
    """Of how many puzzles of a game each kind of move is the answer. One query."""
    found: Counter[Kind] = Counter()
    for puzzle in Puzzle.objects.filter(code=code).only("position", "losses"):
        position = positions.decode(puzzle.position)
        found[position.rules.moves(position.state, position.seat)[puzzle.best].kind] += 1
    return found


def counts() -> dict[str, int]:
    """How many puzzles there are of each game. One query."""
    return dict(Puzzle.objects.values_list("code").annotate(count=Count("pk")))
