"""Days off: what part of time a player's clock runs through (rules.md, "Time").

A clock stands still on its player's days off; *running time* is what passes on the others. Whoever
starts a clock keeps the calendar it was started with until the turn is over: a day off chosen later
counts from the next turn. Instants are aware and come out in UTC.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from itertools import takewhile
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from games.said import gettext as _

DAYS_OFF = 2
"""How many days of each week may stop a clock."""
REMIND_BEFORE = timedelta(hours=4)


class BadCalendar(ValueError):
    """The time zone or the days off do not exist, or are too many. The message can be shown."""


@dataclass(frozen=True, slots=True)
class Calendar:
    """The days on which a player's clock stands still: whole days of the player's own time zone.

    `zone` is an IANA name; `days_off` counts from Monday, 0. Raises BadCalendar.
    """

    zone: str = "UTC"
    days_off: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if not self.days_off <= set(range(7)) or len(self.days_off) > DAYS_OFF:
            raise BadCalendar(_("Choose at most two days of the week."))
        try:
            ZoneInfo(self.zone)
        except (ZoneInfoNotFoundError, ValueError, OSError) as error:
            raise BadCalendar(_("“%(zone)s” is no time zone that we know.") % {"zone": self.zone}) from error

    def under(self, weekend: frozenset[int] | None) -> Calendar:
        """The calendar inside an event that sets a common weekend (empty for none), or leaves it open."""
        return self if weekend is None else replace(self, days_off=weekend)

    def running(self, start: datetime) -> Iterator[tuple[datetime, datetime]]:
        """The stretches of time, from `start` on and without end, during which the clock runs."""
        begin = start.astimezone(UTC)
        if not self.days_off:
            yield begin, datetime.max.replace(tzinfo=UTC)
            return
        day = start.astimezone(ZoneInfo(self.zone)).date()
        while True:
            end = self._ends(day)
            if begin < end and day.weekday() not in self.days_off:
                yield begin, end
            begin, day = max(begin, end), day + timedelta(days=1)

    def _ends(self, day: date) -> datetime:
        # Where clocks change at midnight, the earlier of two midnights is the end of the day, and a
        # midnight that is left out is the moment of the change: both is what fold=0 means.
        next_day = day + timedelta(days=1)
        midnight = datetime(next_day.year, next_day.month, next_day.day, tzinfo=ZoneInfo(self.zone))
        return midnight.astimezone(UTC)


NO_DAYS_OFF = Calendar()


def due(start: datetime, bank: timedelta, calendar: Calendar = NO_DAYS_OFF) -> datetime:
    """When a clock that is started with so much running time, not negative, ends."""
    stretches = calendar.running(start)
    begin, end = next(stretches)
    while end - begin < bank:
        bank -= end - begin
        begin, end = next(stretches)
    return begin + bank


def left(now: datetime, deadline: datetime, calendar: Calendar = NO_DAYS_OFF) -> timedelta:
    """The running time between now and the deadline; none once it has passed. The inverse of `due`."""
    until = deadline.astimezone(UTC)
    ahead = takewhile(lambda stretch: stretch[0] < until, calendar.running(now))
    return sum((min(end, until) - begin for begin, end in ahead), timedelta(0))


def reminders(start: datetime, deadline: datetime, calendar: Calendar = NO_DAYS_OFF) -> tuple[datetime, ...]:
    """When to remind of a deadline: at 80 % of the running time, and when 4 hours of it are left.

    In order; one moment when both are the same, and none that is not after the start.
    """
    span = left(start, deadline, calendar)
    after = {span * 4 / 5, span - REMIND_BEFORE}
    return tuple(due(start, passed, calendar) for passed in sorted(after) if passed > timedelta(0))
