"""Find me a match: ask for opponents, see what one waits for, and stop asking."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from ninja import Router, Status

from accounts import spending
from accounts.api.auth import needs, player_of
from accounts.scopes import PLAY, READ
from games.api.shapes_waiting import OpponentsSent, WishShown
from games.models import Wish
from games.seats import automatch

router = Router(tags=["waiting room"])


@router.get("", auth=needs(READ), response=WishShown, summary="What I wait for", operation_id="get_wish")
def wish(request: HttpRequest) -> WishShown:
    """What opponents the site looks for me; `not-found` where it looks for none."""
    found = Wish.objects.filter(player=player_of(request)).first()
    if found is None:
        raise Http404
    return _told(found)


@router.put("", auth=needs(PLAY), response=WishShown, summary="Find me a match", operation_id="make_wish")
def make(request: HttpRequest, wanted: OpponentsSent) -> WishShown:
    """Wait for opponents; matches begin by themselves. What I asked for before is replaced."""
    player = player_of(request)
    spending.spend("seek", player)
    return _told(automatch.wish(player, wanted.games, wanted.clock, wanted.wanted))


@router.delete("", auth=needs(PLAY), response={204: None}, summary="Stop waiting", operation_id="drop_wish")
def drop(request: HttpRequest) -> Status[None]:
    """Let the site look no further."""
    automatch.forget(player_of(request))
    return Status(204, None)


def _told(found: Wish) -> WishShown:
    return WishShown(games=found.codes, clock=found.clock, wanted=found.wanted, since=found.since)
