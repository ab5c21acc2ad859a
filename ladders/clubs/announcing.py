"""What is posted to the webhook of a club: who joins and leaves, and whom it plays against.

It is put into the outbox in the transaction that it tells of, so that it is neither lost nor told of what did
not happen. Nobody waits for it. It goes to a room of many, and is in the site's own language.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.models.hook import Hook
from accounts.notices import hook as hooks
from accounts.notices.forms import set_hook
from accounts.said import Words
from accounts.said import later as _
from accounts.spoken import speaking
from games.rules import RULES
from ladders.clubs import log
from ladders.models import Club, ClubHook, ClubMatch


@transaction.atomic
def choose(club_id: int, by: User, url: str, shape: str) -> bool:
    """Set, change or take away the club's webhook. Who asks has looked whether `by` leads the club.

    Returns False, and changes nothing, where the club has been closed meanwhile.
    """
    club = log.lock(club_id)
    if club.closed_at is not None:
        return False
    row = of(club)
    hook = set_hook(row.hook if row is not None else None, by, url, shape, _page(club))
    if hook is not None and row is None:
        ClubHook.objects.create(club=club, hook=hook)
    return True


def of(club: Club) -> ClubHook | None:
    """What the club has, with the webhook. One query."""
    return ClubHook.objects.select_related("hook").filter(club=club).first()


def _page(club: Club) -> str:
    return reverse("ladders:club_hook", args=[club.slug])


def renamed(club: Club) -> None:
    """Its pages have other addresses now. One query."""
    Hook.objects.filter(of_club__club=club).update(page=_page(club))


def forget(club: Club) -> None:
    """The club is no more, and announces nothing."""
    Hook.objects.filter(of_club__club=club).delete()


def joined(club: Club, player: User) -> None:
    """A player is in now."""
    said = _("%(player)s has joined %(club)s") % {"player": player, "club": club}
    _tell([club.pk], "joined", said, club.get_absolute_url(), player=player.get_username())


def left(club: Club, player: User) -> None:
    """A player is out, of their own will or not: that, and why, is between the player and the club."""
    said = _("%(player)s no longer belongs to %(club)s") % {"player": player, "club": club}
    _tell([club.pk], "left", said, club.get_absolute_url(), player=player.get_username())


def challenged(match: ClubMatch) -> None:
    """Both clubs hear of a challenge."""
    said = _("%(home)s challenges %(away)s at %(game)s") % {**_sides(match), "game": RULES[match.code].name}
    _tell_of(match, "challenge", said)


def off(match: ClubMatch) -> None:
    """What the two had in mind does not take place."""
    said = _("%(home)s – %(away)s does not take place") % _sides(match)
    _tell_of(match, "match-off", said, text=match.why)


def over(match: ClubMatch) -> None:
    """The match between the two is decided."""
    facts = {**_sides(match), "mine": match.home_points, "theirs": match.away_points}
    said = _("%(home)s – %(away)s has ended %(mine)d : %(theirs)d") % facts
    _tell_of(match, "match-over", said, points=[match.home_points, match.away_points])


def _sides(match: ClubMatch) -> dict[str, Any]:
    return {"home": match.home, "away": match.away}


def _tell_of(match: ClubMatch, kind: str, said: Words, text: str = "", **more: Any) -> None:
    sides = {"home": match.home.name, "away": match.away.name, "club_match": match.pk}
    _tell([match.home_id, match.away_id], kind, said, match.get_absolute_url(), text=text, **sides, **more)


def _tell(clubs: Iterable[int], kind: str, said: Words, address: str, *, text: str = "", **more: Any) -> None:
    """Post it to the webhooks of these clubs, as far as they have one. One query, and two for each."""
    with speaking(""):
        subject = str(said)
    rows = ClubHook.objects.select_related("hook", "club").filter(club__in=clubs, hook__off_at=None)
    for row in rows.order_by("club"):
        what = {
            "kind": f"club-{kind}",
            "subject": subject,
            "text": text,
            "url": settings.SITE_URL + address,
            "at": timezone.now().isoformat(),
            "club": {"id": row.club.pk, "name": row.club.name},
        }
        hooks.announce(row.hook, {**what, **more})
