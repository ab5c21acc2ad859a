"""What perfect play makes of a position that somebody shared, and when nobody is told.

A position by itself belongs to nobody: analysis tells of any of them. But it must help nobody in a match that
still runs, nor give away a puzzle (docs/puzzles.md has what this can keep anybody from, and what not).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from accounts.models import User
from games import positions
from games.analysis.base import Choice
from games.analysis.review import Reason, by_points
from games.coach import advice, hints, making
from games.match.queries import with_seats
from games.models import Match, Puzzle, PuzzleTry
from games.positions import Position


class NotTold(Exception):
    """Nobody is told what is best here. The message is one sentence fit to be shown; `puzzle` is one that
    shows the position, where that is why.
    """

    def __init__(self, sentence: str, puzzle: int | None = None) -> None:
        super().__init__(sentence)
        self.puzzle = puzzle


@dataclass(frozen=True, slots=True)
class Thought:
    """Every legal move, the best first, and why that is better than the next."""

    choices: tuple[Choice, ...]
    chances: tuple[float, ...]
    """Every seat's chance to win."""
    reasons: tuple[Reason, ...]
    by_points: bool
    exact: bool


def think(position: Position, player: User) -> Thought:
    """What perfect play makes of a position. Raises NotTold, advice.NotReady. Three queries."""
    _must_not_be_a_puzzle(position, player)
    _must_not_be_played(position, player)
    rules, state, seat = position.rules, position.state, position.seat
    advisor: Any = advice.advisor(rules)
    choices = tuple(advisor.choices(rules, state, seat))
    reasons: tuple[Reason, ...] = ()
    if len(choices) > 1:
        explain = making.explaining(rules, advisor)
        reasons = explain(state, seat, choices[0].move, choices[1].move)
    players = len(rules.totals(state))
    return Thought(
        choices=choices,
        chances=advisor.chances(rules, state) if players > 1 else (),
        reasons=reasons,
        by_points=by_points(rules, players),
        exact=advisor.exact,
    )


def _must_not_be_a_puzzle(position: Position, player: User) -> None:
    words = [positions.encode(position), positions.encode(positions.alone(position))]
    tried = PuzzleTry.objects.filter(player=player, puzzle=OuterRef("pk"))
    puzzle = Puzzle.objects.filter(~Exists(tried), position__in=words).first()
    if puzzle is not None:
        raise NotTold(_("This position is a puzzle: answer it first."), puzzle.pk)


def _must_not_be_played(position: Position, player: User) -> None:
    """Nothing is told of a position as it stands in one of the player's own matches, where the coach may not
    speak. What others hide takes no part in it.
    """
    running = Match.objects.filter(seats__player=player, status=Match.Status.RUNNING, code=position.code)
    for match in with_seats(running):
        seats = list(match.seats.all())
        mine = next(seat for seat in seats if seat.player_id == player.pk)
        seen = match.rules.view(match.table, mine.index)
        if not hints.helps(match, seats, mine) and positions.same(position, match.code, seen):
            raise NotTold(
                _("One of your own matches stands like this. The coach is silent on it until that is over.")
            )
