"""A club under its lock, and what is noted of it."""

from __future__ import annotations

from accounts.models import User
from accounts.retold import put_down
from accounts.said import Words
from ladders.models import Club, ClubLine


class MayNot(Exception):
    """This cannot be done in the club now. The sentence says why."""


def lock(club_id: int) -> Club:
    """The club, locked until the transaction ends. Raises Club.DoesNotExist."""
    return Club.objects.select_for_update(no_key=True).get(pk=club_id)


def lock_both(one: int, other: int) -> tuple[Club, Club]:
    """Two clubs, locked in the order of their keys. Raises Club.DoesNotExist."""
    found = {key: lock(key) for key in sorted((one, other))}
    return found[one], found[other]


def note(club: Club, what: Words, by: User | None = None, why: Words = "") -> None:
    """Add a line to what its members read."""
    ClubLine.objects.create(club=club, by=by, **put_down(ClubLine, what=what, why=why))
