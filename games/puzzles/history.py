"""What a player did at puzzles: the days in a row, what was tried, the puzzles of past days."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import QuerySet

from accounts.models import User
from games.models import PuzzleRating, PuzzleTry
from games.puzzles.choosing import chosen, today

DAY = timedelta(days=1)
MOST_DAYS = 4_000
"""Days that are counted: ten years and more."""
PAGE = 30


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row on which the puzzle of the day was solved: those that still go on, and the most ever."""

    now: int
    best: int


@dataclass(frozen=True, slots=True)
class Day:
    """The puzzle of a day, and what the player did with it, if anything."""

    day: date
    code: str
    puzzle: int
    tries: int
    solved: int
    mine: PuzzleTry | None


def streak(player: User) -> Streak:
    """The player's days in a row. A day that still runs breaks nothing. One query."""
    rows = PuzzleTry.objects.filter(player=player, day__isnull=False).order_by("-day")
    days = rows.values_list("day", flat=True)[:MOST_DAYS]
    return in_a_row([day for day in days if day is not None], today())


def in_a_row(days: Iterable[date], now: date) -> Streak:
    """Of days, the latest first: how many end today or yesterday without a gap, and the most without one."""
    runs: list[int] = []
    ends: list[date] = []
    before: date | None = None
    for day in days:
        if before is not None and before - day == DAY:
            runs[-1] += 1
        elif before != day:
            runs.append(1)
            ends.append(day)
        before = day
    goes_on = bool(ends) and now - ends[0] <= DAY
    return Streak(runs[0] if goes_on else 0, max(runs, default=0))


def tries(player: User, *, failed: bool = False) -> QuerySet[PuzzleTry]:
    """What the player has tried, the latest first: all of it, or what has never been right."""
    found = PuzzleTry.objects.filter(player=player).select_related("puzzle").order_by("-at", "-pk")
    return found.filter(right=False, mended=False) if failed else found


def days(player: User | None, until: date, most: int = PAGE) -> list[Day]:
    """The puzzles of days, from one on backwards, but for those whose match goes on again. Two queries."""
    rows = list(chosen().filter(day__lte=until).select_related("puzzle").order_by("-day")[:most])
    mine = {}
    if player is not None:
        asked = PuzzleTry.objects.filter(player=player, puzzle__in=[row.puzzle_id for row in rows])
        mine = {one.puzzle_id: one for one in asked}
    return [
        Day(
            row.day,
            row.puzzle.code,
            row.puzzle_id,
            row.puzzle.tries,
            row.puzzle.solved,
            mine.get(row.puzzle_id),
        )
        for row in rows
    ]


def everything(player: User) -> dict[str, object]:
    """All of it as JSON values, for the player's own archive. Two queries."""
    row = PuzzleRating.objects.filter(player=player).first()
    return {
        "rating": {"mean": row.mean, "deviation": row.deviation, "tries": row.tries} if row else None,
        "tries": list(_told(PuzzleTry.objects.filter(player=player).order_by("at", "pk"))),
    }


def _told(rows: QuerySet[PuzzleTry]) -> Iterator[dict[str, object]]:
    named = ("puzzle__code", "puzzle__position", "right", "mended", "gained", "day", "at")
    for row in rows.values(*named).iterator(500):
        yield {name.removeprefix("puzzle__").replace("code", "game"): value for name, value in row.items()}
