"""Which puzzle comes next for somebody, and which is the one of a day."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import CharField, Exists, F, OuterRef, Q, QuerySet, Value
from django.db.models.functions import MD5, Cast, Concat
from django.utils import timezone

from accounts.models import User
from games import rating
from games.models import Match, Puzzle, PuzzleDay, PuzzleRating, PuzzleTry, Seat

NEAR = 8
"""So many on either side of the player's own number are looked at."""
ALIKE = 100.0
"""Of these, those that are no further from it than the nearest and so much are as good as each other."""


def today() -> date:
    """The day of now, by the clock of UTC: it begins for everybody at the same moment."""
    return timezone.now().date()


def shown() -> QuerySet[Puzzle]:
    """Those that anybody may see: never one whose match goes on again."""
    return Puzzle.objects.filter(Q(match=None) | Q(match__status=Match.Status.FINISHED))


def strength(player: User | None) -> rating.Rating:
    """What is believed of how well somebody solves puzzles. One query, or none."""
    row = PuzzleRating.objects.filter(player=player).first() if player else None
    return row.value if row else rating.DUEL


def next_for(player: User | None, code: str = "") -> Puzzle | None:
    """The next puzzle for a player, of a game or of all; the same until it is answered. Four queries at most.

    It is one of those as hard as the player is strong that the player has not tried, comes from no match of
    the player's own, and is not the puzzle of today.
    """
    mean = strength(player).mean
    left = shown().exclude(day_of__day__gte=today())
    if code:
        left = left.filter(code=code)
    if player:
        tried = PuzzleTry.objects.filter(player=player, puzzle=OuterRef("pk"))
        own = Seat.objects.filter(player=player, match=OuterRef("match"))
        left = left.filter(~Exists(tried), ~Exists(own))
    found = [
        *left.filter(mean__gte=mean).order_by("mean", "pk")[:NEAR],
        *left.filter(mean__lt=mean).order_by("-mean", "pk")[:NEAR],
    ]
    least = min((abs(puzzle.mean - mean) for puzzle in found), default=0.0)
    near = [puzzle for puzzle in found if abs(puzzle.mean - mean) <= least + ALIKE]
    return min(near, key=lambda puzzle: puzzle.pk * 2_654_435_761 % 2**32, default=None)


def of_day(day: date) -> Puzzle | None:
    """The puzzle of a day, which is chosen when somebody asks for it first; none while there is none at all.

    Where its match goes on again, today gets another. One query, four where it has still to be chosen.
    """
    known = chosen().filter(day=day).select_related("puzzle", "puzzle__match").first()
    if known is not None:
        return known.puzzle
    if day != today():
        return None
    return _choose(day)


def chosen() -> QuerySet[PuzzleDay]:
    """The days whose puzzle anybody may see."""
    return PuzzleDay.objects.filter(Q(puzzle__match=None) | Q(puzzle__match__status=Match.Status.FINISHED))


@transaction.atomic
def _choose(day: date) -> Puzzle | None:
    """Whoever comes second takes what the first chose.

    Among those that nobody has tried yet, if there are any, the day itself decides.
    """
    PuzzleDay.objects.filter(day=day).exclude(puzzle__in=shown()).delete()
    word = MD5(Concat(Value(f"{day}/"), Cast("position", CharField())))
    free = shown().filter(day_of=None)
    puzzle = free.order_by(F("tries"), word, "pk").first()
    if puzzle is None:
        return None
    PuzzleDay.objects.bulk_create([PuzzleDay(day=day, puzzle=puzzle)], ignore_conflicts=True)
    known = PuzzleDay.objects.filter(day=day).select_related("puzzle", "puzzle__match").first()
    return known.puzzle if known else None


def ends(day: date) -> datetime:
    """When a day is over."""
    return datetime(day.year, day.month, day.day, tzinfo=timezone.get_default_timezone()) + timedelta(days=1)
