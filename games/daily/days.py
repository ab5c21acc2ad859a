"""Days begin and end: what the worker does, every minute, each step of which can be killed and made again.

A day begins once: its row is its key, and two workers wait for each other at it. It ends in steps: first
nobody begins any more; then what still runs is closed as it stands and counted, match by match; and last, in
one transaction, the ranking stands and the dice are laid open.
"""

from __future__ import annotations

import logging
from contextlib import suppress
from datetime import date

from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts import live
from games.coach import advice
from games.daily import counting, perfect, schedule
from games.match import deals, play
from games.match.play import PoolEmpty
from games.models import Daily, DailyTry, Match
from games.rules import dealt

logger = logging.getLogger(__name__)
AT_ONCE = 500
"""Tries that are closed or counted in one go; those that are left come in the next."""
PLAYED_AT_ONCE = 3
"""Days that perfect play plays in one go."""


def keep() -> None:
    """Begin today, end what is over, and see what perfect play makes of it."""
    today = schedule.today()
    with suppress(PoolEmpty):  # it is filled by then, and the day begins a minute late
        begin(today)
    over = Daily.objects.filter(day__lt=today, ended_at=None)
    for day in list(over.order_by("day").values_list("day", flat=True)):
        try:
            end(day)
        except (PoolEmpty, play.PoolStopped):
            logger.warning("the daily of %s could not be laid open yet", day)
    play_perfectly()


def begin(day: date) -> Daily:
    """The day, begun with all its dice drawn; whoever calls it again finds it there. Raises PoolEmpty."""
    known = Daily.objects.filter(day=day).first()
    if known is not None:
        return known
    with suppress(IntegrityError), transaction.atomic():  # another worker has just begun it
        deal = deals.make(schedule.game_of(day), schedule.ends(day))
        made = Daily.objects.create(day=day, code=deal.code, deal=deal, begun_at=timezone.now())
        deals.draw_all(deal.pk)
        live.publish_on_commit(counting.channel(day))
        return made
    return Daily.objects.get(day=day)


def end(day: date) -> bool:
    """Bring a day nearer to its end, which is over by now. Returns whether it has ended.

    Raises PoolStopped, PoolEmpty.
    """
    if timezone.now() < schedule.ends(day):
        return False
    Daily.objects.filter(day=day, stopped_at=None).update(stopped_at=timezone.now())
    waiting = DailyTry.objects.filter(daily=day, total=None, match__status__in=(RUNNING, FINISHED))
    for match_id in list(waiting.order_by("match").values_list("match", flat=True)[:AT_ONCE]):
        close(match_id)
        counting.count(match_id)
    return not waiting.exists() and _end(day)


RUNNING, FINISHED = Match.Status.RUNNING, Match.Status.FINISHED


@transaction.atomic
def close(match_id: int) -> None:
    """End a match whose day is over, as it stands: what is open brings nothing. Idempotent."""
    locked = play.lock(match_id)
    if locked.match.status == Match.Status.RUNNING:
        play.act(locked, locked.seats[0], play.TIMED_OUT, last=True)


@transaction.atomic
def _end(day: date) -> bool:
    daily = Daily.objects.select_for_update(no_key=True).get(day=day)
    if daily.ended_at is None:
        counting.recount(day, final=True)
        deals.open_whole(daily.deal_id)
        daily.ended_at = timezone.now()
        daily.save(update_fields=["ended_at"])
        live.publish_on_commit(counting.channel(day))
    return True


def play_perfectly(most: int = PLAYED_AT_ONCE) -> int:
    """Let perfect play play the dice of days that are over. Returns how many days; those whose tables are not
    ready yet wait.
    """
    played = 0
    waiting = Daily.objects.filter(ended_at__isnull=False, perfect__isnull=True).select_related("deal")
    for daily in waiting.order_by("-day")[:most]:
        with suppress(advice.NotReady, LookupError):
            found = perfect_of(daily)
            Daily.objects.filter(day=daily.day, perfect__isnull=True).update(perfect=found.dump())
            played += 1
    return played


def perfect_of(daily: Daily) -> perfect.Played:
    """What perfect play makes of the dice of a day that is over. Raises advice.NotReady, NotAdvised."""
    rules = dealt(daily.code)
    sets = {(one.turn, one.roll): one.dice for one in deals.laid_open(daily.deal)}
    return perfect.play(rules, advice.advisor(rules), sets)
