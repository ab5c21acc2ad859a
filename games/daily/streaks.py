"""Days in a row, with freezes that are earned: a pure function of the days on which somebody played.

Nothing of it is stored, so that whatever happens to a database it can be reckoned again.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

EARNED_BY = 7
"""Days played in one streak for which there is a freeze."""
MOST = 2
"""Freezes that somebody holds at most."""


@dataclass(frozen=True, slots=True)
class Streak:
    """Days in a row: those that still go on, the most ever, the freezes held, and to how many days more the
    next comes; `waits` is whether today is still to be played.
    """

    now: int
    best: int
    freezes: int
    waits: bool
    to_next: int


@dataclass(slots=True)
class _Row:
    days: int = 0
    best: int = 0
    freezes: int = 0
    last: date | None = None

    def play(self, day: date) -> None:
        if self.last is not None:
            self.miss((day - self.last).days - 1)
        self.days += 1
        self.best = max(self.best, self.days)
        if self.days % EARNED_BY == 0:
            self.freezes = min(self.freezes + 1, MOST)
        self.last = day

    def miss(self, days: int) -> None:
        """Spend a freeze for each missed day; with too few the row ends, and keeps none of them."""
        if days <= self.freezes:
            self.freezes -= days
        else:
            self.days = self.freezes = 0


def streak(played: Iterable[date], today: date) -> Streak:
    """What comes of these days, in any order and however often each is named. Today breaks nothing yet.

    A day that was missed counts for no day of the streak, but where a freeze is held it is spent and the
    streak goes on. Days after today are left out.
    """
    row = _Row()
    for day in sorted({day for day in played if day <= today}):
        row.play(day)
    waits = row.last != today
    if row.last is not None and waits:
        row.miss((today - row.last).days - 1)
    return Streak(row.days, row.best, row.freezes, waits, EARNED_BY - row.days % EARNED_BY)
