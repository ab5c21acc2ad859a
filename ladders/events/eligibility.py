"""Who may enter an event, and who may ask whom."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people import relations
from games.match import careers, ranking
from games.models import Rating
from games.seats import lobby
from ladders import belonging, table
from ladders.formats import LIVE
from ladders.models import Entry, Event


class MayNotEnter(Exception):
    """The player may not do this in the event. The sentence says why."""


def why_not(event: Event, player: User) -> str:
    """Why the player may not enter; empty where it may. At most six queries."""
    if event.status != Event.Status.OPEN and not takes_late(event):
        return _("This event takes no entries now.")
    if event.bots and not player.is_bot:
        return _("This event is for bots alone.")
    if player.robot and not event.bots:
        return _("Robots do not enter events.")
    if player.barred:
        return _("The staff have barred you from events for a while.")
    entry = event.entries.filter(player=player).first()
    if entry is not None and entry.withdrawn_at is not None:
        return _("You have left this event, and cannot come back.")
    if entry is not None and entry.status in {Entry.Status.IN, Entry.Status.WAITING}:
        return _("You are already in.")
    if event.club is not None and belonging.of(player, event.club.pk) is None:
        return _("Only the members of %(club)s enter this event.") % {"club": event.club}
    if event.way == Event.Way.INVITED and (entry is None or entry.status != Entry.Status.INVITED):
        return _("This event is by invitation.")
    if event.lowest or event.highest:
        kind = ranking.kind_of(3 if table.form_of(event).ONE_TABLE else 2)
        known = ranking.of_players([player.pk], event.code, kind)
        number = known.get(player.pk, ranking.STARTS[Rating.Kind(kind)]).number
        if (event.lowest and number < event.lowest) or (event.highest and number > event.highest):
            low, high = event.lowest or _("any"), event.highest or _("any")
            return _("This event is for ratings from %(low)s to %(high)s; yours is %(mine)s.") % {
                "low": low,
                "high": high,
                "mine": number,
            }
    if event.most_time_outs is not None:
        late = careers.time_out_percent(player)
        if late > event.most_time_outs:
            return _("You have timed out in %(late)s of 100 matches; %(most)s are the most here.") % {
                "late": late,
                "most": event.most_time_outs,
            }
    return ""


def takes_late(event: Event) -> bool:
    """Whether players may still enter while it runs: an arena, as long as pairs are made. Two queries."""
    if event.status != Event.Status.RUNNING or event.format not in LIVE:
        return False
    section = event.sections.filter(over=False, ends_at__isnull=False).first()
    full = event.most is not None and who_are_in(event).count() >= event.most
    soon = timezone.now() + table.time_for(event.code)
    return section is not None and section.ends_at is not None and soon < section.ends_at and not full


def who_are_in(event: Event) -> QuerySet[Entry]:
    return event.entries.filter(status=Entry.Status.IN)


def must_be_on_terms(by: User, players: Sequence[User]) -> None:
    """Raise MayNotEnter where one of the players wants nothing of who asks, or the other way round.

    So too where one of them is suspended, and could not come.
    """
    apart = relations.apart(by)
    for player in players:
        if player.pk in apart:
            raise MayNotEnter(_("%(player)s cannot be asked by you.") % {"player": player})
    try:
        lobby.must_be_free(players)
    except lobby.PlayerGone as gone:
        raise MayNotEnter(str(gone)) from gone


def kept_away(now: datetime, of: str = "") -> Q:
    """Whom the staff have suspended, or barred from events, for a while; `of` leads to the player."""
    return Q(**{f"{of}suspended_until__gt": now}) | Q(**{f"{of}barred_until__gt": now})
