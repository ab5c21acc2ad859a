"""The tables of an event that are played at now."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.match import watching
from games.views.watch import listed
from ladders.events import queries
from ladders.events.views.event import shown_event


@require_safe
@never_cache
def tables(request: HttpRequest, event_id: int) -> HttpResponse:
    """List them, the best players first. Of hidden cards only that they are played is told."""
    event = shown_event(event_id)
    context = {"event": event, "subjects": {}, **listed(watching.of(queries.being_played(event)))}
    return render(request, "ladders/tables.html", context)
