"""Standings for other programs, a feed of what is decided, and a score sheet to print."""

from __future__ import annotations

import csv
from codecs import BOM_UTF8
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.contrib.syndication.views import Feed
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from accounts.spoken import for_programs
from games.match import queries as game_queries
from games.models import Match
from games.tables import table_of
from ladders.events import queries
from ladders.events.views.event import shown_event
from ladders.models import Event, Fixture, Log

ITEMS = 50


def _lines(event: Event) -> list[dict[str, Any]]:
    return [
        {
            "group": shown.section.number,
            "rank": line.place.rank,
            "name": line.place.entry.name,
            "played": line.place.played,
            "points": _number(line.place.points),
            **dict(zip(shown.columns, map(_number, line.place.values), strict=False)),
        }
        for shown in queries.sections(event)
        for line in shown.lines
    ]


def _number(stored: str) -> int | float:
    """A stored fraction as a number: no language writes another one into it."""
    value = Fraction(stored)
    return value.numerator if value.denominator == 1 else float(value)


@require_safe
@for_programs
def as_json(request: HttpRequest, event_id: int) -> HttpResponse:
    """The tables of the present stage."""
    event = shown_event(event_id)
    found = {"event": event.name, "status": event.status, "stage": event.stage, "standings": _lines(event)}
    return JsonResponse(found)


@require_safe
@for_programs
def as_csv(request: HttpRequest, event_id: int) -> HttpResponse:
    """The same for spreadsheets, which know by its first mark in which letters it is written; no cell can be
    taken for a formula.
    """
    event = shown_event(event_id)
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="event-{event.pk}.csv"'
    response.write(BOM_UTF8)
    lines = _lines(event)
    writer = csv.DictWriter(response, list(lines[0]) if lines else ["name"])
    writer.writeheader()
    for line in lines:
        writer.writerow({key: _plain(value) for key, value in line.items()})
    return response


def _plain(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and value[:1] in {"=", "+", "-", "@"} else value


class EventFeed(Feed[Log, Event]):
    """What is decided in an event, for feed readers."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Event:
        """The event."""
        return shown_event(kwargs["event_id"])

    def title(self, event: Event) -> str:
        """Its name."""
        return event.name

    def link(self, event: Event) -> str:
        """Its page."""
        return event.get_absolute_url()

    def items(self, event: Event) -> list[Log]:
        """The latest lines of its log."""
        return list(event.log.select_related("by")[:ITEMS])

    def item_title(self, item: Log) -> str:
        """What happened, in the language of the feed."""
        return item.says

    def item_description(self, item: Log) -> str:
        """Why."""
        return item.says_why

    def item_link(self, item: Log) -> str:
        """The whole log."""
        return f"{reverse('ladders:log', args=[item.event_id])}#line-{item.pk}"

    def item_updateddate(self, item: Log) -> datetime:
        """When."""
        return item.at


@require_safe
def sheet(request: HttpRequest, event_id: int, fixture_id: int) -> HttpResponse:
    """The score cards of a match that is over, to print."""
    event = shown_event(event_id)
    fixture = get_object_or_404(Fixture, pk=fixture_id, section__event=event)
    match = Match.objects.filter(pk=fixture.match_id or 0, status=Match.Status.FINISHED).first()
    if match is None:
        raise Http404
    rules, table = match.rules, table_of(match.rules)
    if not table.sheet:
        raise Http404
    match, seats = game_queries.table(match.pk)
    context = {
        "event": event,
        "fixture": fixture,
        "match": match,
        "seats": seats,
        "rules": rules,
        "table": table,
        **table.lay(rules, match.table, seats, None, None, {}),
    }
    return render(request, "ladders/sheet.html", context)
