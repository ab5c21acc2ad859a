"""The clocks of the seats at one match: when they start and stop, what they keep, when they remind.

Nothing here is saved: games.match.locked writes what has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any

from django.utils import timezone

from games import clock
from games.clock.calendar import NO_DAYS_OFF, BadCalendar, Calendar, left, reminders
from games.models import Match, Seat
from games.rules.base import Pace


def run(
    match: Match, seats: Sequence[Seat], state: Any, now: datetime, until: datetime | None = None
) -> None:
    """Start the clocks of the seats whose turn begins at this state of the table, stop those of the others.

    A split match has one turn a seat, from its start `until` it ends.
    """
    to_act = match.rules.to_act(state)
    for seat in seats:
        _run(match, seat, now, to_move=seat.index in to_act, alone=len(seats) == 1, until=until)
    match.deadline = first_deadline(seats)


def _run(
    match: Match, seat: Seat, now: datetime, *, to_move: bool, alone: bool, until: datetime | None
) -> None:
    if to_move and not seat.to_move:
        seat.since = match.version
    if to_move and not seat.to_move and not alone:
        _start(match, seat, now, until)
    elif seat.to_move and not to_move:
        if seat.deadline:
            unused = left(now, seat.deadline, seat.calendar)
            seat.bank = clock.bank_after(clock.CLOCKS[match.clock], unused)
        seat.deadline = seat.remind_at = seat.remind_last = None
    seat.to_move = to_move


def _start(match: Match, seat: Seat, now: datetime, until: datetime | None) -> None:
    calendar = _calendar(match, seat)
    if match.apart:
        assert match.started_at
        calendar = NO_DAYS_OFF
        seat.deadline = until or match.started_at + clock.split_span(match.rules.columns)
    else:
        least = clock.CLOCKS[match.clock].least
        seat.deadline = clock.deadline(now, seat.bank or timedelta(0), calendar, least)
    seat.zone, seat.days_off = calendar.zone, sorted(calendar.days_off)
    if match.clock != clock.LIVE:  # who plays live sits there
        set_reminders(seat, now)


def _calendar(match: Match, seat: Seat) -> Calendar:
    """The days off that a turn of this seat is timed by: the player's, or what an event sets for all."""
    if seat.player is None:
        return NO_DAYS_OFF
    weekend = None if match.weekend is None else frozenset(match.weekend)
    try:
        return Calendar(seat.player.time_zone, frozenset(seat.player.days_off)).under(weekend)
    except BadCalendar:  # the machine's list of time zones may have lost one since it was chosen
        return NO_DAYS_OFF


def stop(seat: Seat) -> None:
    """Stop the seat's clock, whatever is left on it: the match is over."""
    seat.to_move = False
    seat.deadline = seat.remind_at = seat.remind_last = None


def set_reminders(seat: Seat, now: datetime) -> None:
    """Plan when to remind of a deadline that runs from now. Robots need none."""
    seat.remind_at = seat.remind_last = None
    if seat.deadline and seat.player and not seat.player.robot:
        moments = [*reminders(now, seat.deadline, seat.calendar), None, None]
        seat.remind_at, seat.remind_last = moments[:2]


def first_deadline(seats: Iterable[Seat]) -> datetime | None:
    """When the first clock that runs ends."""
    return min((seat.deadline for seat in seats if seat.deadline), default=None)


def opponent_chooses(match: Match, seats: Sequence[Seat]) -> bool:
    """Whether a time-out is for the opponent to claim: in casual matches for two that are played by turns."""
    return len(seats) == 2 and match.pace == Pace.TURNS and not match.organised


def overdue(match: Match, seats: Sequence[Seat], now: datetime) -> Seat | None:
    """The seat at a table of two whose time is up, for its opponent to choose what follows."""
    if match.status != Match.Status.RUNNING or not opponent_chooses(match, seats):
        return None
    return next((seat for seat in seats if seat.to_move and seat.deadline and seat.deadline <= now), None)


def due(match: Match, seats: Sequence[Seat]) -> datetime | None:
    """When the clock has to look at the match next, if nobody moves."""
    if match.status != Match.Status.RUNNING or match.deadline is None:
        return None
    if opponent_chooses(match, seats) and match.deadline <= timezone.now():
        return match.deadline + clock.LET_WAIT  # the clock has looked; till then it is the opponent's choice
    return match.deadline
