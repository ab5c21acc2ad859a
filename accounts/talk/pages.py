"""The page of any room, and the report of what was said there: each app has addresses for its own rooms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any, Concatenate, ParamSpec, cast

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django.views.decorators.vary import vary_on_headers

from accounts import spending
from accounts.models import User
from accounts.moderation.muting import MayNotWrite
from accounts.moderation.views import take_report
from accounts.once import once
from accounts.talk import rooms
from accounts.talk.rooms import Room
from accounts.talk.words import BadText

P = ParamSpec("P")
Find = Callable[Concatenate[User, P], Room]
"""Finds the room of an address for who asks. Raises Http404 where there is none."""
READ = ("GET", "HEAD", "POST")


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something was not said: a sentence, the status, seconds to wait, and the words, which stay."""

    sentence: str = ""
    status: int = 200
    wait: int = 0
    text: str = ""


def page_of(find: Find[P]) -> Callable[..., HttpResponse]:
    """A view: hear what was said in the room, or say something. Scripts get the part alone."""

    @login_required
    @require_http_methods(READ)
    @never_cache
    @vary_on_headers("HX-Request")
    @once
    @wraps(find)
    def view(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return _page(request, find(cast("User", request.user), *args, **kwargs))

    return view


def report_of(find: Find[P]) -> Callable[..., HttpResponse]:
    """A view: report a remark of the room, with the words as they are now."""

    @login_required
    @require_http_methods(READ)
    @once
    @wraps(find)
    def view(request: HttpRequest, /, remark_id: int, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        player = cast("User", request.user)
        room = find(player, *args, **kwargs)
        try:
            remark = rooms.reported(room, player, remark_id)
        except rooms.NothingSaid as missing:
            raise Http404 from missing
        return take_report(request, cast("User", remark.player), room.around, *rooms.quoted(room, remark))

    return view


def _page(request: HttpRequest, room: Room) -> HttpResponse:
    player = cast("User", request.user)
    reason = room.why_not_read(player)
    if reason:
        return render(request, "403.html", {"sentence": reason, "back": room.around}, status=403)
    refusal = _say(request, room) if request.method == "POST" else Refusal()
    swapped = "HX-Request" in request.headers
    if request.method == "POST" and not refusal.sentence and not swapped:
        return redirect(room.address)
    context = shown(request, room, _before(request), refusal)
    part = "talk/_heard.html" if swapped else "talk/room.html"
    return spending.told(render(request, part, context, status=refusal.status), refusal.wait)


def shown(
    request: HttpRequest, room: Room, before: int | None = None, refusal: Refusal | None = None
) -> dict[str, Any]:
    """What templates/talk/ needs of a room that the player may read."""
    player = cast("User", request.user)
    heard = rooms.heard(room, player, before)
    return {
        "heard": heard,
        "latest": before is None,
        "remarks": [
            (one, room.report_address(one), room.down_address(one, player))
            for one in (heard.said if heard else ())
        ],
        "why_not": rooms.why_not(room, player),
        "refusal": refusal or Refusal(),
        "room": room,
        "channels": [room.channel],
    }


def _say(request: HttpRequest, room: Room) -> Refusal:
    """Say what the form holds."""
    player = cast("User", request.user)
    text = request.POST.get("text", "")
    try:
        rooms.say(room, player, text, request.headers.get("X-Once", ""))
    except BadText as error:
        return Refusal(str(error), 400, text=text)
    except MayNotWrite as error:
        return Refusal(str(error), 403, text=text)
    except spending.TooOften as error:
        return Refusal(str(error), 429, error.retry_after, text)
    return Refusal()


def _before(request: HttpRequest) -> int | None:
    """The remark before which a page of earlier ones ends, as the address names it."""
    number = request.GET.get("before", "")
    return int(number) if number.isdecimal() and number.isascii() and len(number) <= 18 else None
