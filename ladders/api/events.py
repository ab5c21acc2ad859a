"""Events as everybody may read them: lists, one event, who is in, tables, the schedule, brackets, the log."""

from __future__ import annotations

from typing import Annotated, Literal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from ninja import Query, Router

from accounts.api import pages
from accounts.api.auth import anybody, needs, player_of
from accounts.api.pages import Cursor, Limit
from accounts.api.schemas import Key
from accounts.models import User
from accounts.scopes import READ
from ladders.api import shapes, told
from ladders.events import brackets, listing, queries
from ladders.models import Event

router = Router(tags=["events"])
Role = Literal["playing", "leading"]
MOST_STAGES = 32_767
Stage = Annotated[
    int | None,
    Query(ge=1, le=MOST_STAGES, description="The stage, from 1; the present one if none is named."),
]


def the_event(event_id: int) -> Event:
    """An event that everybody may see. Raises Http404."""
    return get_object_or_404(listing.public(), pk=event_id)


def shown(request: HttpRequest, event_id: int) -> shapes.EventShown:
    """The event as it is now for who asks. Raises Http404."""
    player = request.user if isinstance(request.user, User) else None
    return told.event(the_event(event_id), player)


@router.get("", auth=anybody(READ), response=shapes.Events, summary="Events", operation_id="list_events")
def events(
    request: HttpRequest,
    response: HttpResponse,
    status: Annotated[shapes.Listed | None, Query(description="Only events that stand so.")] = None,
    bots: Annotated[
        bool | None, Query(description="Only those for bots alone, or none of them; all without a word.")
    ] = None,
    limit: Limit = 20,
    cursor: Cursor = None,
) -> shapes.Events:
    """Events for everybody, the latest made first. A club's own are among those of its members."""
    before = pages.before(cursor)
    found = listing.everybodys(status, before, limit + 1, bots=bots)
    return _page(request, response, found, limit)


@router.get(
    "/mine", auth=needs(READ), response=shapes.Events, summary="My events", operation_id="list_my_events"
)
def mine(
    request: HttpRequest,
    response: HttpResponse,
    role: Annotated[Role, Query(description="Those one plays in, or those one leads.")] = "playing",
    limit: Limit = 20,
    cursor: Cursor = None,
) -> shapes.Events:
    """The player's events that are not over, the latest made first; led ones while they are prepared, too."""
    before = pages.before(cursor)
    find = listing.played_by if role == "playing" else listing.led_by
    found = find(player_of(request)).select_related("organiser", "club").filter(pk__lt=before)
    return _page(request, response, list(found.order_by("-pk")[: limit + 1]), limit)


def _page(request: HttpRequest, response: HttpResponse, found: list[Event], limit: int) -> shapes.Events:
    lines, after = pages.cut(request, response, found, limit, lambda one: (one.pk,))
    inside = listing.how_many_are_in(lines)
    items = [told.line(one, inside.get(one.pk, 0)) for one in lines]
    return shapes.Events(items=items, next=after)


@router.get(
    "/{event_id}",
    auth=anybody(READ),
    response=shapes.EventShown,
    summary="An event",
    operation_id="get_event",
)
def event(request: HttpRequest, event_id: Key) -> shapes.EventShown:
    """An event with its terms, how it stands, and what of it concerns who asks."""
    return shown(request, event_id)


@router.get(
    "/{event_id}/entries",
    auth=anybody(READ),
    response=shapes.Entries,
    summary="Who is in",
    operation_id="list_entries",
)
def entries(
    request: HttpRequest, response: HttpResponse, event_id: Key, limit: Limit = 20, cursor: Cursor = None
) -> shapes.Entries:
    """Who is in, is asked in, or waits for a place, in the order in which they came."""
    beyond = pages.beyond(cursor)
    found = listing.entries_after(the_event(event_id), beyond, limit + 1)
    lines, after = pages.cut(request, response, found, limit, lambda one: (one.pk,))
    return shapes.Entries(items=[told.entry(one) for one in lines], next=after)


@router.get(
    "/{event_id}/standings",
    auth=anybody(READ),
    response=shapes.Standings,
    summary="Tables",
    operation_id="get_standings",
)
def standings(request: HttpRequest, event_id: Key, stage: Stage = None) -> shapes.Standings:
    """The tables of a stage, one for each section; none before the event begins."""
    found = the_event(event_id)
    return told.standings(stage or found.stage, queries.sections(found, stage))


@router.get(
    "/{event_id}/fixtures",
    auth=anybody(READ),
    response=shapes.Fixtures,
    summary="The schedule",
    operation_id="list_fixtures",
)
def fixtures(
    request: HttpRequest,
    response: HttpResponse,
    event_id: Key,
    stage: Stage = None,
    limit: Limit = 20,
    cursor: Cursor = None,
) -> shapes.Fixtures:
    """What is played in a stage, the latest laid first. Of a match that runs only that it does is told."""
    found, before = the_event(event_id), pages.before(cursor)
    rows, names = listing.schedule(found, stage or found.stage, before, limit + 1)
    lines, after = pages.cut(request, response, rows, limit, lambda one: (one.pk,))
    items = [told.fixture(one, names) for one in lines]
    return shapes.Fixtures(items=items, next=after)


@router.get(
    "/{event_id}/brackets",
    auth=anybody(READ),
    response=shapes.Brackets,
    summary="Brackets",
    operation_id="get_brackets",
)
def draw(request: HttpRequest, event_id: Key) -> shapes.Brackets:
    """The brackets of a knock-out, whole from the start."""
    return shapes.Brackets(brackets=[told.bracket(one) for one in brackets.of(the_event(event_id))])


@router.get(
    "/{event_id}/log",
    auth=anybody(READ),
    response=shapes.LogLines,
    summary="What was decided",
    operation_id="list_event_log",
)
def log(
    request: HttpRequest, response: HttpResponse, event_id: Key, limit: Limit = 20, cursor: Cursor = None
) -> shapes.LogLines:
    """Every decision, by whom and why, the latest first."""
    before = pages.before(cursor)
    rows = the_event(event_id).log.select_related("by").filter(pk__lt=before)
    lines, after = pages.cut(request, response, rows.order_by("-pk"), limit, lambda one: (one.pk,))
    return shapes.LogLines(items=[told.log_line(one) for one in lines], next=after)
