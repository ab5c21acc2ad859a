"""What players settle around a table of theirs: lost time, standing orders, what is taken back or put off."""

from __future__ import annotations

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Router, Status

from accounts.api.auth import needs, player_of
from accounts.api.schemas import Key
from accounts.scopes import PLAY, READ
from games.api import told
from games.api.shapes import TableShown, VersionSent
from games.api.shapes_laying import OrdersSent, OrdersShown, PinSent
from games.match import clocks, mine, play, practising, seen
from games.match import orders as standing
from games.rules.orders import Orders

router = Router(tags=["matches"])


@router.post(
    "/{match_id}/claim",
    auth=needs(PLAY, bots=True),
    response=TableShown,
    summary="Claim a win on time",
    operation_id="claim_match",
)
def claim(request: HttpRequest, match_id: Key, made: VersionSent) -> TableShown:
    """Take the win from an opponent whose time is up. To wait needs nothing."""
    return told.left(clocks.claim(match_id, player_of(request), made.version), request.user)


@router.post(
    "/{match_id}/grant",
    auth=needs(PLAY, bots=True),
    response=TableShown,
    summary="Grant a day",
    operation_id="grant_day",
)
def grant(request: HttpRequest, match_id: Key, made: VersionSent) -> TableShown:
    """Give an opponent whose time is up another 24 hours. To wait needs nothing."""
    return told.left(clocks.grant(match_id, player_of(request), made.version), request.user)


@router.post(
    "/{match_id}/take-back",
    auth=needs(PLAY),
    response=TableShown,
    summary="Take a choice back",
    operation_id="take_back",
)
def take_back(request: HttpRequest, match_id: Key, made: VersionSent) -> TableShown:
    """Go back to before my last choice, where I practise: alone or against robots, and for no rating."""
    return told.left(practising.take_back(match_id, player_of(request), made.version), request.user)


@router.get(
    "/{match_id}/orders",
    auth=needs(READ),
    response=OrdersShown,
    summary="My standing orders",
    operation_id="get_orders",
)
def orders(request: HttpRequest, match_id: Key) -> OrdersShown:
    """What I have ordered at a match of mine, seen by nobody else."""
    return _orders(request, match_id)


@router.put(
    "/{match_id}/orders",
    auth=needs(PLAY, bots=True),
    response=OrdersShown,
    summary="Give standing orders",
    operation_id="give_orders",
)
def give_orders(request: HttpRequest, match_id: Key, wanted: OrdersSent) -> OrdersShown:
    """Let these be my orders from now on, instead of what I had ordered; none of them is allowed, too.

    What they do already is done soon after.
    """
    standing.give(match_id, player_of(request), Orders(wanted.roll, wanted.bank))
    return _orders(request, match_id)


@router.post(
    "/{match_id}/pin",
    auth=needs(PLAY, bots=True),
    response={204: None},
    summary="Pin a match",
    operation_id="pin_match",
)
def pin(request: HttpRequest, match_id: Key, wanted: PinSent) -> Status[None]:
    """Keep a match on top of my list, or no more."""
    mine.pin(match_id, player_of(request), pinned=wanted.pinned)
    return Status(204, None)


@router.post(
    "/{match_id}/later",
    auth=needs(PLAY, bots=True),
    response={204: None},
    summary="Put a match off",
    operation_id="put_match_off",
)
def put_off(request: HttpRequest, match_id: Key) -> Status[None]:
    """Let all others that wait for me come before this one, until I move there."""
    mine.put_off(match_id, player_of(request))
    return Status(204, None)


def _orders(request: HttpRequest, match_id: int) -> OrdersShown:
    match, seats, own = seen.known(match_id, request.user)
    if own is None:
        raise play.NotSeated(_("You are not playing in this match."))
    given, why = Orders.load(own.orders), standing.why_none(match, seats)
    return OrdersShown(roll=given.roll, bank=given.bank, may_order=not why, why_not=why or None)
