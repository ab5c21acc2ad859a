"""Coming into a club and going out of it: joined, asked, invited, let in, left, expelled.

Every function is one transaction under the lock of the club, which is taken before any account: so nobody is
let in twice, and no club holds more than it may.
"""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.moderation.muting import must_not_be_muted
from accounts.people import relations
from accounts.said import later
from ladders import belonging
from ladders.clubs import announcing, founding, log, notices
from ladders.clubs.log import MayNot
from ladders.models import Club, ClubAsking, ClubMember

MOST = 200
"""Members of a club."""
WAITING = 100
"""Players who may wait at the door of a club, or be asked in, at once."""
ASKED = 20
"""Clubs that one may have asked at once."""


@transaction.atomic
def come(club_id: int, player: User, text: str = "") -> bool:
    """Join, or ask to be let in where the club wants that. Returns whether the player is in.

    Who is invited joins. Raises MayNot, and MayNotWrite where words come with it.
    """
    club = _open(club_id)
    asked = club.askings.filter(player=player).first()
    if belonging.of(player, club_id) is not None:
        raise MayNot(_("You belong to this club already."))
    if club.way == Club.Way.OPEN or (asked is not None and asked.invited):
        _let_in(club, player)
        return True
    if club.way == Club.Way.INVITED:
        raise MayNot(_("This club takes players by invitation."))
    if asked is not None:
        raise MayNot(_("You have asked already: an officer of the club will answer."))
    if text:
        must_not_be_muted(player)
    if ClubAsking.objects.filter(player=player, invited=False).count() >= ASKED:
        raise MayNot(_("You have asked %(most)d clubs: wait for their answers.") % {"most": ASKED})
    _must_have_room_at_the_door(club)
    made = ClubAsking.objects.create(club=club, player=player, invited=False, text=text)
    notices.asks(club, made, player)
    return False


def _open(club_id: int) -> Club:
    """A club that is there, under its lock. Raises MayNot."""
    club = log.lock(club_id)
    founding.must_be_there(club)
    return club


def _must_have_room_at_the_door(club: Club) -> None:
    if club.askings.count() >= WAITING:
        raise MayNot(_("So many are waiting at this club that nobody else can be asked in or ask."))


def _let_in(club: Club, player: User) -> None:
    if club.size >= MOST:
        raise MayNot(_("The club has %(most)d members, and no more places.") % {"most": MOST})
    founding.must_have_room(player)
    club.askings.filter(player=player).delete()
    ClubMember.objects.create(club=club, player=player)
    club.size += 1
    club.save(update_fields=["size"])
    log.note(club, later("%(player)s joined") % {"player": player}, player)
    announcing.joined(club, player)


@transaction.atomic
def invite(club_id: int, player: User, by: User) -> bool:
    """Ask somebody in; who had asked is let in. Returns whether the player is in. Raises MayNot."""
    club = _open(club_id)
    founding.must_lead(club, by)
    if player.robot or player.guest or not player.is_active or not relations.may_invite(by, player):
        raise MayNot(_("%(player)s cannot be asked by you.") % {"player": player})
    if belonging.of(player, club_id) is not None:
        raise MayNot(_("%(player)s belongs to the club already.") % {"player": player})
    asked = club.askings.filter(player=player).first()
    if asked is not None and asked.invited:
        raise MayNot(_("%(player)s is invited already.") % {"player": player})
    if asked is not None:
        _answer_yes(club, asked)
        return True
    _must_have_room_at_the_door(club)
    made = ClubAsking.objects.create(club=club, player=player, invited=True, by=by)
    notices.invited(club, made, player, by)
    return False


@transaction.atomic
def accept(club_id: int, asking_id: int, by: User) -> None:
    """Let somebody in who asked. Raises MayNot."""
    club = _open(club_id)
    founding.must_lead(club, by)
    _answer_yes(club, _asking(club, asking_id))


def _asking(club: Club, asking_id: int) -> ClubAsking:
    """What waits for an answer. Raises MayNot where it was answered, or taken back."""
    found = club.askings.select_related("player").filter(pk=asking_id).first()
    if found is None:
        raise MayNot(_("That has been answered, or taken back."))
    return found


def _answer_yes(club: Club, asked: ClubAsking) -> None:
    if asked.invited:
        raise MayNot(_("%(player)s is invited already.") % {"player": asked.player})
    _let_in(club, asked.player)
    notices.let_in(club, asked)


@transaction.atomic
def refuse(club_id: int, asking_id: int, by: User) -> None:
    """Let nobody in who asked, or take an invitation back. Raises MayNot."""
    club = _open(club_id)
    founding.must_lead(club, by)
    asked = _asking(club, asking_id)
    asked.delete()
    if not asked.invited:
        notices.not_let_in(club, asked)


@transaction.atomic
def withdraw(club_id: int, player: User) -> None:
    """Say no to an invitation, or want in no longer. Raises MayNot."""
    club = log.lock(club_id)
    if not club.askings.filter(player=player).delete()[0]:
        raise MayNot(_("You are not asked, and have not asked."))


@transaction.atomic
def leave(club_id: int, player: User) -> None:
    """Leave the club. Raises MayNot."""
    club = log.lock(club_id)
    member = belonging.of(player, club_id)
    if member is None:
        raise MayNot(_("You do not belong to this club."))
    log.note(club, later("%(player)s left") % {"player": player}, player)
    announcing.left(club, player)
    founding.go(club, member)


@transaction.atomic
def expel(club_id: int, player: User, by: User, why: str) -> None:
    """Put somebody out who stands below whoever decides it, and say why. Raises MayNot."""
    club = _open(club_id)
    founding.must_lead(club, by)
    member = belonging.of(player, club_id)
    if member is None:
        raise MayNot(_("%(player)s does not belong to the club.") % {"player": player})
    if member.role >= belonging.power(by, club_id):
        raise MayNot(_("You can remove only players who stand below you in the club."))
    log.note(club, later("%(player)s was removed") % {"player": player}, by, why)
    announcing.left(club, player)
    founding.go(club, member)
    notices.put_out(club, player, why)
