"""A club from its founding to its end: founded, told anew, handed on, closed.

Every function is one transaction under the lock of the club; the accounts of its players come after it.
"""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts import outbox
from accounts.models import User
from accounts.moderation.muting import MayNotWrite, must_not_be_muted
from accounts.retold import put_down
from accounts.said import Words, later
from games.models import Match, Seat
from ladders import belonging
from ladders.clubs import announcing, log, notices
from ladders.clubs.log import MayNot
from ladders.models import Club, ClubMatch, ClubMember
from ladders.models.clubs import folded, plain_name, slug_of

FINISHED = 3
"""Rated matches that somebody has finished who founds a club."""
FOUNDS = 2
"""Clubs of which one may be the founder."""
TAKEN = gettext_lazy("A club of this name, or one much like it, exists already.")
LADDERS = "club ladders"
"""What the worker follows: somebody may no longer stand on ladders of the club."""
BELONGS = 10
"""Clubs to which one may belong."""


def why_not_found(player: User) -> str:
    """Why the player may not found a club; empty where it may. Two queries."""
    try:
        must_not_be_muted(player)
    except MayNotWrite as muted:
        return str(muted)
    if player.barred:
        return _("The staff have barred you from events for a while.")
    mine = player.clubs.filter(role=ClubMember.Role.FOUNDER).count()
    if mine >= FOUNDS:
        return _("You are the founder of %(most)d clubs, and cannot found another.") % {"most": FOUNDS}
    rated = Seat.objects.filter(player=player, match__status=Match.Status.FINISHED, match__rated=True)
    missing = FINISHED - rated[:FINISHED].count()
    if missing > 0:
        return ngettext(
            "Finish %(count)d more rated match, then you can found a club.",
            "Finish %(count)d more rated matches, then you can found a club.",
            missing,
        ) % {"count": missing}
    return ""


def must_have_room(player: User) -> None:
    """Lock the account, and raise MayNot where the player belongs to as many clubs as one may."""
    User.objects.select_for_update(no_key=True).filter(pk=player.pk).first()
    if player.clubs.count() >= BELONGS:
        raise MayNot(_("%(player)s belongs to %(most)d clubs already.") % {"player": player, "most": BELONGS})


@transaction.atomic
def found(player: User, name: str, about: str, way: str) -> Club:
    """Found a club, alone at first. Raises MayNot, ValidationError of the name."""
    plain_name(name)
    must_have_room(player)
    reason = why_not_found(player)
    if reason:
        raise MayNot(reason)
    try:
        with transaction.atomic():
            club = Club.objects.create(
                name=name, slug=slug_of(name), folded=folded(name), about=about, way=way, size=1
            )
    except IntegrityError as taken:
        raise ValidationError(TAKEN) from taken
    ClubMember.objects.create(club=club, player=player, role=ClubMember.Role.FOUNDER)
    log.note(club, later("%(player)s founded the club") % {"player": player}, player)
    return club


@transaction.atomic
def change(club_id: int, by: User, about: str, way: str) -> None:
    """Say something else about the club, and let players in another way. Raises MayNot."""
    club = log.lock(club_id)
    must_lead(club, by)
    club.about, club.way = about, way
    club.save(update_fields=["about", "way"])
    log.note(club, later("What the club says of itself was changed"), by)


def must_lead(club: Club, by: User) -> None:
    """Raise MayNot unless the player is an officer of a club that is there, or of the staff."""
    must_be_there(club)
    if not belonging.may_lead(by, club):
        raise MayNot(_("Only the officers of the club can do this."))


def must_be_there(club: Club) -> None:
    """Raise MayNot where the club is closed."""
    if club.closed_at is not None:
        raise MayNot(_("This club is closed."))


@transaction.atomic
def close(club_id: int, by: User, why: str) -> None:
    """Close the club for good: its founder can, and the staff. Raises MayNot."""
    club = log.lock(club_id)
    must_lead(club, by)
    if belonging.power(by, club_id) < ClubMember.Role.FOUNDER:
        raise MayNot(_("Only the founder closes the club."))
    told = [member.player for member in club.members.select_related("player") if member.player != by]
    end(club, by, why)
    notices.closed(club, told, why)


@transaction.atomic
def rename(club_id: int, by: User, name: str, why: str) -> Club:
    """Give a club another name, also one that is closed: only staff can. Raises MayNot, ValidationError."""
    plain_name(name)
    club = log.lock(club_id)
    if not belonging.is_staff(by):
        raise MayNot(_("Only the staff give a club another name."))
    club.name, club.slug, club.folded = name, slug_of(name), folded(name)
    try:
        with transaction.atomic():
            club.save(update_fields=["name", "slug", "folded"])
    except IntegrityError as taken:
        raise ValidationError(TAKEN) from taken
    announcing.renamed(club)
    log.note(club, later("The club is called %(name)s now") % {"name": name}, by, why)
    return club


def end(club: Club, by: User | None, why: Words) -> None:
    """Let nothing be left of a locked club but its name, and what it has played."""
    ClubMatch.objects.filter(Q(home=club) | Q(away=club), status__in=ClubMatch.BEFORE).update(
        status=ClubMatch.Status.OFF,
        ended_at=timezone.now(),
        **put_down(ClubMatch, why=later("%(club)s was closed.") % {"club": club}),
    )
    club.members.all().delete()
    club.askings.all().delete()
    announcing.forget(club)
    club.closed_at, club.size, club.about = timezone.now(), 0, ""
    club.save(update_fields=["closed_at", "size", "about"])
    log.note(club, later("The club was closed"), by, why)
    _note_ladders(club)


def _note_ladders(club: Club) -> None:
    """Ladders are locked before clubs: who has left one is taken off by the worker. Two queries."""
    if club.ladders.filter(closed_at=None).exists():
        outbox.note(LADDERS, club.pk)


def go(club: Club, member: ClubMember) -> None:
    """Let a member be gone from a locked club. Who served longest follows a founder; the last closes it."""
    member.delete()
    club.size -= 1
    club.save(update_fields=["size"])
    if club.size <= 0:
        end(club, None, later("Nobody was left."))
        return
    _note_ladders(club)
    if member.role == ClubMember.Role.FOUNDER:
        heir = club.members.select_related("player").order_by("-role", "joined_at", "pk")[0]
        enthrone(club, heir)


def enthrone(club: Club, heir: ClubMember) -> None:
    """Make a member the founder of a locked club that has none."""
    heir.role = ClubMember.Role.FOUNDER
    heir.save(update_fields=["role"])
    log.note(club, later("%(player)s leads the club now") % {"player": heir.player})
    notices.leads_now(club, heir.player)
