"""Events made and changed by who may, with the form of the page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from ninja import Status

from accounts.api.auth import needs, player_of
from accounts.api.me import invalid
from accounts.api.problems import Problem
from accounts.api.schemas import Key
from accounts.scopes import DIRECT
from games.rules import RULES
from ladders.api import events
from ladders.api.leading import led
from ladders.api.shapes_making import EventChange, EventMade, EventSent
from ladders.events import organising
from ladders.events.event_forms import OPTIONS, EventForm
from ladders.models import Club, Event
from ladders.models.clubs import PLAIN, slug_of

router = events.router  # an address has all of its methods from one router
YEARS = range(2000, 2200)


@router.post(
    "",
    auth=needs(DIRECT),
    response={201: EventMade},
    tags=["leading"],
    summary="Make an event",
    operation_id="make_event",
)
def make(request: HttpRequest, made: EventSent) -> Status[EventMade]:
    """Prepare an event, where I am permitted to. Nobody sees it before it is opened (decision `open`)."""
    player, club = player_of(request), _club(made.club)
    organising.must_be_permitted(player, club)
    form = _filled(made, Event())
    return Status(201, _made(organising.make(form, player, club)))


@router.patch(
    "/{event_id}",
    auth=needs(DIRECT),
    response=EventMade,
    tags=["leading"],
    summary="Change an event",
    operation_id="change_event",
)
def change(request: HttpRequest, event_id: Key, change: EventChange) -> EventMade:
    """Change what nobody has agreed to yet of an event that I lead."""
    player = player_of(request)
    event = led(event_id, player)
    form = _filled(change, event)
    organising.change(form, event, player)
    return _made(event)


def _club(said: str | None) -> Club | None:
    """The club for whose members it is. Raises Http404."""
    if not said:
        return None
    return get_object_or_404(Club, slug=slug_of(said) if PLAIN.fullmatch(said) else "", closed_at=None)


def _filled(sent: EventChange, event: Event) -> EventForm:
    """The page's form as it stands, but for what is sent. Raises Problem."""
    blank = EventForm(instance=event)
    given = _given(sent, event)
    fixed = sorted(name for name in given if blank.fields[name].disabled)
    if fixed:
        told = {"fields": ", ".join(name.partition("_")[2] if name in OPTIONS else name for name in fixed)}
        sentence = _("Players have entered on these terms, so this stays as it is: %(fields)s.") % told
        raise Problem(409, "agreed-to", sentence)
    stands = {name: blank[name].value() for name in blank.fields}
    data = {f"{blank.prefix}-{name}": value for name, value in (stands | given).items() if value is not None}
    form = EventForm({name: value for name, value in data.items() if value is not False}, instance=event)
    if not form.is_valid():
        raise invalid(form)
    return form


def _given(sent: EventChange, event: Event) -> dict[str, Any]:
    """What was sent, by the names of the form's fields. Raises Problem."""
    given = sent.model_dump(exclude_none=True, exclude={"game", "options", "club"})
    code = sent.game or event.code
    if sent.game is not None:
        given["code"] = sent.game
    for name, value in (sent.options or {}).items():
        field = f"{code}_{name}"
        if field not in OPTIONS:
            said = _("%(game)s has no option “%(name)s”.") % {"game": RULES[code].name, "name": name}
            raise Problem(422, "invalid", said)
        given[field] = value
    if sent.begins_at is not None:
        if sent.begins_at.year not in YEARS:
            raise Problem(422, "invalid", _("That is no day on which an event could begin."))
        given["begins_at"] = sent.begins_at.isoformat()
    return given


def _made(event: Event) -> EventMade:
    locked = [name if name != "code" else "game" for name in EventForm.AGREED] if event.agreed_to else []
    return EventMade(
        id=event.pk,
        name=event.name,
        status=event.status,
        format=event.format,
        game=event.code,
        options=event.options,
        locked=locked,
    )
