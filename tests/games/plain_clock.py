"""What the clock does to one match whose time has run out, in the plainest way: for comparison."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone

from accounts.said import later
from games import clock
from games.clock.holiday import Holiday, Taken, spend_holiday
from games.match import deadlines, notices, play, staff
from games.match.locked import lock, write
from games.models import EventHoliday, Match, Seat
from games.models import Holiday as HolidayTaken
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove


def one_by_one(match_id: int) -> None:
    """The same for one match, in the plainest way: each move stored as a player's is."""
    with transaction.atomic():
        locked = lock(match_id)
        match, seats, now = locked.match, locked.seats, timezone.now()
        late = [seat for seat in seats if seat.to_move and seat.deadline and seat.deadline <= now]
        spared = [seat for seat in late if spare(match, seat, now)]
        if spared and match.pace == Pace.SPLIT:
            latest = max(seat.deadline for seat in spared if seat.deadline)
            for seat in late:
                seat.deadline = latest
                deadlines.set_reminders(seat, now)
            spared = late
        stay = [seat for seat in late if seat not in spared]
        if spared:
            match.deadline = deadlines.first_deadline(seats)
        if match.pace == Pace.SPLIT and len(seats) == len(stay) == 2 and not match.organised:
            staff.void(match_id, later("Neither player finished their card in time."))
            return
        chooses = deadlines.opponent_chooses(match, seats)
        waits = chooses and match.deadline and now < match.deadline + clock.LET_WAIT
        if waits or not stay:
            write(locked)
            if stay:
                notices.note(match, "late", seat=stay[0].index)
            return
        for seat in stay:
            if match.status == Match.Status.RUNNING:
                play.act(locked, seat, RulesMove(Kind.TIMEOUT))


def spare(match: Match, seat: Seat, now: datetime) -> bool:
    assert seat.player
    assert seat.deadline
    if not seat.player.spend_holiday:
        return False
    taken, _ = HolidayTaken.objects.get_or_create(
        player=seat.player, defaults={"year": seat.deadline.year, "span": timedelta(0)}
    )
    apart = None
    if match.organised:
        where = {"event": match.event, "ladder": match.ladder}
        apart, _ = EventHoliday.objects.get_or_create(
            player=seat.player, **where, defaults={"span": timedelta(0)}
        )
    spent = spend_holiday(
        now,
        seat.deadline,
        Holiday(taken.year, Taken(taken.span, taken.until)),
        seat.calendar,
        Taken(apart.span, apart.until) if apart else None,
    )
    if spent is None:
        return False
    seat.deadline = spent.deadline
    deadlines.set_reminders(seat, now)
    taken.year, taken.span, taken.until = (
        spent.holiday.year,
        spent.holiday.taken.span,
        spent.holiday.taken.until,
    )
    taken.save()
    if apart:
        apart.span, apart.until = spent.in_event.span, spent.in_event.until
        apart.save()
    return True
