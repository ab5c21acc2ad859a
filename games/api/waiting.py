"""The waiting room: matches open to whoever comes first, and those behind a private link."""

from __future__ import annotations

from typing import Annotated, cast

from django.http import Http404, HttpRequest
from ninja import Path, Router, Status

from accounts import spending
from accounts.api.auth import anybody, needs, player_of
from accounts.api.schemas import Key
from accounts.models import User
from accounts.scopes import PLAY, READ
from games.api import laying
from games.api.shapes import Pace
from games.api.shapes_laying import OpenSent
from games.api.shapes_waiting import Behind, Joined, JoinSent, OpenMatches, OpenShown
from games.models import Seek
from games.seats import queries
from games.seats import waiting as open_matches

router = Router(tags=["waiting room"])
Token = Annotated[str, Path(min_length=1, max_length=40, description="The last part of the private link.")]


@router.get(
    "", auth=anybody(READ), response=OpenMatches, summary="The waiting room", operation_id="list_open_matches"
)
def room(request: HttpRequest) -> OpenMatches:
    """Open matches that I may join, and all that I am in; without a token what is open to all who sign up."""
    viewer = _viewer(request)
    return OpenMatches(items=[_told(one, viewer) for one in queries.open_seeks(viewer)])


@router.post(
    "", auth=needs(PLAY), response={201: OpenShown}, summary="Open a match", operation_id="open_match"
)
def make(request: HttpRequest, wanted: OpenSent) -> Status[OpenShown]:
    """Open a match to whoever comes first, or to who has its private link. It waits for fourteen days."""
    player = player_of(request)
    laying.filled(
        player,
        wanted,
        whom="link" if wanted.private else "anybody",
        players=wanted.players,
        lowest=wanted.lowest,
        highest=wanted.highest,
    )
    spending.spend("seek", player)
    made = open_matches.seek(
        player,
        wanted.players,
        *laying.game_of(wanted),
        private=wanted.private,
        rated=wanted.rated,
        whom=open_matches.Whom(wanted.lowest, wanted.highest, wanted.buddies_only),
    )
    return Status(201, _told(made, player))


@router.get(
    "/link/{token}",
    auth=anybody(READ),
    response=Behind,
    summary="Behind a private link",
    operation_id="get_open_match_by_link",
)
def link(request: HttpRequest, token: Token) -> Behind:
    """The open match of a private link, or the match that it has become, for who plays in it."""
    viewer, found = _viewer(request), queries.seek_by_link(token)
    begun = queries.match_by_link(token, viewer) if viewer and found is None else None
    if found is None and begun is None:
        raise Http404
    return Behind(open=_told(found, viewer, by_link=True) if found else None, match=begun)


@router.post(
    "/{open_id}/join",
    auth=needs(PLAY),
    response=Joined,
    summary="Join an open match",
    operation_id="join_open_match",
)
def join(request: HttpRequest, open_id: Key, wanted: JoinSent) -> Joined:
    """Sit down. The last who is wanted begins the match."""
    player = player_of(request)
    spending.spend("join", player)
    match = open_matches.join(open_id, player, wanted.token)
    return Joined(match=match.pk if match else None)


@router.post(
    "/{open_id}/leave",
    auth=needs(PLAY),
    response={204: None},
    summary="Leave an open match",
    operation_id="leave_open_match",
)
def leave(request: HttpRequest, open_id: Key) -> Status[None]:
    """Stand up before it begins. If I opened it, it is taken back."""
    player = player_of(request)
    spending.spend("join", player)
    open_matches.leave(open_id, player)
    return Status(204, None)


def _viewer(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def _told(found: Seek, viewer: User | None, *, by_link: bool = False) -> OpenShown:
    """An open match. Its link is told to who is in, or has it. One query, unless `open_seeks` has read it."""
    waiters = found.waiters
    joined = viewer is not None and any(one.pk == viewer.pk for one in waiters)
    return OpenShown(
        id=found.pk,
        game=found.code,
        options=found.options,
        pace=cast("Pace", str(found.pace)),
        clock=found.clock,
        rated=found.rated,
        players=found.players,
        waiting=[one.username for one in waiters],
        lowest=found.lowest,
        highest=found.highest,
        buddies_only=found.buddies_only,
        mine=viewer is not None and found.maker_id == viewer.pk,
        joined=joined,
        token=(found.token or None) if joined or by_link else None,
        expires_at=found.expires_at,
    )
