"""Events as who leads them decides about them: the director's desk, and every decision."""

from __future__ import annotations

from typing import Annotated, Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import Query, Router

from accounts.api import pages
from accounts.api.auth import needs, player_of
from accounts.api.me import invalid
from accounts.api.pages import Cursor, Limit
from accounts.api.problems import Problem
from accounts.api.schemas import Key
from accounts.models import User
from accounts.scopes import DIRECT
from ladders.api import shapes_leading as shapes
from ladders.api import told
from ladders.events import arranging, decisions, desk, leaders, leading, seeding
from ladders.events.decision import Decision
from ladders.events.match_forms import DRAW, ChooseForm
from ladders.models import Event

router = Router(tags=["leading"])
BESIDE = {"adjudicate": ("places",), "correct": ("places", "absent"), "extend": ("days", "whole_round")}
"""What decisions about a match ask for beside which it is, and why."""


def led(event_id: int, player: User) -> Event:
    """An event that the player leads. Raises Problem; of one in preparation others learn nothing."""
    event = Event.objects.select_related("organiser", "club").filter(pk=event_id).first()
    if event is None or not leaders.may_lead(player, event):
        if event is None or event.status == Event.Status.DRAFT:
            raise Problem(404, "not-found", _("There is nothing here, or not for you."))
        raise Problem(403, "not-leading", _("Only those who lead this event can decide about it."))
    return event


@router.get(
    "/{event_id}/desk",
    auth=needs(DIRECT),
    response=shapes.DeskShown,
    summary="The director's desk",
    operation_id="get_desk",
)
def at_desk(request: HttpRequest, event_id: Key) -> shapes.DeskShown:
    """An event that the player leads, and what can be decided about it now."""
    player = player_of(request)
    event = led(event_id, player)
    arranged = arranging.set_for(event, arranging.next_round(event))
    words = arranging.said(arranged)
    return shapes.DeskShown(
        event=told.event(event, player),
        trouble=event.trouble or None,
        decisions=[_decision(event, one) for one in leading.open_to(player, event) if one.word != "preview"],
        directors=[
            shapes.DirectorShown(id=one.pk, name=one.player.get_username(), accepted=one.accepted)
            for one in leaders.shown(event)
        ],
        arranged=[
            shapes.ArrangementShown(id=one.pk, says=said) for one, said in zip(arranged, words, strict=True)
        ],
        preview=seeding.preview(event) if event.status == Event.Status.OPEN else [],
    )


def _decision(event: Event, one: Decision) -> shapes.DecisionShown:
    return shapes.DecisionShown(
        word=one.word,
        name=str(one.name),
        means=str(one.means),
        asks_for=_asked(event, one),
        about_matches=one.match or None,
        foreseen=one.foreseen,
        undo=str(one.undo) or None,
        for_good=one.for_good,
    )


def _asked(event: Event, one: Decision) -> list[str]:
    """The fields of what is sent."""
    if one.match:
        return ["fixture", *BESIDE.get(one.word, ()), "why"]
    return list(leading.form_for(event, one.word, None).fields)


@router.get(
    "/{event_id}/desk/matches",
    auth=needs(DIRECT),
    response=shapes.DeskMatches,
    summary="Matches on the desk",
    operation_id="list_desk_matches",
)
def matches(
    request: HttpRequest,
    response: HttpResponse,
    event_id: Key,
    show: Annotated[shapes.Show, Query(description="Those that run, need a hand, or are over.")] = "running",
    limit: Limit = 20,
    cursor: Cursor = None,
) -> shapes.DeskMatches:
    """The event's matches as who leads sees them. Hidden cards stay hidden from directors, too."""
    player, beyond = player_of(request), pages.beyond(cursor)
    event = led(event_id, player)
    staff = leaders.is_staff(player)
    found, last = desk.matches_after(event, show, beyond, limit, staff=staff)
    after = pages.written(last) if last else None
    items = [_match(one) for one in found]
    return shapes.DeskMatches(items=items, next=pages.link(request, response, after))


