"""Ladders of a club: its officers open and close them, and only its members stand on them.

What is played there follows the rules of every ladder (`ladders.ladder`). A ladder is locked before its club,
so who leaves the club, under the club's lock, only has it noted; the worker takes the player off. Until then
nobody meets who no longer belongs: whoever joins or challenges is asked whether they do.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.said import later
from games.rules import RULES
from ladders.clubs import founding, log, notices
from ladders.clubs.log import MayNot
from ladders.ladder import climbing
from ladders.models import ClubMember, Ladder, Rung

MOST = 3
"""Ladders that a club has at once."""


@transaction.atomic
def open_one(club_id: int, code: str, by: User) -> Ladder:
    """Open a ladder of this game for the members, or open it again: empty. Raises MayNot."""
    known = Ladder.objects.filter(club=club_id, code=code).first()
    if known is not None:
        known = climbing.lock(known.pk)  # ladders are locked before clubs
    club = log.lock(club_id)
    founding.must_lead(club, by)
    if code not in RULES:
        raise MayNot(_("Choose a game."))
    found = club.ladders.filter(code=code).first()
    if found is not None and (known is None or found.closed_at is None):
        raise MayNot(_("The club has a ladder of this game already."))
    if club.ladders.filter(closed_at=None).count() >= MOST:
        raise MayNot(_("A club has %(most)d ladders at most. Close one first.") % {"most": MOST})
    # Everybody's has to be there first: the release before finds a game's ladder by the game, the oldest.
    Ladder.objects.get_or_create(code=code, club=None)
    if known is None:
        known = Ladder.objects.create(club=club, code=code)
    else:
        known.closed_at = None
        known.save(update_fields=["closed_at"])
    known.club = club
    climbing.note(known, later("The ladder was opened"), by)
    climbing.changed(known)
    log.note(club, later("The %(game)s ladder was opened") % {"game": RULES[code].name}, by)
    return known


@transaction.atomic
def close(club_id: int, code: str, by: User, why: str) -> None:
    """Close a ladder of the club, and tell those who stand on it. Raises MayNot."""
    found = Ladder.objects.filter(club=club_id, code=code, closed_at=None).first()
    if found is None:
        raise MayNot(_("The club has no ladder of this game."))
    ladder = climbing.lock(found.pk)
    club = log.lock(club_id)
    founding.must_lead(club, by)
    if ladder.closed_at is not None:
        raise MayNot(_("The club has no ladder of this game."))
    told = [rung.player for rung in ladder.rungs.select_related("player").exclude(player=by)]
    climbing.close(ladder, why, by)
    log.note(club, later("The %(game)s ladder was closed") % {"game": RULES[code].name}, by, why)
    notices.ladder_closed(club, ladder, told, why)


def follow(club_id: int, facts: Sequence[Mapping[str, Any]]) -> None:
    """Somebody has left the club, or it was closed: let its ladders be so (settings.OUTBOX)."""
    for key in _amiss().filter(club=club_id).order_by("pk").values_list("pk", flat=True):
        _keep(key)


def keep_all() -> int:
    """The same of every club, for whatever was not noted. Returns of how many ladders."""
    keys = list(_amiss().order_by("pk").values_list("pk", flat=True))
    for key in keys:
        _keep(key)
    return len(keys)


def _amiss() -> QuerySet[Ladder]:
    """Open ladders of clubs that are closed, or on which somebody stands who does not belong there."""
    strays = _strays().filter(ladder=OuterRef("pk"))
    return Ladder.objects.filter(club__isnull=False, closed_at=None).filter(
        Q(club__closed_at__isnull=False) | Exists(strays)
    )


def _strays() -> QuerySet[Rung]:
    """Rungs on ladders of clubs to which their players do not belong, or not since they stand there."""
    since = ClubMember.objects.filter(
        club=OuterRef("ladder__club"), player=OuterRef("player"), joined_at__lte=OuterRef("joined_at")
    )
    return Rung.objects.filter(ladder__club__isnull=False).exclude(Exists(since))


@transaction.atomic
def _keep(ladder_id: int) -> None:
    """Let nobody stand on a ladder of a club who may not. Once or twice is the same."""
    ladder = climbing.lock(ladder_id)
    if ladder.closed_at is not None or ladder.club is None:
        return
    if ladder.club.closed_at is not None:
        climbing.close(ladder, later("The club was closed."))
        return
    strays = list(_strays().select_related("player").filter(ladder=ladder).order_by("-key"))
    for rung in strays:
        climbing.take_off(ladder, rung, later("No longer a member of the club."))
    if strays:
        climbing.changed(ladder)
