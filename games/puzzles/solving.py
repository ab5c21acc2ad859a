"""Answers to puzzles: the first one counts, once, for the player and for the puzzle, whatever the line does.

That a player has one row for a puzzle is what makes the first try the first: of two tabs at once, or a double
click, the second waits for that row, and finds it there.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from accounts import guests, holding
from accounts.models import User
from games import rating
from games.models import Match, Puzzle, PuzzleDay, PuzzleRating, PuzzleTry, Seat
from games.positions import Position, decode
from games.rules.base import Kind, Move

TOLERANCE = 10
"""Hundredths of a point, in a race ten-thousandths of the chance to win, by which a right answer may lose."""
DAY = timedelta(days=1)


class NoPuzzle(Exception):
    """There is no such puzzle, or it cannot be shown now."""


class NoAnswer(Exception):
    """This is no answer to the puzzle. The message is one sentence fit to be shown to the player."""


@dataclass(frozen=True, slots=True)
class Answered:
    """What came of an answer; `first` where it was the one that counts."""

    right: bool
    first: bool


def find(puzzle_id: int) -> Puzzle:
    """A puzzle that may be shown: never one whose match goes on again. Raises NoPuzzle. One query."""
    puzzle = Puzzle.objects.select_related("match").filter(pk=puzzle_id).first()
    if puzzle is None or (puzzle.match is not None and puzzle.match.status != Match.Status.FINISHED):
        raise NoPuzzle
    return puzzle


def try_of(player: User | None, puzzle: Puzzle) -> PuzzleTry | None:
    """The player's try of a puzzle, if there was one. One query, or none."""
    return PuzzleTry.objects.filter(player=player, puzzle=puzzle).first() if player else None


def is_right(puzzle: Puzzle, move: int) -> bool:
    """Whether a move, counted as the rules do, is as good as the best."""
    return puzzle.losses[move] <= TOLERANCE


def which(position: Position, move: Move) -> int:
    """Which of the legal moves this is, from 0. Raises NoAnswer where it is none of them."""
    moves = position.rules.moves(position.state, position.seat)
    if move in moves:
        return moves.index(move)
    if move.kind is Kind.ROLL and any(one.kind is Kind.ROLL for one in moves):
        raise NoAnswer(_("These dice cannot be kept so. Choose again."))
    raise NoAnswer(_("That cannot be done here. Choose again."))


@transaction.atomic
def answer(player: User, puzzle_id: int, move: Move) -> Answered:
    """Take an answer. The first of a player counts, later ones only mend it.

    Raises NoPuzzle, also where the account has just been closed, and NoAnswer.
    """
    puzzle = find(puzzle_id)
    place = which(decode(puzzle.position), move)
    right, now = is_right(puzzle, place), timezone.now()
    if not holding.hold([player.pk]):
        raise NoPuzzle
    made, first = PuzzleTry.objects.get_or_create(
        player=player, puzzle=puzzle, defaults={"move": place, "right": right, "at": now, "last_at": now}
    )
    if not first:
        made = PuzzleTry.objects.select_for_update(no_key=True).get(pk=made.pk)
    if right and (first or made.last_at.date() < now.date()) and _is_of(now, puzzle):
        made.day = now.date()
    made.mended = made.mended or (right and not made.right)
    made.last_at = now
    if first:
        _count(player, puzzle, made)
    made.save(update_fields=["day", "mended", "last_at", "gained"])
    return Answered(right, first)


def _is_of(now: datetime, puzzle: Puzzle) -> bool:
    return PuzzleDay.objects.filter(day=now.date(), puzzle=puzzle).exists()


def _count(player: User, puzzle: Puzzle, made: PuzzleTry) -> None:
    """Count a first try; it moves both numbers, unless a guest made it or it is of the player's own match.

    The player's row is locked before the puzzle's, by everybody.
    """
    locked = Puzzle.objects.select_for_update(no_key=True)
    own = puzzle.match_id is not None and Seat.objects.filter(match=puzzle.match_id, player=player).exists()
    if player.guest or own:
        row = locked.get(pk=puzzle.pk)
    else:
        mine = _locked(player, made.at)
        row = locked.get(pk=puzzle.pk)
        before = rating.rested(mine.value, (made.at - mine.at) / DAY)
        mine.value, row.value = rating.after_duel(before, row.value, float(made.right))
        made.gained = mine.mean - before.mean
        mine.at, mine.tries = made.at, F("tries") + 1
        mine.save()
        import_string(settings.LISTING_CHANGED)(player)
    row.tries, row.solved = row.tries + 1, row.solved + made.right
    row.save(update_fields=["tries", "solved", "mean", "deviation", "volatility"])


def _locked(player: User, now: datetime) -> PuzzleRating:
    """The player's number, which begins with the first puzzle."""
    start = rating.DUEL
    numbers = {"mean": start.mean, "deviation": start.deviation, "volatility": start.volatility}
    PuzzleRating.objects.bulk_create([PuzzleRating(player=player, at=now, **numbers)], ignore_conflicts=True)
    return PuzzleRating.objects.select_for_update(no_key=True).get(player=player)


def take_over(request: HttpRequest, player: User) -> None:
    """Give what the session's guest has solved to whoever signed up or in (settings.ACCOUNT_OPENERS).

    It stays without a rating, and what the player had tried before stays as it was. Two queries, or none.
    Nobody is kept from signing in by it: where the player answers the same puzzle elsewhere at this moment,
    the guest's tries are left behind.
    """
    guest = guests.of(request)
    if guest is not None:
        known = PuzzleTry.objects.filter(player=player).values("puzzle")
        with suppress(IntegrityError), transaction.atomic():
            PuzzleTry.objects.filter(player=guest).exclude(puzzle__in=known).update(player=player)
