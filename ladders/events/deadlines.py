"""What is unfinished when its round is over, or its time is up, is ended.

Every fixture is closed in one transaction that locks the event's row before the match's.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from accounts.said import later
from games.match import clocks, play, staff
from games.models import EventHoliday, Match, Seat
from ladders import absence
from ladders.events.log import lock
from ladders.models import Event, Fixture


def close_due(event_id: int, now: datetime) -> int:
    """Close the event's fixtures whose deadline has passed. Safe in two workers. Returns how many."""
    due = Fixture.objects.filter(section__event=event_id, result__isnull=True, deadline__lte=now)
    keys = list(due.order_by("deadline").values_list("pk", flat=True))
    return sum(_close(pk, event_id, now) for pk in keys)


@transaction.atomic
def _close(fixture_id: int, event_id: int, now: datetime) -> bool:
    """End what is unfinished at the end of its round. Its result is taken like that of any match.

    First the clock has its say: who is out of time is timed out, and a player's holiday moves the end of
    their own match. A match by turns that runs on is decided by its totals; whoever is to move, and never
    did, is absent (rules.md, "Organised play").
    """
    event = lock(event_id)
    fixture = Fixture.objects.get(pk=fixture_id)
    if fixture.result is not None or fixture.deadline is None or fixture.deadline > now:
        return False
    clocks.expire(fixture.match_id or 0)
    locked = play.lock(fixture.match_id or 0)
    match = locked.match
    if match.status != Match.Status.RUNNING:
        return False
    ends = match.deadline if match.apart else _holiday(event, locked.seats, now)
    if ends is not None and ends > now:
        fixture.deadline = ends
        fixture.save(update_fields=["deadline"])
        return False
    absent = absence.never_moved(match)
    fixture.absent = [seat for index, seat in enumerate(fixture.seats) if index in absent]
    fixture.save(update_fields=["absent"])
    why = later("The round of %(event)s is over.") % {"event": event.name}
    staff.adjudicate(match.pk, absence.places(match, absent), why)
    return True


def _holiday(event: Event, seats: Sequence[Seat], now: datetime) -> datetime | None:
    """Until when somebody who is to move is on holiday in this event."""
    players = [seat.player_id for seat in seats if seat.to_move]
    away = EventHoliday.objects.filter(player__in=players, event=event.pk, until__gt=now)
    return away.order_by("-until").values_list("until", flat=True).first()
