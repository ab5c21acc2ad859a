"""What a director does beside the matches: seeds by hand, words to all, the same event once more."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people import relations
from accounts.said import later
from ladders.events import lifecycle, log, notices
from ladders.models import Entry, Event
from ladders.reasons import BadDecision, reason

LONGEST = 80
"""Of an event's name."""


@transaction.atomic
def put_in_order(event_id: int, entries: Sequence[Entry], by: User, why: str) -> None:
    """Seed these entries, the strongest first; all others follow by rating, as usual.

    None takes the order back. Raises BadDecision once the event has begun.
    """
    why = reason(why)
    event = log.lock(event_id)
    if event.status != Event.Status.OPEN:
        raise BadDecision(_("Seeds are given before the event begins."))
    event.entries.update(seed=None)
    for seed, entry in enumerate(entries, 1):
        event.entries.filter(pk=entry.pk).update(seed=seed)
    names = ", ".join(entry.name for entry in entries)
    log.note(event, later("Seeded by hand: %(names)s") % {"names": names or later("nobody")}, by, why)


@transaction.atomic
def say_to_all(event_id: int, by: User, text: str) -> int:
    """Send everybody who is in the event a notice. Returns to how many. Raises BadDecision.

    Who wants no words of an organiser, or is ignored, gets none; those of the staff reach everybody.
    """
    text = reason(text)
    event = log.lock(event_id)
    if event.status in {Event.Status.DRAFT, Event.Status.CANCELLED}:
        raise BadDecision(_("Nobody is in this event."))
    entries = event.entries.select_related("player", "team").filter(
        status__in=[Entry.Status.IN, Entry.Status.WAITING], withdrawn_at=None
    )
    apart = set() if by.is_staff else relations.apart(by)
    players = {
        member.pk: member
        for entry in entries
        for member in log.members_of(entry)
        if member.pk not in apart and member.pk != by.pk
    }
    notices.word(event, players.values(), by, text)
    log.note(event, later("A word to everybody who is in"), by, text)
    return len(players)


@transaction.atomic
def clone(event_id: int, by: User) -> Event:
    """A new draft of the same terms, led by who makes it. It has no entries and no moment to begin."""
    event = Event.objects.get(pk=event_id)
    kept = {name: getattr(event, name) for name in lifecycle.TERMS}
    kept["name"] = (_("%(event)s, again") % {"event": event.name})[:LONGEST]
    return Event.objects.create(organiser=by, **kept)
