"""Compare what is stored of running events with what their results make of it: by the worker, every night."""

from __future__ import annotations

from django.db import transaction

from accounts.models import Errand
from games.models import Match
from ladders import table
from ladders.events import log, results
from ladders.models import Event, Section


def recompute() -> list[str]:
    """Compare every running table with what its results make of it. Returns what differs, a line each.

    A table that is to be brought to date (`stale`) is not compared.
    """
    found = []
    sections = Section.objects.filter(event__status__in=[Event.Status.RUNNING, Event.Status.REVIEW])
    for section in sections.select_related("event").iterator():
        with transaction.atomic():
            event = log.lock(section.event_id)
            if Section.objects.filter(pk=section.pk, stale=True).exists():
                continue
            section.event = event
            places = list(section.places.select_related("entry__team"))
            state = table.load(section, places)
            lines = table.lines(table.form_of(event), state)
            for place in places:
                kept = {name: getattr(place, name) for name in lines[place.entry_id]}
                if kept != lines[place.entry_id]:
                    found.append(f"{event.name}, section {section.number}: {place.entry.name} {kept}")
            found += _forgotten(section)
    return found


def _forgotten(section: Section) -> list[str]:
    """Matches that are over and whose result never arrived, nor is on its way."""
    open_ = section.fixtures.filter(result__isnull=True, match_id__isnull=False)
    waiting = [pk for pk in open_.values_list("match_id", flat=True) if pk is not None]
    coming = Errand.objects.filter(kind=results.KIND, subject__in=waiting, given_up_at=None).values("subject")
    over = Match.objects.filter(pk__in=waiting, status=Match.Status.FINISHED).exclude(pk__in=coming)
    return [
        f"{section}: match {pk} is over and has no result here" for pk in over.values_list("pk", flat=True)
    ]
