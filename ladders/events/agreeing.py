"""An event ends early when all who are still in agree (rules.md, "Organised play"); staff end it alone."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.said import later
from ladders import table
from ladders.events import deciding, log
from ladders.events.eligibility import MayNotEnter
from ladders.events.postponing import Agreement
from ladders.formats import BRACKETS
from ladders.models import Entry, Event, Place


def to_end(event: Event, entry: Entry) -> Agreement | None:
    """How far the agreement to end has come; None where the entry is not asked. A few queries."""
    asked = _asked(event)
    mine = next((one for one in asked if one == entry), None)
    return Agreement(sum(one.ends for one in asked), len(asked), mine.ends) if mine is not None else None


def _asked(event: Event) -> list[Entry]:
    """Who is still in: of a bracket those who have not lost, else who plays in the present stage."""
    if event.status != Event.Status.RUNNING:
        return []
    sections = event.sections.filter(stage=event.stage)
    places = Place.objects.select_related("entry").filter(
        section__in=sections, entry__withdrawn_at=None, entry__disqualified=False
    )
    asked = [place.entry for place in places.exclude(entry__player__robot__gt="")]  # robots are not asked
    if event.format in BRACKETS:
        section = sections.get()
        section.event = event
        ties = [tie for ties in BRACKETS[event.format](table.load(section)) for tie in ties]
        playing = {one for tie in ties if not tie.decided for one in tie.places}
        asked = [entry for entry in asked if entry.pk in playing]
    return asked


@transaction.atomic
def say(event_id: int, player: User, *, ends: bool) -> bool:
    """Agree to end the event now, or do so no more. Returns whether it has ended. Raises MayNotEnter."""
    event = log.lock(event_id)
    own = Q(player=player) | Q(team__captain=player)
    mine = event.entries.filter(own, status=Entry.Status.IN).first()
    if mine is None or to_end(event, mine) is None:
        raise MayNotEnter(_("You are not in this event, or it is not running."))
    if mine.ends == ends:
        return False
    mine.ends = ends
    mine.save(update_fields=["ends"])
    words = later("%(entry)s agrees to end it now") if ends else later("%(entry)s no longer agrees to end it")
    log.note(event, words % {"entry": mine.name}, player)
    log.changed(event)
    return end_if_all_agree(event_id)


@transaction.atomic
def end_if_all_agree(event_id: int) -> bool:
    """End the event where all who are still in have agreed; who has left since is not asked any more."""
    event = log.lock(event_id)
    asked = _asked(event)
    if not asked or not all(entry.ends for entry in asked):
        return False
    deciding.end(event_id, None, later("All who are still in agreed to end it."))
    return True
