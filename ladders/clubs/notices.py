"""All that players are told of clubs and their matches, in words. Whoever brings something about says only
what it was; what of it the clubs' webhooks are posted, follows here, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils import timezone

from accounts import notices, outbox
from accounts.models import User
from accounts.said import Words
from accounts.said import later as _
from games.rules import RULES
from ladders import belonging
from ladders.clubs import announcing
from ladders.models import Club, ClubAsking, ClubMatch, Ladder

LINE_UPS = "club line-ups"
"""What the worker tells, for the members of two clubs are many."""


def _tell(club: Club, players: Iterable[User | None], key: str, said: Words, text: Words = "") -> None:
    notices.tell(players, "event", key, said, club.get_absolute_url(), text=text)


def _now() -> str:
    """For the key of what may be told more than once."""
    return f"{timezone.now():%Y%m%d%H%M%S}"


def asks(club: Club, asking: ClubAsking, player: User) -> None:
    """Somebody wants to be let in."""
    said = _("%(player)s asks to join %(club)s") % {"player": player, "club": club}
    address = reverse("ladders:club_lead", args=[club.slug])
    key = f"club-asking-{asking.pk}"
    notices.tell(belonging.officers(club.pk), "event", key, said, address, text=asking.text)


def invited(club: Club, asking: ClubAsking, player: User, by: User) -> None:
    """An officer wants the player in."""
    said = _("%(name)s invites you to join %(club)s") % {"name": by, "club": club}
    _tell(club, [player], f"club-asking-{asking.pk}", said)


def let_in(club: Club, asking: ClubAsking) -> None:
    """The player had asked."""
    _tell(club, [asking.player], f"club-in-{asking.pk}", _("You are in %(club)s now") % {"club": club})


def not_let_in(club: Club, asking: ClubAsking) -> None:
    """The player had asked."""
    said = _("%(club)s has not let you in") % {"club": club}
    _tell(club, [asking.player], f"club-out-{club.pk}-{asking.at:%Y%m%d%H%M%S}", said)


def put_out(club: Club, player: User, why: str) -> None:
    """An officer has decided so."""
    said = _("You no longer belong to %(club)s") % {"club": club}
    _tell(club, [player], f"club-expelled-{club.pk}-{_now()}", said, why)


def is_officer(club: Club, player: User) -> None:
    """The founder has decided so."""
    said = _("You are an officer of %(club)s now") % {"club": club}
    _tell(club, [player], f"club-officer-{club.pk}-{_now()}", said)


def no_longer_officer(club: Club, player: User) -> None:
    """The founder has decided so."""
    said = _("You are no longer an officer of %(club)s") % {"club": club}
    _tell(club, [player], f"club-no-officer-{club.pk}-{_now()}", said)


def leads_now(club: Club, player: User) -> None:
    """Whoever led it has gone, or handed it on."""
    said = _("You lead %(club)s now") % {"club": club}
    _tell(club, [player], f"club-founder-{club.pk}-{_now()}", said)


def closed(club: Club, players: Iterable[User], why: str) -> None:
    """Its founder, or the staff, have closed it."""
    _tell(club, players, f"club-closed-{club.pk}", _("%(club)s was closed") % {"club": club}, why)


def ladder_closed(club: Club, ladder: Ladder, players: Iterable[User], why: str) -> None:
    """Officers, or the staff, have closed a ladder of the club: who stood on it hears so."""
    said = _("%(club)s has closed its %(game)s ladder") % {"club": club, "game": RULES[ladder.code].name}
    _tell(club, players, f"club-ladder-{ladder.pk}-{_now()}", said, why)


def _tell_of(match: ClubMatch, players: Iterable[User], key: str, said: Words, text: Words = "") -> None:
    address = match.get_absolute_url()
    notices.tell(players, "event", f"club-match-{match.pk}-{key}", said, address, text=text)


def challenged(match: ClubMatch) -> None:
    """The officers of the other club have to answer."""
    facts = {"home": match.home, "away": match.away}
    said = _("%(home)s challenges %(away)s") % facts
    _tell_of(match, belonging.officers(match.away_id), "asked", said)
    announcing.challenged(match)


def declined(match: ClubMatch) -> None:
    """The officers who challenged hear that the others do not want to."""
    _tell_of(match, belonging.officers(match.home_id), "declined", match.why)


def note_line_ups(match: ClubMatch) -> None:
    """The challenge is taken up: the worker is to tell all members of both clubs."""
    outbox.note(LINE_UPS, match.pk)


def tell_members(match_id: int, facts: Sequence[Mapping[str, Any]]) -> None:
    """Ask all members of both clubs whether they will play, as long as that is open (settings.OUTBOX)."""
    match = ClubMatch.objects.select_related("home", "away").filter(pk=match_id).first()
    if match is None or match.status != ClubMatch.Status.NAMING:
        return
    both = User.objects.filter(clubs__club__in=[match.home_id, match.away_id], is_active=True).distinct()
    said = _("%(home)s plays against %(away)s: will you be there?") % {"home": match.home, "away": match.away}
    _tell_of(match, both.order_by("pk"), "line-ups", said)


def lapsed(match: ClubMatch) -> None:
    """The officers of both clubs hear why it does not take place."""
    said = _("%(home)s – %(away)s does not take place") % {"home": match.home, "away": match.away}
    _tell_of(match, _officers(match), "off", said, match.why)


def begun(match: ClubMatch, players: Iterable[User]) -> None:
    """Who plays hears so."""
    said = _("%(home)s – %(away)s has begun, and you play") % {"home": match.home, "away": match.away}
    _tell_of(match, players, "begun", said)


def over(match: ClubMatch, players: Iterable[User]) -> None:
    """Who played, and the officers of both clubs, hear how it ended."""
    facts = {"home": match.home, "away": match.away, "mine": match.home_points, "theirs": match.away_points}
    said = _("%(home)s – %(away)s has ended %(mine)d : %(theirs)d") % facts
    _tell_of(match, {*players, *_officers(match)}, "over", said)
    announcing.over(match)


def _officers(match: ClubMatch) -> list[User]:
    return [player for key in (match.home_id, match.away_id) for player in belonging.officers(key)]
