"""Who reads from a copy: whoever looks at a public page and has sent nothing for some seconds.

Who has just sent a form sees what came of it: a cookie with no meaning but that keeps them with the primary
for longer than a copy may be behind. So does what a page asks for by itself when it hears that something
changed, and whatever a copy does not answer well is asked of the primary once more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import resolve

from boatzee_site import errors
from boatzee_site.copies import lag
from boatzee_site.copies.leader import LEADER
from boatzee_site.copies.pages import COPIED, SHOWN
from statements import reading

Answer = Callable[[HttpRequest], HttpResponse]
SAFE = ("GET", "HEAD")
BY_ITSELF = ("X-Asked-By", "HX-Request")
"""Headers of what a page's scripts ask for (static/js/line.js, send.js, hint.js)."""
PIN = "__Host-sent" if settings.HTTPS else "sent"
PINNED = 10
"""Seconds: more than a copy may be behind (leader.MOST), with room for a page that takes long."""


@dataclass(frozen=True, slots=True)
class Mending:
    """There is no primary. `signed_in`: whether the visitor came with a session, which cannot be read."""

    signed_in: bool


class Copies:
    """Middleware, before sessions: keeps who has sent something with the primary, asks it again where a copy
    did not answer well, and shows public pages while there is none.
    """

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on, or an equal one."""
        LEADER.watch()
        if request.method not in SAFE:
            return _pinned(self.get_response(request))
        if LEADER.gone and _may_be_shown(request):
            return self._mending(request) or errors.unreachable(request)
        first = _equal(request)
        response = self.get_response(request)
        if response.status_code >= 400 and getattr(request, "copied", False):
            request.resolver_match = None
            again: Any = _equal(first)
            again.from_primary = True
            response = self.get_response(again)
            request.resolver_match = again.resolver_match
        if getattr(response, "lost", False) and _may_be_shown(request):
            return self._mending(first) or response
        return response

    def _mending(self, request: HttpRequest) -> HttpResponse | None:
        """The page as a visitor sees it, who has no session; none where it cannot be shown.

        What is missing, or not for all, may be there for this one: nobody can say.
        """
        if not lag.near_enough(mending=True):
            return None
        shown: Any = _equal(request)
        session = shown.COOKIES.pop(settings.SESSION_COOKIE_NAME, None)
        shown.mending = Mending(session is not None)
        with reading.apart():
            reading.turn_to_copy()
            response = self.get_response(shown)
        request.resolver_match = shown.resolver_match  # by which the answer is counted
        if response.status_code >= 400:
            return None
        response["Cache-Control"] = "no-store"
        return response


class Turned:
    """Middleware, the last of all: the views of `COPIED` read from a copy that is near enough."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on; what is done after the view is the primary's again."""
        with reading.apart():
            return self.get_response(request)

    def process_view(
        self, request: Any, view: Callable[..., HttpResponse], args: object, kwargs: object
    ) -> None:
        """Turn to the copy, if this request may read from it."""
        asks = request.method in SAFE and request.resolver_match.view_name in COPIED
        if asks and not _stays(request) and lag.near_enough():
            request.copied = True
            reading.turn_to_copy()


def _stays(request: Any) -> bool:
    """Whether this one is the primary's, or was turned to the copy before."""
    decided = hasattr(request, "from_primary") or hasattr(request, "mending")
    return decided or PIN in request.COOKIES or _by_itself(request)


def _by_itself(request: HttpRequest) -> bool:
    return any(name in request.headers for name in BY_ITSELF)


def _may_be_shown(request: HttpRequest) -> bool:
    """Whether it is a page for everybody. A page that is open is left as it is: it looks again by itself."""
    if _by_itself(request):
        return False
    try:
        return resolve(request.path_info).view_name in SHOWN
    except Http404:
        return False


def _pinned(response: HttpResponse) -> HttpResponse:
    """Whoever sends something that is not refused sees what came of it."""
    if response.status_code < 400:
        response.set_cookie(
            PIN, "1", max_age=PINNED, secure=settings.HTTPS, httponly=True, samesite="Lax", path="/"
        )
    return response


def _equal(request: HttpRequest) -> HttpRequest:
    """The same request, of which nothing was asked yet: it can go its way even where this one has."""
    made = type(request).__new__(type(request))
    made.__dict__ |= {**request.__dict__, "META": dict(request.META), "COOKIES": dict(request.COOKIES)}
    return made
