"""A puzzle in words: what is asked, what is best and by how much, and why."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.figures import figure
from games.analysis.review import Reason, whole_match
from games.models import Puzzle, PuzzleTry
from games.positions import Position
from games.rules.base import Kind, Move
from games.views import laid
from games.views import review_words as words


@dataclass(frozen=True, slots=True)
class Solved:
    """What a puzzle shows once it was answered."""

    right: bool
    did: str
    cost: str
    best: str
    second: str
    why: tuple[str, ...]
    share: str
    number: int
    """How hard it is now."""
    mine: int | None
    """The player's own number, if there is one."""
    gained: str


def question(position: Position) -> str:
    """What is asked."""
    if laid.scored_by_points(position):
        return _("What brings the most points on average?")
    return _("What wins most often?")


def solved(puzzle: Puzzle, position: Position, made: PuzzleTry, mine: int | None) -> Solved:
    """What the page shows after the player's answer."""
    moves = position.rules.moves(position.state, position.seat)
    gained = "" if made.gained is None else f"{round(made.gained):+d}".replace("-", "−")
    return Solved(
        right=made.right,
        did=laid.named(position, moves[made.move]),
        cost="" if made.right else cost(position, puzzle.losses[made.move]),
        best=laid.named(position, moves[puzzle.best]),
        second=next_best(position, moves[puzzle.second], puzzle.losses[puzzle.second]),
        why=why(puzzle, position),
        share=share(puzzle),
        number=puzzle.value.number,
        mine=mine,
        gained=gained,
    )


def _figures(loss: int) -> dict[str, str]:
    return {"points": words.points(loss / 100), "percent": words.percent(loss / 10_000)}


def cost(position: Position, loss: int) -> str:
    """What another move loses, in a sentence."""
    if laid.scored_by_points(position):
        return _("It loses %(points)s points on average.") % _figures(loss)
    return _("It loses %(percent)s wins in 100 matches.") % _figures(loss)


def next_best(position: Position, move: Move, loss: int) -> str:
    """Which move comes next, and by how much, in a sentence."""
    told = _figures(loss) | {"move": laid.named(position, move)}
    if laid.scored_by_points(position):
        return _("Next best: %(move)s. It brings %(points)s fewer points on average.") % told
    return _("Next best: %(move)s. It wins %(percent)s fewer matches in 100.") % told


def why(puzzle: Puzzle, position: Position) -> tuple[str, ...]:
    """Why the best move is better than the next, each a sentence."""
    rules, state = position.rules, position.state
    moves = rules.moves(state, position.seat)
    best, second = moves[puzzle.best], moves[puzzle.second]
    if whole_match(rules) and best.kind is second.kind is Kind.SCORE:
        now, instead = (counts(position, move) for move in (best, second))
        return (words.boxes(now, instead, puzzle.losses[puzzle.second] / 100),)
    said = [words.reason(rules, Reason(*one)) for one in puzzle.reasons]
    if not whole_match(rules):
        said.append(words.turn(rules, *(worth / 100 for worth in puzzle.worths)))
        said += [words.bust(rules, state, move) for move in (best, second) if move.kind is not Kind.BANK][:1]
    return tuple(filter(None, said))


def counts(position: Position, move: Move) -> int:
    """What a box that is filled adds to the total at once."""
    rules: Any = position.rules
    column, _row = rules.box_ids[move.box]
    times: int = rules.weights[column] // rules.shown_weight(column)
    return position.rules.preview(position.state, position.seat)[move.box] * times


def share(puzzle: Puzzle) -> str:
    """How many found it at their first try, in a sentence."""
    said = ngettext(
        "%(solved)s of %(count)s player found it at the first try.",
        "%(solved)s of %(count)s players found it at the first try.",
        puzzle.tries,
    )
    return said % {"solved": figure(puzzle.solved), "count": figure(puzzle.tries)}
