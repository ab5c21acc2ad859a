"""When time runs out (rules.md, "Time"): what the opponent may choose, and what the clock does by itself.

Everything is written through the steps of games.play, under its lock: a move that commits first
wins, and whoever comes second is told how the table stands.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from accounts.models import User
from games import clock, play, telling
from games.clock.holiday import Holiday, Taken, spend_holiday
from games.models import EventHoliday, Match, Pulse, Seat
from games.models import Holiday as HolidayTaken
from games.rules.base import Kind, Move, Pace
from games.signals import clocks_extended

AT_ONCE = 500
"""Matches that one pass of the clock looks at; the rest wait for the next."""
TIMED_OUT = Move(Kind.TIMEOUT)


class TimeLeft(Exception):
    """The opponent's time is not up, or it is not for this player to choose."""


def overdue(match: Match, seats: Sequence[Seat], now: datetime) -> Seat | None:
    """The seat at a table of two whose time is up, for its opponent to choose what follows."""
    if match.status != Match.Status.RUNNING or not play.opponent_chooses(match, seats):
        return None
    return next((seat for seat in seats if seat.to_move and seat.deadline and seat.deadline <= now), None)


def claim(match_id: int, player: User, version: int) -> Match:
    """Take the win from an opponent whose time is up. Raises TimeLeft, and what `play.move` raises."""
    _look(match_id, player)
    with transaction.atomic():
        match, seats, late = _late_opponent(match_id, player, version)
        play.act(match, seats, late, TIMED_OUT)
    return match


def grant(match_id: int, player: User, version: int) -> Match:
    """Give an opponent whose time is up another 24 hours. Raises TimeLeft, and what `play.move` raises."""
    _look(match_id, player)
    with transaction.atomic():
        match, seats, late = _late_opponent(match_id, player, version)
        late.deadline = timezone.now() + clock.GRACE
        play.set_reminders(late, timezone.now())
        match.deadline = play.first_deadline(seats)
        play.write(match, seats)
    return match


def _look(match_id: int, player: User) -> None:
    """What the clock's next pass would do: nobody loses to a silence of the site, or with holiday left.

    Only for who sits there: nobody else sets a clock going. Raises Match.DoesNotExist, play.NotSeated.
    """
    play.seat_of(player, list(Match.objects.get(pk=match_id).seats.select_related("player")))
    extend_after_outage()
    expire(match_id)


def _late_opponent(match_id: int, player: User, version: int) -> tuple[Match, list[Seat], Seat]:
    match, seats = play.lock(match_id)
    mine = play.seat_of(player, seats)
    play.must_run(match)
    if version != play.version_for(match, mine):
        raise play.Stale("The table has changed since this page was made. This is how it stands now.")
    late = overdue(match, seats, timezone.now())
    # A deadline that passed this very moment has not been looked at: holiday may move it yet.
    if late is None or late == mine or match.due == match.deadline:
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
    # In the order of the players: what they have of holiday is locked, in another match perhaps, too.
    spared = [seat for seat in sorted(late, key=lambda seat: seat.player_id or 0) if _spare(match, seat, now)]
    if spared and match.pace == Pace.SPLIT:  # its deadline is the match's, so that it moves for all
        _move_all(late, max(seat.deadline for seat in spared if seat.deadline), now)
        spared = late
    stay = [seat for seat in late if seat not in spared]
    if len(stay) < len(late):
        match.deadline = play.first_deadline(seats)
    if match.pace == Pace.SPLIT and len(seats) == len(stay) == 2 and match.event is None:
        play.void(match_id, "Neither player finished the own card in time.")
        return True
    waits = play.opponent_chooses(match, seats) and match.deadline and now < match.deadline + clock.LET_WAIT
    if waits or not stay:
        play.write(match, seats)
        if stay:
            telling.note(match, "late", seat=stay[0].index)
        return True
    for seat in stay:
        if match.status == Match.Status.RUNNING:
            play.act(match, seats, seat, TIMED_OUT)
    return True


def _move_all(late: Sequence[Seat], deadline: datetime, now: datetime) -> None:
    for seat in late:
        seat.deadline = deadline
        play.set_reminders(seat, now)


