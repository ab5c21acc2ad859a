"""Who leads an event: its organiser, those who were named beside, of a club's its officers, and staff.

All that asks, asks here.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from django.db.models import Q, QuerySet

from accounts.models import User
from games.models import Match
from ladders import belonging
from ladders.impartial import shares_the_section
from ladders.models import Club, Director, Event

PERMISSION = "ladders.organise_event"


def is_staff(player: User) -> bool:
    """Whether the player decides about every event."""
    return player.is_staff and player.has_perm("ladders.change_event") and not player.muted


def may_organise(player: User, club: Club | None = None) -> bool:
    """Whether the player may make events, for a club's members where one is named. Who is muted may not: an
    event is words that all read.
    """
    trusted = (player.has_perm(PERMISSION) and not player.muted) or is_staff(player)
    return trusted or (club is not None and belonging.may_lead(player, club))


def may_decide_results(player: User, event: Event) -> bool:
    """Whether who leads the event decides about matches, too, all of which are rated: nobody does so for
    being an officer of a club alone.
    """
    return event.club_id is None or may_organise(player)


def owns(player: User, event: Event) -> bool:
    """Whether the event is the player's to share: its organiser, while permitted to organise, and staff."""
    return is_staff(player) or (event.organiser_id == player.pk and may_organise(player, event.club))


def may_lead(player: User, event: Event) -> bool:
    """Whether the player decides about this event. Three queries at most beside those for permissions."""
    of_club = event.club is not None and belonging.may_lead(player, event.club)
    return of_club or owns(player, event) or is_co_director(player, event)


def oversees(player: User, match: Match) -> bool:
    """Whether the player decides about the event of a match, and does not play too near to it: who sees it
    while its players want nobody to watch (settings.MATCH_OVERSEERS). A few queries.
    """
    event = Event.objects.select_related("organiser").filter(pk=match.event or 0).first()
    return event is not None and may_lead(player, event) and not shares_the_section(player, match.pk)


def is_co_director(player: User, event: Event) -> bool:
    """Whether the player was named, has agreed and may speak, and the organiser may still organise."""
    named = event.directors.filter(player=player, accepted=True)
    return not player.muted and named.exists() and _still_led(event)


def _still_led(event: Event) -> bool:
    """Whether its organiser may still organise. A closed account leaves the event to the others."""
    return event.organiser is None or may_organise(event.organiser, event.club)


def of(event: Event) -> list[User]:
    """The organiser and those who lead beside, as far as they may; staff stand above. A few queries."""
    named = User.objects.filter(directs__event=event, directs__accepted=True, is_active=True)
    if event.club_id is not None:
        officers = belonging.officers(event.club_id).values("pk")
        named = User.objects.filter(Q(pk__in=named.values("pk")) | Q(pk__in=officers))
    known = [event.organiser] if event.organiser is not None and event.organiser.is_active else []
    return [
        player
        for player in [*known, *named.exclude(pk=event.organiser_id or 0).order_by("pk")]
        if may_lead(player, event)
    ]


def helpers(event: Event, *, without: Collection[int] = frozenset()) -> QuerySet[User]:
    """Whom to tell that the event needs a hand: staff, and those who lead it `without` these of them."""
    led = {player.pk for player in of(event)}.difference(without)
    return User.objects.filter(Q(is_staff=True) | Q(pk__in=led), is_active=True)


def shown(event: Event) -> Sequence[Director]:
    """Who leads beside the organiser, and who was asked to. One query."""
    return list(event.directors.select_related("player").order_by("pk"))


def inherit(event: Event, heir: Event) -> None:
    """Whoever leads beside the organiser leads what follows from the event, too."""
    named = event.directors.filter(accepted=True).values_list("player", flat=True)
    Director.objects.bulk_create(Director(event=heir, player_id=player, accepted=True) for player in named)
