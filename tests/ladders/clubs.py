"""Clubs for tests."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils import timezone

from accounts.models import Notice, User
from games.models import Match
from ladders.clubs import matches, membership, numbers
from ladders.models import Club, ClubMatch, ClubMember, Event
from ladders.models.clubs import folded, slug_of
from tests.games.tables import begin, resign
from tests.worker import work

TERMS = {"code": "BO", "pace": "turns", "clock": "main", "boards": 2, "days": 14}


def club(founder: User, *members: User, name: str = "Red Dice", **changes: object) -> Club:
    """A club with these members, who have joined one after the other."""
    made = Club.objects.create(
        name=name, slug=slug_of(name), folded=folded(name), size=1 + len(members), **changes
    )
    ClubMember.objects.create(club=made, player=founder, role=ClubMember.Role.FOUNDER)
    for player in members:
        ClubMember.objects.create(club=made, player=player)
    return made


def officer(made: Club, player: User) -> User:
    """Let a member be an officer."""
    made.members.filter(player=player).update(role=ClubMember.Role.OFFICER)
    return player


def roles(made: Club) -> dict[str, int]:
    """Who is what there, by name."""
    return dict(made.members.values_list("player__username", "role"))


def known(*players: User) -> None:
    """Let these have played rated matches with people who are in none of the clubs."""
    for number in range(numbers.KNOWN):
        other, _made = User.objects.get_or_create(username=f"known{number}", email=f"k{number}@example.org")
        for player in players:
            resign(begin("BO", player, other), other)


def boards(found: ClubMatch) -> list[Match]:
    return list(Match.objects.filter(event=found.event_id).order_by("pk"))


def end(found: ClubMatch) -> ClubMatch:
    """The review is over."""
    work()
    Event.objects.filter(pk=found.event_id or 0).update(review_until=timezone.now())
    work()
    found.refresh_from_db()
    return found


def late(found: ClubMatch) -> ClubMatch:
    """The time to answer, or to say yes, is over."""
    ClubMatch.objects.filter(pk=found.pk).update(due=timezone.now())
    matches.look_after(timezone.now())
    found.refresh_from_db()
    return found


def told(player: User) -> set[str]:
    return set(Notice.objects.filter(player=player).values_list("subject", flat=True))


def about_to_meet(alice: User, bob: User, numbers: Iterator[int]) -> ClubMatch:
    """A club of alice's and one of bob's, who both will play; somebody waits to be let in by alice."""
    reds, blues = (
        club(player, name=f"{name} of {player.pk}") for name, player in (("Red", alice), ("Blue", bob))
    )
    name = f"carol{next(numbers)}"
    membership.come(reds.pk, User.objects.create(username=name, last_seen=timezone.now()))
    made = matches.challenge(reds.pk, blues.pk, alice, TERMS)
    matches.accept(made.pk, bob)
    for one, player in ((reds, alice), (blues, bob)):
        matches.say_yes(made.pk, one.pk, player)
    return made


def let_in(found: ClubMatch, by: User) -> None:
    """Answer whoever waits at the door of the home club."""
    membership.accept(found.home_id, found.home.askings.get().pk, by)
