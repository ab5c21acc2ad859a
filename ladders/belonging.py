"""Who belongs to a club, and who decides there: its founder, its officers, and staff above them.

All that asks, asks here.
"""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q, QuerySet

from accounts.models import User
from ladders.models import Club, ClubMember

Role = ClubMember.Role
STAFF = 4
"""Above every role."""


def is_staff(player: User) -> bool:
    """Whether the player decides about every club."""
    return player.is_staff and player.has_perm("ladders.change_club") and not player.muted


def of(player: User, club_id: int) -> ClubMember | None:
    """The player as a member of the club. One query."""
    return ClubMember.objects.filter(club=club_id, player=player).first()


def among(players: Iterable[int], club_id: int) -> set[int]:
    """Which of these players, by their keys, belong to the club. One query."""
    found = ClubMember.objects.filter(club=club_id, player__in=list(players))
    return set(found.values_list("player", flat=True))


def power(player: User, club_id: int) -> int:
    """How much the player decides in the club: its role, STAFF, or 0. One query, and permissions."""
    member = of(player, club_id)
    return STAFF if is_staff(player) else member.role if member is not None else 0


def may_lead(player: User, club: Club) -> bool:
    """Whether the player decides about a club that is there. Who is muted does not: it is words, too."""
    return club.closed_at is None and not player.muted and power(player, club.pk) >= Role.OFFICER


def officers(club_id: int) -> QuerySet[User]:
    """The founder and the officers, to whom something is told. A query when it is read."""
    leads = Q(clubs__club=club_id, clubs__role__gte=Role.OFFICER)
    return User.objects.filter(leads, is_active=True).order_by("pk")
