"""Who plays: one try a player and day, which waits until its player goes on, however many tabs there are."""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.daily import counting, schedule
from games.match import play, seating
from games.models import Daily, DailyTry, Match
from games.rules import RULES
from games.rules.base import Pace
from games.seats import lobby

CLOCK = "main"
"""The clock that its row names, which never runs: a daily has no clock but the day."""


class NoDaily(Exception):
    """This day cannot be played now. The message is one sentence fit to be shown to the player."""


def try_of(player: User | None, day: date) -> DailyTry | None:
    """The player's try of a day, with its match, if there is one. One query, or none."""
    if player is None:
        return None
    return DailyTry.objects.filter(player=player, daily=day).select_related("match").first()


def must_have_room(player: User, day: date) -> Daily:
    """The day, held, that the player may begin to play. Raises NoDaily."""
    daily = counting.hold(day)
    if daily is None:
        raise NoDaily(_("The dice of this day are not drawn yet: come back in a minute."))
    if player.robot:
        raise NoDaily(_("The daily is for people: this account is a robot’s."))
    return daily


@transaction.atomic
def begin(player: User, day: date) -> Match:
    """The player's match of a day that runs: the one that was begun, or a new one.

    Two tabs make one match: the second waits for the first, and finds it there. Raises NoDaily,
    lobby.PlayerGone.
    """
    daily = must_have_room(player, day)
    _lock(player)
    made = try_of(player, day)
    if made is not None:
        return made.match
    if daily.stopped_at is not None or timezone.now() >= schedule.ends(day):
        raise NoDaily(_("This day is over. You can still play its dice, without a place."))
    match = _lay(daily, player)
    DailyTry.objects.create(daily=daily, player=player, match=match)
    return play.start(match.pk, player)


@transaction.atomic
def practise(player: User, day: date) -> Match:
    """A match on the dice of a day that is over, which counts for nothing: the one that runs, or a new one.

    Raises NoDaily, lobby.PlayerGone, lobby.TooManyMatches.
    """
    daily = must_have_room(player, day)
    if daily.ended_at is None:
        raise NoDaily(_("This day’s dice are not laid open yet: come back when it is over."))
    _lock(player)
    running = Match.objects.filter(deal=daily.deal_id, seats__player=player, status=Match.Status.RUNNING)
    known = running.filter(daily_try=None).first()
    if known is not None:
        return known
    lobby.must_have_room(player, others=())
    return play.start(_lay(daily, player).pk, player)


def _lock(player: User) -> None:
    if User.objects.select_for_update(no_key=True).filter(pk=player.pk).first() is None:
        raise lobby.PlayerGone(_("This account has just been closed."))


def _lay(daily: Daily, player: User) -> Match:
    match = Match(
        code=daily.code,
        rules_version=RULES[daily.code].version,
        options={},
        pace=Pace.DUPLICATE,
        clock=CLOCK,
        rated=False,
        deal_id=daily.deal_id,
        may_order=False,
    )
    seating.lay(match, [player], [player])
    return match
