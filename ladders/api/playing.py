"""What players do in events: enter, withdraw, agree with the others, take a seat over."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from ninja import Router

from accounts import spending
from accounts.api.auth import needs, player_of
from accounts.api.schemas import Key
from accounts.scopes import EVENTS
from ladders.api import shapes
from ladders.api.events import shown, the_event
from ladders.api.shapes import EventShown
from ladders.events import (
    agreeing,
    champions,
    co_leading,
    entries,
    offences,
    postponing,
    substituting,
    teams,
)

router = Router(tags=["events"])


def _done(request: HttpRequest, event_id: int, act: Callable[[], object]) -> EventShown:
    """Do it within the budget of the page, and tell how the event stands then."""
    the_event(event_id)
    spending.spend("event act", player_of(request))
    act()
    return shown(request, event_id)


@router.post(
    "/{event_id}/enter",
    auth=needs(EVENTS, bots=True),
    response=EventShown,
    summary="Enter",
    operation_id="enter_event",
)
def enter(request: HttpRequest, event_id: Key) -> EventShown:
    """Come in, or onto the waiting list. Whoever enters agrees to the `terms` of the event."""
    return _done(request, event_id, lambda: entries.enter(event_id, player_of(request)))


@router.post(
    "/{event_id}/confirm",
    auth=needs(EVENTS, bots=True),
    response=EventShown,
    summary="Confirm",
    operation_id="confirm_entry",
)
def confirm(request: HttpRequest, event_id: Key) -> EventShown:
    """Say that one will be there, or one's team, as the event asks before it begins."""
    return _done(request, event_id, lambda: entries.confirm(event_id, player_of(request)))


@router.post(
    "/{event_id}/decline",
    auth=needs(EVENTS),
    response=EventShown,
    summary="Decline an invitation",
    operation_id="decline_event",
)
def decline(request: HttpRequest, event_id: Key) -> EventShown:
    """Say no to an invitation, or to a place among champions."""
    return _done(request, event_id, lambda: champions.decline(event_id, player_of(request)))


@router.post(
    "/{event_id}/withdraw",
    auth=needs(EVENTS, bots=True),
    response=EventShown,
    summary="Withdraw",
    operation_id="withdraw_from_event",
)
def withdraw(request: HttpRequest, event_id: Key) -> EventShown:
    """Leave before it begins; while it runs what is still to play is lost, and nobody comes back."""
    return _done(request, event_id, lambda: champions.leave(event_id, player_of(request)))


@router.post(
    "/{event_id}/leave-team",
    auth=needs(EVENTS),
    response=EventShown,
    summary="Leave my team",
    operation_id="leave_team",
)
def leave_team(request: HttpRequest, event_id: Key) -> EventShown:
    """Leave the team that one has joined; it plays on while two of its members remain."""
    return _done(request, event_id, lambda: teams.leave_mine(event_id, player_of(request)))


@router.post(
    "/{event_id}/rest",
    auth=needs(EVENTS, bots=True),
    response=EventShown,
    summary="Rest, or come back",
    operation_id="rest_in_event",
)
def rest(request: HttpRequest, event_id: Key, made: shapes.RestSent) -> EventShown:
    """In an arena: be given no match for now, or be there again."""
    player = player_of(request)
    return _done(request, event_id, lambda: entries.rest(event_id, player, resting=made.resting))


@router.post(
    "/{event_id}/postpone",
    auth=needs(EVENTS),
    response=EventShown,
    summary="Agree to postpone",
    operation_id="agree_to_postpone",
)
def postpone(request: HttpRequest, event_id: Key) -> EventShown:
    """Agree that the round ends a week later; it does when everybody who is asked has agreed."""
    return _done(request, event_id, lambda: postponing.agree(event_id, player_of(request)))


@router.post(
    "/{event_id}/end",
    auth=needs(EVENTS),
    response=EventShown,
    summary="Agree to end it",
    operation_id="agree_to_end",
)
def end(request: HttpRequest, event_id: Key, made: shapes.EndSent) -> EventShown:
    """Agree to end the event now, or do so no more; it ends when everybody who is still in agrees."""
    return _done(request, event_id, lambda: agreeing.say(event_id, player_of(request), ends=made.agree))


@router.post(
    "/{event_id}/matches-wanted",
    auth=needs(EVENTS),
    response=EventShown,
    summary="Say how many matches",
    operation_id="want_matches",
)
def want(request: HttpRequest, event_id: Key, made: shapes.WishSent) -> EventShown:
    """Among champions: say how many matches one wants. It is what all want, if they agree."""
    return _done(request, event_id, lambda: champions.want(event_id, player_of(request), made.matches))


@router.post(
    "/{event_id}/substitute",
    auth=needs(EVENTS),
    response=EventShown,
    summary="Take a seat over, or not",
    operation_id="answer_substitution",
)
def substitute(request: HttpRequest, event_id: Key, made: shapes.AnswerSent) -> EventShown:
    """Answer a director who asks one to take over somebody's seat, with all that runs of it."""
    answer = substituting.accept if made.accept else substituting.decline
    return _done(request, event_id, lambda: answer(event_id, player_of(request)))


@router.post(
    "/{event_id}/lead",
    auth=needs(EVENTS),
    response=EventShown,
    summary="Lead an event, too, or not",
    operation_id="answer_lead",
)
def lead(request: HttpRequest, event_id: Key, made: shapes.AnswerSent) -> EventShown:
    """Answer an organiser who asks one to lead the event beside them."""
    answer = co_leading.accept if made.accept else co_leading.decline
    return _done(request, event_id, lambda: answer(event_id, player_of(request)))


@router.post(
    "/{event_id}/appeal",
    auth=needs(EVENTS),
    response=EventShown,
    summary="Appeal",
    operation_id="appeal_in_event",
)
def appeal(request: HttpRequest, event_id: Key, made: shapes.AppealSent) -> EventShown:
    """Object to a warning or a disqualification, once."""
    return _done(request, event_id, lambda: offences.appeal(event_id, player_of(request), made.text))
