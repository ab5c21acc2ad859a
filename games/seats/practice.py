"""Practising alone without an account, on the same dice; what was played goes over at sign-up."""

from __future__ import annotations

from django.db import transaction
from django.http import HttpRequest

from accounts import guests
from accounts.models import User
from games.match import numbers, play, seating
from games.models import Match
from games.rules.base import Kind, Move, Pace
from games.seats import lobby

GAME = "BZ"
"""What visitors practise."""
AT_ONCE = 1_000
"""Guests who are looked for in one go."""


def running(guest: User) -> Match | None:
    """The guest's match that is not over, if any. One query."""
    return Match.objects.filter(seats__player=guest, status=Match.Status.RUNNING).order_by("-pk").first()


def begin(guest: User) -> Match:
    """The guest's solo match of Boatzee: the one that runs, or a new one. Raises what `play.start` raises."""
    return running(guest) or lobby.invite(guest, [], GAME, {}, Pace.TURNS, "main")


def roll(match: Match, guest: User) -> Match:
    """Make the first roll of a match that has just begun. Raises what `play.move` raises.

    In a transaction of its own, after the one in which the match began and its dice were reserved.
    """
    return match if match.version else play.move(match.pk, guest, match.version, Move(Kind.ROLL))


@transaction.atomic
def take_over(request: HttpRequest, player: User) -> None:
    """Give what the session's guest has played to whoever signed up or in (settings.ACCOUNT_OPENERS)."""
    guest = guests.of(request)
    if guest is None:
        return
    del request.session[guests.KEY]
    seating.hand_over(guest, player)
    numbers.hand_over(guest, player)
    guest.delete()


def forget_old() -> int:
    """Delete guests whom nobody has seen for long, and what they played, each alone. Returns how many."""
    forgotten = 0
    while gone := sum(
        map(_forget, guests.old().order_by("last_seen").values_list("pk", flat=True)[:AT_ONCE])
    ):
        forgotten += gone
    return forgotten


@transaction.atomic
def _forget(guest: int) -> bool:
    """Delete a guest, unless it is here again. Its matches are locked first: no move is half made."""
    matches = seating.lock_all_of(guest)
    found = guests.old().select_for_update(no_key=True).filter(pk=guest).first()
    if found is None:
        return False
    seating.forget(matches)
    found.delete()
    return True
