"""Who is what in a club: officers are made and unmade by its founder, who can hand the club on."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.said import later
from ladders import belonging
from ladders.clubs import founding, log, notices
from ladders.clubs.log import MayNot
from ladders.models import Club, ClubMember

OFFICERS = 10
"""Beside the founder."""
Role = ClubMember.Role


def _locked(club_id: int, player: User, by: User) -> tuple[Club, ClubMember]:
    """The club under its lock, and the member about whom its founder, or staff, decide. Raises MayNot."""
    club = log.lock(club_id)
    founding.must_lead(club, by)
    if belonging.power(by, club_id) < Role.FOUNDER:
        raise MayNot(_("Only the founder of the club can do this."))
    member = belonging.of(player, club_id)
    if member is None:
        raise MayNot(_("%(player)s does not belong to the club.") % {"player": player})
    return club, member


@transaction.atomic
def promote(club_id: int, player: User, by: User) -> None:
    """Make a member an officer. Raises MayNot."""
    club, member = _locked(club_id, player, by)
    if member.role != Role.MEMBER:
        raise MayNot(_("%(player)s is an officer already.") % {"player": player})
    if club.members.filter(role=Role.OFFICER).count() >= OFFICERS:
        raise MayNot(_("A club has %(most)d officers at most.") % {"most": OFFICERS})
    _make(member, Role.OFFICER)
    log.note(club, later("%(player)s is an officer now") % {"player": player}, by)
    notices.is_officer(club, player)


@transaction.atomic
def demote(club_id: int, player: User, by: User) -> None:
    """Make an officer a member like others. Raises MayNot."""
    club, member = _locked(club_id, player, by)
    if member.role != Role.OFFICER:
        raise MayNot(_("%(player)s is not an officer.") % {"player": player})
    _make(member, Role.MEMBER)
    log.note(club, later("%(player)s is no longer an officer") % {"player": player}, by)
    notices.no_longer_officer(club, player)


@transaction.atomic
def hand_on(club_id: int, player: User, by: User) -> None:
    """Make another the founder, who becomes an officer. Raises MayNot."""
    club, member = _locked(club_id, player, by)
    if member.role == Role.FOUNDER:
        raise MayNot(_("%(player)s leads the club already.") % {"player": player})
    _make(club.members.get(role=Role.FOUNDER), Role.OFFICER)
    log.note(club, later("The club was handed on"), by)
    founding.enthrone(club, member)


def _make(member: ClubMember, role: int) -> None:
    member.role = role
    member.save(update_fields=["role"])
