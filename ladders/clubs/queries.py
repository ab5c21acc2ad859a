"""What pages of clubs read. Every function costs a fixed number of queries, however many clubs there are."""

from __future__ import annotations

import re

from django.db.models import F, Q, QuerySet
from django.db.models.functions import Collate

from accounts.models import User
from accounts.people import finding
from ladders.models import Club, ClubAsking, ClubMatch, ClubMember, ClubSeat, Event, Ladder
from ladders.models.clubs import NAME_LENGTH, UNRATED, folded

NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")
SHOWN = 20
FOUND = 20
LEAST = 3
"""Letters from which on they are looked for inside of names: no index knows fewer."""
AFTER_ALL = "\x7f"
"""Comes after every letter of a name."""
RANKED = 100


def there() -> QuerySet[Club]:
    """The clubs that are not closed."""
    return Club.objects.filter(closed_at=None)


def search(words: str) -> list[Club]:
    """Clubs whose names begin with these words, then the newest of those that hold them. Two queries at most.

    Each comes out of an index in its order, so that a word in every name costs no more than one in few.
    """
    text = NOT_IN_NAMES.sub("", folded(words))[:NAME_LENGTH]
    if not text:
        return []
    named = there().annotate(plain=Collate("folded", "C"))
    begins = named.filter(plain__gte=text, plain__lt=text + AFTER_ALL)
    found: list[Club] = list(begins.order_by("plain")[:FOUND])
    if len(found) < FOUND and len(text) >= LEAST:
        others = there().filter(folded__contains=text).exclude(pk__in=[one.pk for one in found])
        found += others.order_by("-pk")[: FOUND - len(found)]
    return found


def mine(player: User) -> list[ClubMember]:
    """The clubs that the player belongs to, in which it decides most first. One query."""
    found = ClubMember.objects.select_related("club").filter(player=player)
    return list(found.order_by("-role", "joined_at"))


def asked_in(player: User) -> list[ClubAsking]:
    """Clubs that wait for the player's answer, or whose answer the player waits for. One query."""
    found = ClubAsking.objects.select_related("club", "by").filter(player=player)
    return list(found.order_by("-invited", "-pk")[:SHOWN])


def leaders(club: Club) -> list[ClubMember]:
    """The founder, and the officers in the order in which they came. One query."""
    found = club.members.select_related("player").filter(role__gte=ClubMember.Role.OFFICER)
    return list(found.order_by("-role", "joined_at", "pk"))


def plain(club: Club) -> QuerySet[ClubMember]:
    """The members who are nothing more."""
    return club.members.select_related("player").filter(role=ClubMember.Role.MEMBER)


def at_the_door(club: Club) -> list[ClubAsking]:
    """Who asks, and who is invited: those first who wait for an officer. One query."""
    return list(club.askings.select_related("player", "by").order_by("invited", "pk"))


def member_named(club: Club, name: str) -> User | None:
    """A member by name. One query."""
    return finding.called(name, User.objects.filter(clubs__club=club))


def ranking() -> list[Club]:
    """The clubs that have a rating, the best first. One query."""
    return list(there().filter(deviation__lt=UNRATED).order_by("-mean", "pk")[:RANKED])


def matches_of(club: Club) -> list[ClubMatch]:
    """The club's matches, the latest first. One query."""
    both = ClubMatch.objects.select_related("home", "away").filter(Q(home=club) | Q(away=club))
    return list(both.order_by("-pk")[:SHOWN])


def events_of(club: Club) -> list[Event]:
    """The club's own events but drafts, the latest first. One query."""
    return list(club.events.exclude(status=Event.Status.DRAFT).order_by("-pk")[:SHOWN])


def ladders_of(club: Club) -> list[Ladder]:
    """The ladders that the club has open, the oldest first. One query."""
    return list(club.ladders.filter(closed_at=None).order_by("pk"))


def the_match(match_id: int) -> ClubMatch | None:
    """A match with its clubs and its event. One query."""
    return ClubMatch.objects.select_related("home", "away", "event").filter(pk=match_id).first()


def said_yes(match: ClubMatch, club: Club) -> list[ClubSeat]:
    """Who has said that they will play for the club, in the order in which they would. One query."""
    seats = match.seats.select_related("player").filter(club=club)
    return list(seats.order_by(F("place").asc(nulls_last=True), "at", "pk"))
