"""Teams: made, joined, put in order and left."""

from __future__ import annotations

from django.http import HttpRequest
from django.shortcuts import get_object_or_404
from ninja import Router, Status

from accounts import spending
from accounts.api.auth import anybody, needs, player_of
from accounts.api.me import invalid
from accounts.api.schemas import Key
from accounts.scopes import EVENTS, READ
from ladders.api.events import the_event
from ladders.api.shapes_making import MemberShown, OrderSent, TeamSent, TeamShown
from ladders.events import teams
from ladders.events.team_forms import OrderForm, TeamForm
from ladders.models import Event, Team

of_events = Router(tags=["events"])
router = Router(tags=["events"])


@of_events.post(
    "/{event_id}/teams",
    auth=needs(EVENTS),
    response={201: TeamShown},
    summary="Make a team",
    operation_id="make_team",
)
def make(request: HttpRequest, event_id: Key, made: TeamSent) -> Status[TeamShown]:
    """Make a team for an event and ask the others. It is in once all have joined. I agree to the `terms`."""
    player, event = player_of(request), the_event(event_id)
    form = TeamForm({"name": made.name, "others": ", ".join(made.others)}, player=player)
    if not form.is_valid():
        raise invalid(form)
    spending.spend("team", player)
    team = teams.make_team(event.pk, player, form.cleaned_data["name"], form.named)
    return Status(201, _shown(team.pk))


@router.get("/{team_id}", auth=anybody(READ), response=TeamShown, summary="A team", operation_id="get_team")
def team(request: HttpRequest, team_id: Key) -> TeamShown:
    """A team, in the order in which its members play."""
    return _shown(team_id)


@router.post(
    "/{team_id}/join", auth=needs(EVENTS), response=TeamShown, summary="Join a team", operation_id="join_team"
)
def join(request: HttpRequest, team_id: Key) -> TeamShown:
    """Join a team that I am asked to; it is in once everybody has. I agree to the `terms` of its event."""
    known = _known(team_id)
    spending.spend("event act", player_of(request))
    teams.accept(known.pk, player_of(request))
    return _shown(team_id)


@router.post(
    "/{team_id}/leave",
    auth=needs(EVENTS),
    response={204: None},
    summary="Leave a team",
    operation_id="leave_one_team",
)
def leave(request: HttpRequest, team_id: Key) -> Status[None]:
    """Leave a team of mine, or say no to one that asks me."""
    known = _known(team_id)
    spending.spend("event act", player_of(request))
    teams.leave(known.pk, player_of(request))
    return Status(204, None)


@router.post(
    "/{team_id}/order",
    auth=needs(EVENTS),
    response=TeamShown,
    summary="Put a team in order",
    operation_id="order_team",
)
def order(request: HttpRequest, team_id: Key, made: OrderSent) -> TeamShown:
    """Say in which order a team plays of which I am the captain, before its event begins."""
    known = _known(team_id)
    spending.spend("event act", player_of(request))
    form = OrderForm({"order_of": ", ".join(made.members)}, team=known)
    if not form.is_valid():
        raise invalid(form)
    teams.reorder(known.pk, player_of(request), form.order)
    return _shown(team_id)


def _known(team_id: int) -> Team:
    """A team of an event that everybody may see. Raises Http404."""
    shown = Team.objects.select_related("event", "captain").exclude(event__status=Event.Status.DRAFT)
    return get_object_or_404(shown, pk=team_id)


def _shown(team_id: int) -> TeamShown:
    found = _known(team_id)
    members = found.members.select_related("player").filter(left=False)
    return TeamShown(
        id=found.pk,
        event=found.event_id,
        name=found.name,
        captain=found.captain.get_username() if found.captain else None,
        members=[
            MemberShown(name=one.player.get_username() if one.player else None, accepted=one.accepted)
            for one in members
        ],
    )