def remind() -> int:
    """Tell whoever's time runs out. Safe in two workers, and to run twice. Returns how many were told."""
    now = timezone.now()
    due = Seat.objects.filter(remind_at__lte=now).order_by("remind_at").values_list("match", "pk")[:AT_ONCE]
    return sum(_remind(match_id, seat_id, now) for match_id, seat_id in list(due))


@transaction.atomic
def _remind(match_id: int, seat_id: int, now: datetime) -> bool:
    match, seats = play.lock(match_id)
    seat = next(seat for seat in seats if seat.pk == seat_id)
    if seat.remind_at is None or seat.remind_at > now:
        return False
    telling.note(match, "remind", seat=seat.index, since=seat.since, last=seat.remind_last is None)
    seat.remind_at, seat.remind_last = seat.remind_last, None
    seat.save(update_fields=["remind_at", "remind_last"])
    return True


def _spare(match: Match, seat: Seat, now: datetime) -> bool:
    """Spend a late player's holiday if that moves the deadline past now. Returns whether it did."""
    if match.clock == clock.LIVE:  # holiday is for days
        return False
    if seat.player is None or seat.player.robot or not seat.player.spend_holiday or seat.deadline is None:
        return False
    year = seat.deadline.astimezone(ZoneInfo(seat.zone)).year
    HolidayTaken.objects.get_or_create(
        player=seat.player, defaults={"year": year, "span": timedelta(0), "until": None}
    )
    taken = HolidayTaken.objects.select_for_update().get(player=seat.player)
    in_event = None
    if match.event is not None:
        in_event, _ = EventHoliday.objects.get_or_create(
            player=seat.player, event=match.event, defaults={"span": timedelta(0), "until": None}
        )
    reprieve = spend_holiday(
        now,
        seat.deadline,
        Holiday(taken.year, Taken(taken.span, taken.until)),
        seat.calendar,
        Taken(in_event.span, in_event.until) if in_event else None,
    )
    if reprieve is None:
        return False
    seat.deadline = reprieve.deadline
    play.set_reminders(seat, now)
    spent = reprieve.holiday
    taken.year, taken.span, taken.until = spent.year, spent.taken.span, spent.taken.until
    taken.save()
    if in_event:
        in_event.span, in_event.until = reprieve.in_event.span, reprieve.in_event.until
        in_event.save()
    return True


@transaction.atomic
def extend(matches: Collection[int], more: timedelta, after: datetime | None = None) -> None:
    """Give every clock that runs at these matches more time, because their event rests.

    With `after`, only those that end later than that: less than no time takes back what a rest had added.
    """
    for match_id in sorted(matches):
        match, seats = play.lock(match_id)
        if match.status != Match.Status.RUNNING:
            continue
        for seat in seats:
            for name in ("deadline", "remind_at", "remind_last"):
                moment = getattr(seat, name)
                if moment is not None and (after is None or moment > after):
                    setattr(seat, name, moment + more)
        match.deadline = play.first_deadline(seats)
        play.write(match, seats)


def was_silent() -> bool:
    """Whether the site was silent, and no clock was extended for it yet. One query."""
    return Pulse.objects.filter(pk=1, at__lte=timezone.now() - clock.OUTAGE).exists()


@transaction.atomic
def extend_after_outage() -> timedelta:
    """Extend every clock that runs if the site was silent, and note that it is alive. Returns by how much."""
    now = timezone.now()
    Pulse.objects.get_or_create(pk=1, defaults={"at": now})
    pulse = Pulse.objects.select_for_update().get(pk=1)
    more = clock.extension(now - pulse.at)
    if more:
        # What had run out before the silence began stays run out. Matches are locked first, as by everybody.
        clocks = Match.objects.filter(Q(deadline__gt=pulse.at) | Q(due__gt=pulse.at))
        ticking = list(clocks.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
        for rows, moments in (
            (Match.objects.filter(pk__in=ticking), ("deadline", "due")),
            (Seat.objects.filter(match__in=ticking), ("deadline", "remind_at", "remind_last")),
        ):
            for moment in moments:
                rows.filter(**{f"{moment}__gt": pulse.at}).update(**{moment: F(moment) + more})
        clocks_extended.send(sender=Match, since=pulse.at, more=more, matches=ticking)
    pulse.at = max(now, pulse.at)
    pulse.save()
    return more
