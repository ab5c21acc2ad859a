"""The webhooks of events and clubs: seen, set, tried and taken away by those who lead."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _
from ninja import Path, Router, Status

from accounts import spending
from accounts.api.auth import needs, player_of
from accounts.api.problems import Problem
from accounts.api.schemas import Key
from accounts.models import Hook, User
from accounts.notices import trying
from accounts.notices.forms import HookField
from accounts.scopes import DIRECT
from ladders import belonging
from ladders.api import shapes_hooks as shapes
from ladders.api.leading import led
from ladders.clubs import announcing as of_clubs
from ladders.events import announcing as of_events
from ladders.models import Club, ClubHook, Event, EventHook
from ladders.models.clubs import NAME_LENGTH

events = Router(tags=["leading"])
clubs = Router(tags=["leading"])
Slug = Annotated[str, Path(max_length=NAME_LENGTH, description="The club's address.", examples=["red-dice"])]


def _of_event(event: Event) -> EventHook:
    """Raises Http404."""
    row = of_events.of(event)
    if row is None:
        raise Http404
    return row


def _led_club(slug: str, player: User) -> Club:
    """A club that the player leads. Raises Http404, Problem."""
    club = Club.objects.filter(slug=slug.lower(), closed_at=None).first()
    if club is None:
        raise Http404
    if not belonging.may_lead(player, club):
        raise Problem(403, "not-leading", _("Only who leads this club decides about it."))
    return club


def _of_club(club: Club) -> ClubHook:
    """Raises Http404."""
    row = of_clubs.of(club)
    if row is None:
        raise Http404
    return row


def _facts(hook: Hook) -> dict[str, Any]:
    posts = [
        shapes.PostShown(
            at=one.at,
            kind=one.kind,
            id=one.number,
            tries=one.tries,
            status=one.status,
            seconds=one.seconds,
            why=one.why or None,
        )
        for one in trying.posts_of(hook)
    ]
    return {
        "url": hook.url,
        "shape": hook.shape,
        "secret": hook.secret,
        "fails": hook.fails,
        "why": hook.why or None,
        "rests_until": hook.rest_until,
        "off_at": hook.off_at,
        "posts": posts,
    }


def _shown_of_event(event: Event) -> shapes.EventHookShown:
    row = _of_event(event)
    return shapes.EventHookShown(**_facts(row.hook), entries=row.entries, results=row.results)


def _shown_of_club(club: Club) -> shapes.HookShown:
    return shapes.HookShown(**_facts(_of_club(club).hook))


def _tried(hook: Hook, by: User) -> shapes.TriedShown:
    found = trying.try_now(hook, by)
    return shapes.TriedShown(arrived=found.arrived, status=found.status, says=found.sentence)


@events.get(
    "/{event_id}/webhook",
    auth=needs(DIRECT),
    response=shapes.EventHookShown,
    summary="The webhook of an event",
    operation_id="get_event_webhook",
)
def see_event(request: HttpRequest, event_id: Key) -> shapes.EventHookShown:
    """Where the event announces, how that fares, and what came of the last posts."""
    return _shown_of_event(led(event_id, player_of(request)))


@events.put(
    "/{event_id}/webhook",
    auth=needs(DIRECT),
    response=shapes.EventHookShown,
    summary="Set the webhook of an event",
    operation_id="set_event_webhook",
)
def set_event(request: HttpRequest, event_id: Key, made: shapes.EventHookSent) -> shapes.EventHookShown:
    """Let the event announce there from now on. With another address it begins anew; the secret stays."""
    player = player_of(request)
    event = led(event_id, player)
    url = HookField().clean(made.url)
    spending.spend("event lead", player)
    of_events.choose(event, player, url, made.shape, entries=made.entries, results=made.results)
    return _shown_of_event(event)


@events.delete(
    "/{event_id}/webhook",
    auth=needs(DIRECT),
    response={204: None},
    summary="Take the webhook of an event away",
    operation_id="delete_event_webhook",
)
def delete_event(request: HttpRequest, event_id: Key) -> Status[None]:
    """Nothing is posted there any more. It is no mistake where there was none."""
    player = player_of(request)
    event = led(event_id, player)
    spending.spend("event lead", player)
    of_events.choose(event, player, "", Hook.Shape.PLAIN)
    return Status(204, None)


@events.post(
    "/{event_id}/webhook/test",
    auth=needs(DIRECT),
    response=shapes.TriedShown,
    summary="Test the webhook of an event",
    operation_id="test_event_webhook",
)
def try_event(request: HttpRequest, event_id: Key) -> shapes.TriedShown:
    """Post a test now; what came of it is the answer. It counts as no failure of the webhook."""
    player = player_of(request)
    return _tried(_of_event(led(event_id, player)).hook, player)


@events.post(
    "/{event_id}/webhook/on",
    auth=needs(DIRECT),
    response=shapes.EventHookShown,
    summary="Switch the webhook of an event on again",
    operation_id="switch_on_event_webhook",
)
def switch_on_event(request: HttpRequest, event_id: Key) -> shapes.EventHookShown:
    """Post there again, after it had failed too often. What was not posted meanwhile is not made up for."""
    event = led(event_id, player_of(request))
    trying.switch_on(_of_event(event).hook)
    return _shown_of_event(event)


@clubs.get(
    "/{slug}/webhook",
    auth=needs(DIRECT),
    response=shapes.HookShown,
    summary="The webhook of a club",
    operation_id="get_club_webhook",
)
def see_club(request: HttpRequest, slug: Slug) -> shapes.HookShown:
    """Where the club announces, how that fares, and what came of the last posts."""
    return _shown_of_club(_led_club(slug, player_of(request)))


@clubs.put(
    "/{slug}/webhook",
    auth=needs(DIRECT),
    response=shapes.HookShown,
    summary="Set the webhook of a club",
    operation_id="set_club_webhook",
)
def set_club(request: HttpRequest, slug: Slug, made: shapes.HookSent) -> shapes.HookShown:
    """Let the club announce there from now on. With another address it begins anew; the secret stays."""
    player = player_of(request)
    club = _led_club(slug, player)
    url = HookField().clean(made.url)
    spending.spend("club lead", player)
    of_clubs.choose(club.pk, player, url, made.shape)
    return _shown_of_club(club)


@clubs.delete(
    "/{slug}/webhook",
    auth=needs(DIRECT),
    response={204: None},
    summary="Take the webhook of a club away",
    operation_id="delete_club_webhook",
)
def delete_club(request: HttpRequest, slug: Slug) -> Status[None]:
    """Nothing is posted there any more. It is no mistake where there was none."""
    player = player_of(request)
    club = _led_club(slug, player)
    spending.spend("club lead", player)
    of_clubs.choose(club.pk, player, "", Hook.Shape.PLAIN)
    return Status(204, None)


@clubs.post(
    "/{slug}/webhook/test",
    auth=needs(DIRECT),
    response=shapes.TriedShown,
    summary="Test the webhook of a club",
    operation_id="test_club_webhook",
)
def try_club(request: HttpRequest, slug: Slug) -> shapes.TriedShown:
    """Post a test now; what came of it is the answer. It counts as no failure of the webhook."""
    player = player_of(request)
    return _tried(_of_club(_led_club(slug, player)).hook, player)


@clubs.post(
    "/{slug}/webhook/on",
    auth=needs(DIRECT),
    response=shapes.HookShown,
    summary="Switch the webhook of a club on again",
    operation_id="switch_on_club_webhook",
)
def switch_on_club(request: HttpRequest, slug: Slug) -> shapes.HookShown:
    """Post there again, after it had failed too often. What was not posted meanwhile is not made up for."""
    club = _led_club(slug, player_of(request))
    trying.switch_on(_of_club(club).hook)
    return _shown_of_club(club)