def _match(game: desk.Game) -> shapes.DeskMatch:
    sitting = [
        shapes.SittingShown(
            name=one.name, total=one.total, to_move=one.to_move, place=one.place, reported=one.reported
        )
        for one in game.sitting
    ]
    return shapes.DeskMatch(
        fixture=game.fixture.pk,
        match=game.fixture.match_id,
        round=game.fixture.round,
        sitting=sitting,
        hidden=game.hides,
        deadline=game.deadline,
        late=game.late,
        soon=game.soon,
        by_hand=game.adjudicated,
    )


@router.post(
    "/{event_id}/decisions/{word}/foreseen",
    auth=needs(DIRECT),
    response=shapes.ForeseenShown,
    summary="What a decision would change",
    operation_id="foresee_decision",
)
def foresee(
    request: HttpRequest, event_id: Key, word: shapes.Word, made: shapes.DecisionSent
) -> shapes.ForeseenShown:
    """Ask what a decision would change before it is taken. Nothing is done."""
    player = player_of(request)
    event, given = _given(event_id, player, word, made)
    if not decisions.DECISIONS[word].foreseen:
        raise Problem(409, "not-foreseen", _("There is no preview of this decision."))
    return shapes.ForeseenShown(changes=leading.foresee(event, word, given, player))


@router.post(
    "/{event_id}/decisions/{word}",
    auth=needs(DIRECT),
    response=shapes.DecidedShown,
    summary="Decide",
    operation_id="take_decision",
)
def decide(
    request: HttpRequest, event_id: Key, word: shapes.Word, made: shapes.DecisionSent
) -> shapes.DecidedShown:
    """Take a decision. Everybody can read in the event's log who has taken it, and why.

    Nobody decides about a match or a section of their own.
    """
    player = player_of(request)
    event, given = _given(event_id, player, word, made)
    try:
        new = leading.decide(event, word, given, player)
    except ValueError as error:
        if type(error) is not ValueError:
            raise
        raise Problem(409, "not-now", str(error)) from error
    event.refresh_from_db(fields=["status"])
    return shapes.DecidedShown(event=event.pk, status=event.status, made=new.pk if new else None)


def _given(event_id: int, player: User, word: str, made: shapes.DecisionSent) -> tuple[Event, dict[str, Any]]:
    """The event, and what the form of the desk makes of what was sent. Raises Problem."""
    event, decision = led(event_id, player), decisions.DECISIONS[word]
    if not leading.may(player, event, decision):
        staff, own = _("Only staff decide about this."), _("This is for others who lead the event.")
        raise Problem(403, "not-yours-to-decide", staff if decision.staff else own)
    if not leading.is_open(player, event, decision):
        raise Problem(409, "not-now", _("This cannot be decided now."))
    form = leading.form_for(event, word, _filled(made), made.fixture)
    _must_fit(form, made)
    return event, dict(form.cleaned_data)


def _filled(made: shapes.DecisionSent) -> dict[str, Any]:
    """What was sent, as the forms of the desk have it."""
    given: dict[str, Any] = made.model_dump(exclude_none=True, exclude={"places", "players", "order"})
    if made.players is not None:
        given["players"] = ", ".join(made.players)
    if made.order is not None:
        given["order"] = "\n".join(made.order)
    if made.places is not None:
        given |= {f"place_{seat}": place for seat, place in enumerate(made.places)}
        if len(made.places) == 2:
            one, other = made.places
            given["winner"] = DRAW if one == other else str(int(other < one))
    return given


def _must_fit(form: forms.Form, made: shapes.DecisionSent) -> None:
    """Refuse what the form of the desk refuses, and what it would not even look at. Raises Problem."""
    if isinstance(form, ChooseForm):  # no match that it could be about is named
        raise invalid(form)
    known = {"winner", *(f"place_{seat}" for seat in range(10))}
    asked = {"places" if name in known else name for name in form.fields}
    sent = made.model_dump(exclude_none=True)
    beside = sorted(set(sent) - asked - {"why"})
    seats = len(getattr(form, "names", ()))
    if made.places is not None and "places" in asked and len(made.places) != seats:
        form.add_error(None, _("Give each seat its place."))
    if made.order is None and "order" in asked:
        form.add_error(None, _("Send the order, or an empty one to leave it to ratings."))
    for name in beside:
        form.add_error(None, _("This decision takes no “%(name)s”.") % {"name": name})
    if not form.is_valid():
        raise invalid(form)
