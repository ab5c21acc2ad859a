"""Lists of events and of what is in them, from one place on. Each costs a fixed number of queries."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Count, Q, QuerySet

from accounts.models import User
from ladders.formats import BETWEEN_CLUBS
from ladders.models import ClubMember, Director, Entry, Event, Fixture

GONE = (Entry.Status.LEFT, Entry.Status.DROPPED)


def public() -> QuerySet[Event]:
    """Events that everybody may see: all that are not in preparation any more."""
    known = Event.objects.select_related("organiser", "source", "previous", "club")
    return known.exclude(status=Event.Status.DRAFT)


def everybodys(status: str | None, before: int, count: int, *, bots: bool | None = None) -> list[Event]:
    """Events that no club has for its members alone, of a status or not called off, the latest first; those
    for bots alone, or none of those, where that is asked for.
    """
    found = public().filter(club=None, pk__lt=before).exclude(format__in=BETWEEN_CLUBS)
    chosen = found.filter(status=status) if status else found.exclude(status=Event.Status.CANCELLED)
    if bots is not None:
        chosen = chosen.filter(bots=bots)
    return list(chosen.order_by("-pk")[:count])


def played_by(player: User) -> QuerySet[Event]:
    """The events that are not over in which the player is, or is asked to be."""
    inside = Q(entries__player=player) | Q(entries__team__members__player=player)
    live = Event.objects.filter(status__in=[Event.Status.OPEN, Event.Status.RUNNING, Event.Status.REVIEW])
    return live.filter(pk__in=Event.objects.filter(inside).values("pk"))


def led_by(player: User) -> QuerySet[Event]:
    """The events that are not over which the player leads, those in preparation among them."""
    over = (Event.Status.FINISHED, Event.Status.CANCELLED)
    beside = Director.objects.filter(player=player, accepted=True).values("event")
    of_clubs = ClubMember.objects.filter(player=player, role__gte=ClubMember.Role.OFFICER).values("club")
    led = Event.objects.filter(Q(organiser=player) | Q(pk__in=beside) | Q(club__in=of_clubs))
    return led.exclude(status__in=over)


def how_many_are_in(events: Iterable[Event]) -> dict[int, int]:
    """Of each of these events how many are in; none where nobody is. One query."""
    inside = Entry.objects.filter(event__in=[one.pk for one in events], status=Entry.Status.IN)
    return dict(inside.values_list("event").annotate(count=Count("pk")).order_by("event"))


def entries_after(event: Event, after: int, count: int) -> list[Entry]:
    """So many of those who are in, are asked in, or wait, from a key on. One query."""
    found = event.entries.select_related("player", "team").exclude(status__in=GONE)
    return list(found.filter(pk__gt=after).order_by("pk")[:count])


def schedule(event: Event, stage: int, before: int, count: int) -> tuple[list[Fixture], dict[int, str]]:
    """So many fixtures of a stage, the latest first, and the names of who is in them. Two queries."""
    found = Fixture.objects.select_related("section").filter(section__event=event, section__stage=stage)
    rows = list(found.filter(pk__lt=before).order_by("-pk")[:count])
    keys = {seat for row in rows for seat in row.seats}
    entries = Entry.objects.select_related("player", "team").filter(pk__in=keys)
    return rows, {entry.pk: entry.name for entry in entries}
