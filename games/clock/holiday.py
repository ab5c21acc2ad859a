"""Holiday: hours that are spent, by themselves, on deadlines that would otherwise pass (rules.md, "Time")."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from games.clock.calendar import NO_DAYS_OFF, Calendar, due, left

HOUR = timedelta(hours=1)
HOLIDAY = timedelta(days=30)
"""Holiday of one player in a year."""
HOLIDAY_IN_EVENT = timedelta(days=7)
"""The most of it that goes to any one event."""


@dataclass(frozen=True, slots=True)
class Taken:
    """Holiday taken so far: how much, and until when it reaches.

    An hour in which several deadlines of a player fall is taken once.
    """

    span: timedelta = timedelta(0)
    until: datetime | None = None

    def and_until(self, begin: datetime, until: datetime, calendar: Calendar) -> Taken:
        """With the running time from `begin` to `until` taken too, in whole hours, where it is not yet."""
        more = left(max(begin, self.until or begin), until, calendar)
        return Taken(self.span + -(-more // HOUR) * HOUR, max(until, self.until or until))


@dataclass(frozen=True, slots=True)
class Holiday:
    """A player's holiday of one year: what was taken of it, and whether it may be."""

    year: int
    taken: Taken = Taken()
    on: bool = True

    @property
    def left(self) -> timedelta:
        """What remains for the year."""
        return HOLIDAY - self.taken.span

    def away(self, now: datetime) -> bool:
        """Whether the player is on holiday now."""
        return self.taken.until is not None and now < self.taken.until


@dataclass(frozen=True, slots=True)
class Reprieve:
    """A deadline that holiday has moved, and what is taken by then: of the year, and in the event."""

    deadline: datetime
    holiday: Holiday
    in_event: Taken


def spend_holiday(
    now: datetime,
    deadline: datetime,
    holiday: Holiday,
    calendar: Calendar = NO_DAYS_OFF,
    in_event: Taken | None = None,
) -> Reprieve | None:
    """Move a deadline that has passed by as many hours of holiday as bring it past now.

    `in_event` is what the player took for the deadlines of the same event, None outside of events.
    None comes back when the deadline stands: it has not passed, holiday is switched off, or too
    little is left of the year's or of the event's. The year is that of the deadline in the player's
    time zone. Ask for the earliest deadline of a player first.
    """
    if deadline > now or not holiday.on:
        return None
    year = deadline.astimezone(ZoneInfo(calendar.zone)).year
    if year > holiday.year:
        holiday = Holiday(year, Taken(until=holiday.taken.until))
    until = max(deadline, holiday.taken.until or deadline)
    if until <= now:
        until = due(until, (left(until, now, calendar) // HOUR + 1) * HOUR, calendar)
    of_year = holiday.taken.and_until(deadline, until, calendar)
    of_event = (in_event or Taken()).and_until(deadline, until, calendar)
    if of_year.span > HOLIDAY or (in_event is not None and of_event.span > HOLIDAY_IN_EVENT):
        return None
    return Reprieve(until, replace(holiday, taken=of_year), of_event)
