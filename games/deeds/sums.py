"""What the deeds of one player in one game add up to over a time: counts, bests and streaks. Pure.

Deeds are added in the order in which their matches ended. Adding a new one to what the earlier ones made is
the same as adding all of them anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from datetime import date, datetime, timedelta
from enum import StrEnum

DAY = timedelta(days=1)


class What(StrEnum):
    """What there are records of."""

    TOTAL = "total"
    COLUMN = "column"
    ALIKE = "alike"
    WINS = "wins"
    DAYS = "days"


@dataclass(frozen=True, slots=True)
class Done:
    """What a match came to for one of its players.

    `total` is None where options make it no match for others' totals, `bar` where it lies among them; `won`
    is 1, 0 or -1 by who came first, and None where nobody sat opposite.
    """

    match: int
    ended_at: datetime
    total: int | None
    bar: int | None
    column: int | None
    alike: int | None
    won: int | None
    late: bool

    @property
    def day(self) -> date:
        """The day on which the match ended, in UTC; `ended_at` is in UTC."""
        return self.ended_at.date()


@dataclass(slots=True)
class Sum:
    """The bests stand beside the numbers of the matches that brought them, both None before the first; `run`
    and `run_days` are the wins and the days in a row that still go on.
    """

    matches: int = 0
    contests: int = 0
    won: int = 0
    drawn: int = 0
    late: int = 0
    totals: int = 0
    points: int = 0
    total: int | None = None
    total_match: int | None = None
    column: int | None = None
    column_match: int | None = None
    alike: int | None = None
    alike_match: int | None = None
    wins: int | None = None
    wins_match: int | None = None
    days: int | None = None
    days_match: int | None = None
    run: int = 0
    run_days: int = 0
    last_at: datetime | None = None
    last_match: int = 0
    bars: list[int] = field(default_factory=list)

    def add(self, done: Done) -> None:
        """Add a match that ended after all that were added."""
        self.matches += 1
        self.late += done.late
        self._add_total(done)
        self._better("column", done.column, done.match)
        self._better("alike", done.alike, done.match)
        self._add_contest(done)
        if self.last_at is None or done.day - self.last_at.date() > DAY:
            self.run_days = 1
        elif done.day > self.last_at.date():
            self.run_days += 1
        self._better("days", self.run_days, done.match)
        self.last_at, self.last_match = done.ended_at, done.match

    def _add_total(self, done: Done) -> None:
        if done.total is None or done.bar is None:
            return
        self.totals += 1
        self.points += done.total
        self.bars += [0] * (done.bar + 1 - len(self.bars))
        self.bars[done.bar] += 1
        self._better("total", done.total, done.match)

    def _add_contest(self, done: Done) -> None:
        if done.won is None:
            return
        self.contests += 1
        self.won += done.won > 0
        self.drawn += done.won == 0
        self.run = self.run + 1 if done.won > 0 else 0
        self._better("wins", self.run, done.match)

    def _better(self, what: str, value: int | None, match: int) -> None:
        best: int | None = getattr(self, what)
        if value and (best is None or value > best):
            setattr(self, what, value)
            setattr(self, f"{what}_match", match)

    def comes_after(self, ended_at: datetime, match: int) -> bool:
        """Whether a match ended after all that were added."""
        return self.last_at is None or (ended_at, match) > (self.last_at, self.last_match)

    def bests(self) -> Iterator[tuple[What, int]]:
        """The records there are, and their values."""
        for what in What:
            value: int | None = getattr(self, what)
            if value is not None:
                yield what, value


NAMES = tuple(one.name for one in fields(Sum))


def added(deeds: Iterable[Done]) -> Sum:
    """All of these, which come in the order in which their matches ended."""
    found = Sum()
    for one in deeds:
        found.add(one)
    return found
