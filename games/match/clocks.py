"""When time runs out (rules.md, "Time"): what the opponent may choose, and what the clock does by itself.

Every match is changed under its lock: a move that commits first wins, and whoever comes second is told how
the table stands.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from datetime import datetime, timedelta

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import clock
from games.match import deadlines, many, notices, play, timeouts, wake
from games.match.locked import Locked, lock, seat_of, write
from games.match.signals import clocks_extended
from games.models import Match, Pulse, Seat

logger = logging.getLogger(__name__)
AT_ONCE = 100
"""Matches that are looked at in one transaction: nobody who moves at one of them waits for more."""
EVERY = timedelta(seconds=30)
"""Between two passes (boatzee_site/celery.py)."""
PUT_OFF = timedelta(minutes=5)
"""When the clock looks again at a match that it could not settle."""
REMINDED_AT_ONCE = 500


class TimeLeft(Exception):
    """The opponent's time is not up, or it is not for this player to choose."""


def claim(match_id: int, player: User, version: int) -> Match:
    """Take the win from an opponent whose time is up. Raises TimeLeft, and what `play.move` raises."""
    _look(match_id, player)
    with transaction.atomic():
        locked = lock(match_id)
        play.act(locked, _late_opponent(locked, player, version), play.TIMED_OUT)
    return locked.match


def grant(match_id: int, player: User, version: int) -> Match:
    """Give an opponent whose time is up another 24 hours. Raises TimeLeft, and what `play.move` raises."""
    _look(match_id, player)
    with transaction.atomic():
        locked = lock(match_id)
        late = _late_opponent(locked, player, version)
        late.deadline = timezone.now() + clock.GRACE
        deadlines.set_reminders(late, timezone.now())
        notices.forget_turns(locked.match, [late])
        locked.match.deadline = deadlines.first_deadline(locked.seats)
        write(locked)
    return locked.match


def _look(match_id: int, player: User) -> None:
    """What the clock's next pass would do: nobody loses to a silence of the site, or with holiday left.

    Only for who sits there: nobody else sets a clock going. Raises Match.DoesNotExist, NotSeated.
    """
    seat_of(player, list(Match.objects.get(pk=match_id).seats.select_related("player")))
    extend_after_outage()
    expire(match_id)


def _late_opponent(locked: Locked, player: User, version: int) -> Seat:
    mine, match = play.must_have_seen(locked, player, version), locked.match
    late = deadlines.overdue(match, locked.seats, timezone.now())
    # A deadline that passed this very moment has not been looked at: holiday may move it yet.
    if late is None or late == mine or match.due == match.deadline:
        raise TimeLeft(_("Your opponent’s time is not up."))
    return late


def keep_time() -> int:
    """One pass of the clock: note that the site is alive, then close what is due. Returns how many matches it
    closed; where that is not all, it has called for jobs that go on.

    Safe in two workers, and to run twice: each match is looked at under its lock, once it is due.
    """
    extend_after_outage()
    until = timezone.now() + EVERY
    closed = close_due()
    if closed >= AT_ONCE:
        for _lane in range(wake.LANES):
            wake.clocks(until)
    return closed


def go_on(until: datetime) -> int:
    """Close more of what is due, and stand in line again if that may not be all. Returns how many matches.

    After `until` none: what is left is the next pass's, which sees first whether the site was silent.
    """
    if timezone.now() >= until:
        return 0
    closed = close_due()
    if closed >= AT_ONCE:
        wake.clocks(until)
    return closed


def close_due() -> int:
    """Let the time of some matches run out that are due. Returns at how many it has looked.

    What another worker holds is passed by. If one of them fails, each is settled alone.
    """
    now = timezone.now()
    found: list[int] = []
    try:
        with transaction.atomic():
            due = many.lock_due(now, AT_ONCE)
            found = [locked.match.pk for locked in due]
            timeouts.expire(timeouts.in_turn(due, now), now)
    except (InterfaceError, OperationalError):  # the database's, and no match's own fault
        raise
    except Exception:
        if not found:
            raise
        logger.exception("The time of these matches runs out one by one: %s", found)
        for match_id in found:
            _close_alone(match_id)
    return len(found)


def _close_alone(match_id: int) -> None:
    """Settle one that failed among others, or put it off: it must not stand in the way of all that come."""
    try:
        expire(match_id)
    except (InterfaceError, OperationalError):  # the database's, and no match's own fault
        raise
    except Exception:
        logger.exception("The time of match %s could not run out", match_id)
        now = timezone.now()  # somebody may have moved at it, or ended it, since it failed
        Match.objects.filter(pk=match_id, due__lte=now).update(due=now + PUT_OFF)


@transaction.atomic
def expire(match_id: int) -> bool:
    """Let the time of a match run out if it is due. False where somebody was quicker."""
    locked, now = lock(match_id), timezone.now()
    if locked.match.due is None or locked.match.due > now:
        return False
    timeouts.expire([locked], now)
    return True


def remind() -> int:
    """Tell whoever's time runs out. Safe in two workers, and to run twice. Returns how many were told."""
    told = 0
    while found := _remind():
        told += found
    return told


@transaction.atomic
def _remind() -> int:
    """Tell some of them; what another worker holds is passed by. Four queries."""
    now = timezone.now()
    due = Seat.objects.filter(remind_at__lte=now).order_by("remind_at").values("match")[:REMINDED_AT_ONCE]
    matches = Match.objects.filter(pk__in=due).select_for_update(no_key=True, skip_locked=True)
    held = {match.pk: match for match in matches.only("pk").order_by("pk")}
    seats = Seat.objects.filter(match__in=held, remind_at__lte=now).order_by("pk")
    told = list(seats.values_list("pk", "match", "index", "since", "remind_last"))
    notices.note_all(
        (held[match], "remind", {"seat": index, "since": since, "last": last is None})
        for _pk, match, index, since, last in told
    )
    Seat.objects.filter(pk__in=[pk for pk, *_ in told]).update(remind_at=F("remind_last"), remind_last=None)
    return len(told)


@transaction.atomic
def extend(matches: Collection[int], more: timedelta, after: datetime | None = None) -> None:
    """Give every clock that runs at these matches more time, because their event rests.

    With `after`, only those that end later than that: less than no time takes back what a rest had added.
    """
    for match_id in sorted(matches):
        locked = lock(match_id)
        if locked.match.status != Match.Status.RUNNING:
            continue
        for seat in locked.seats:
            for name in ("deadline", "remind_at", "remind_last"):
                moment = getattr(seat, name)
                if moment is not None and (after is None or moment > after):
                    setattr(seat, name, moment + more)
        locked.match.deadline = deadlines.first_deadline(locked.seats)
        write(locked)


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
