"""Nobody decides about their own match: what an organiser or a member of the staff leaves to others.

An organiser may play in their own event. What concerns the section they play in, its players, its clocks or
its matches is then decided by somebody else; what only lets people in, or begins the event, is not.
"""

from __future__ import annotations

from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from ladders.models import Entry, Event, Fixture, Member, Section

ABOUT_ENTRIES = frozenset({"offence", "clear", "withdraw", "reinstate", "substitute"})
ABOUT_MATCHES = frozenset({"adjudicate", "correct", "reopen", "replay", "discount", "extend"})
ABOUT_PAIRS = frozenset({"seed", "pair", "bye", "unpair"})
ABOUT_ALL = frozenset({"pause", "resume", "end", "finish", "cancel"})
"""What touches every section of an event that has begun."""
ELSE = gettext_lazy("Somebody else decides about this: you play there yourself.")


class Concerned(Exception):
    """Who wants to decide plays there, or is in a team that does. The sentence can be shown."""


def own_entries(event: Event, player: User) -> list[int]:
    """The keys of the entries that the player plays for, alone or in a team. One query."""
    own = Q(player=player) | Q(team__members__player=player, team__members__accepted=True)
    inside = event.entries.filter(own, status__in=[Entry.Status.IN, Entry.Status.WAITING], withdrawn_at=None)
    return list(inside.values_list("pk", flat=True))


def must_not_be_concerned(event: Event, what: str, given: dict[str, Any], by: User) -> None:
    """Raise Concerned where the decision touches what `by` plays in."""
    if what == "invite" and by in given["players"]:
        raise Concerned(
            _("Nobody asks themselves in: somebody else invites you, or you enter like everybody.")
        )
    if what == "substitute" and given["player"] == by:
        raise Concerned(_("Nobody gives a seat to themselves."))
    own = own_entries(event, by)
    if what in ABOUT_ALL:
        if own and event.status in {Event.Status.RUNNING, Event.Status.REVIEW}:
            raise Concerned(ELSE)
    elif what in ABOUT_ENTRIES:
        _about_entry(event, given["entry"], own, by)
    elif what in ABOUT_PAIRS:
        if own or Member.objects.filter(event=event, player=by, accepted=True).exists():
            raise Concerned(ELSE)
    elif what in ABOUT_MATCHES:
        fixture: Fixture = given["fixture"]
        if own and given.get("whole_round"):
            raise Concerned(ELSE)
        if by.pk in fixture.players or fixture.section.places.filter(entry__in=own).exists():
            raise Concerned(ELSE)


def _about_entry(event: Event, entry: Entry, own: list[int], by: User) -> None:
    if entry.pk in own:
        raise Concerned(ELSE)
    if event.status == Event.Status.OPEN:  # before there are sections, all stand at the same door
        if own or Member.objects.filter(event=event, player=by, accepted=True).exists():
            raise Concerned(ELSE)
    elif Section.objects.filter(event=event, places__entry=entry).filter(places__entry__in=own).exists():
        raise Concerned(ELSE)


def shares_the_section(player: User, match_id: int) -> bool:
    """Whether the match is one of a section the player plays in (settings.MATCH_CONCERNS). Two queries."""
    fixture = Fixture.objects.select_related("section__event").filter(match_id=match_id).first()
    if fixture is None:
        return False
    own = own_entries(fixture.section.event, player)
    return player.pk in fixture.players or fixture.section.places.filter(entry__in=own).exists()
