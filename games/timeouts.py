"""When time runs out (rules.md, "Time"): what the opponent may choose, and what the clock does by itself.

Everything is written through the steps of games.play, under its lock: a move that commits first
wins, and whoever comes second is told how the table stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import User
from games import clock, play
from games.models import Match, Pulse, Seat
from games.rules.base import Kind, Move, Pace

AT_ONCE = 500
"""Matches that one pass of the clock looks at; the rest wait for the next."""
TIMED_OUT = Move(Kind.TIMEOUT)


class TimeLeft(Exception):
    """The opponent's time is not up, or it is not for this player to choose."""


def overdue(match: Match, seats: Sequence[Seat], now: datetime) -> Seat | None:
    """The seat at a table of two whose time is up, for its opponent to choose what follows."""
    if match.status != Match.Status.RUNNING or match.pace != Pace.TURNS or len(seats) != 2:
        return None
    return next((seat for seat in seats if seat.to_move and seat.deadline and seat.deadline <= now), None)


@transaction.atomic
def claim(match_id: int, player: User, version: int) -> Match:
    """Take the win from an opponent whose time is up. Raises TimeLeft, and what `play.move` raises."""
    match, seats, late = _late_opponent(match_id, player, version)
    play.act(match, seats, late, TIMED_OUT)
    return match


@transaction.atomic
def grant(match_id: int, player: User, version: int) -> Match:
    """Give an opponent whose time is up another 24 hours. Raises TimeLeft, and what `play.move` raises."""
    match, seats, late = _late_opponent(match_id, player, version)
    late.deadline = timezone.now() + clock.GRACE
    match.deadline = play.first_deadline(seats)
    play.write(match, seats)
    return match


def _late_opponent(match_id: int, player: User, version: int) -> tuple[Match, list[Seat], Seat]:
    extend_after_outage()  # nobody loses to a silence of the site
    match, seats = play.lock(match_id)
    mine = play.seat_of(player, seats)
    play.must_run(match)
    if version != play.version_for(match, mine):
        raise play.Stale("The table has changed since this page was made. This is how it stands now.")
    late = overdue(match, seats, timezone.now())
    if late is None or late == mine:
        raise TimeLeft("Your opponent's time is not up.")
    return match, seats, late


def keep_time() -> int:
    """One pass of the clock: note that the site is alive, then close what is due. Returns how many matches.

    Safe in two workers, and to run twice: each match is looked at under its lock, once it is due.
    """
    extend_after_outage()
    now = timezone.now()
    due = Match.objects.filter(due__lte=now).order_by("due").values_list("pk", flat=True)[:AT_ONCE]
    return sum(expire(match_id) for match_id in list(due))


@transaction.atomic
def expire(match_id: int) -> bool:
    """Let the time of a match run out if it is due. False where somebody was quicker."""
    match, seats = play.lock(match_id)
    now = timezone.now()
    if match.due is None or match.due > now:
        return False
    late = [seat for seat in seats if seat.to_move and seat.deadline and seat.deadline <= now]
    if match.pace == Pace.SPLIT and len(seats) == len(late) == 2:
        play.void(match_id, "Neither player finished the own card in time.")
        return True
    for seat in late:
        if match.status == Match.Status.RUNNING:
            play.act(match, seats, seat, TIMED_OUT)
    return True


@transaction.atomic
def extend_after_outage() -> timedelta:
    """Extend every clock that runs if the site was silent, and note that it is alive. Returns by how much."""
    now = timezone.now()
    Pulse.objects.get_or_create(pk=1, defaults={"at": now})
    pulse = Pulse.objects.select_for_update().get(pk=1)
    more = clock.extension(now - pulse.at)
    if more:
        # What had run out before the silence began stays run out.
        Seat.objects.filter(deadline__gt=pulse.at).update(deadline=F("deadline") + more)
        Match.objects.filter(due__gt=pulse.at).update(deadline=F("deadline") + more, due=F("due") + more)
    pulse.at = max(now, pulse.at)
    pulse.save()
    return more
