"""What a stream to a program is: a look that is taken again and again, and events that say what it found.

Operations decide who may open one, as they do of everything else; the stream processes, which call them too,
carry it (boatzee_site.streaming). A web process holds no lines, and says where to ask.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, StreamingHttpResponse
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from ninja import Header

from accounts import bell
from accounts.api.auth import needs, player_of
from accounts.api.problems import Problem
from accounts.models import User

END = "end"
"""The event after which a stream closes; its `code` says why."""
LONGEST = 60
Last = Annotated[
    str | None,
    Header(
        alias="Last-Event-ID",
        max_length=LONGEST,
        description="The `id` of the last event that was read: what came after it is told first.",
    ),
]


class Told(NamedTuple):
    """An event: its name, by which one comes back behind it, and a few values to look it up by."""

    event: str
    id: str
    data: Mapping[str, Any]

    def written(self) -> str:
        """As server-sent events are written."""
        number = f"id: {self.id}\n" if self.id else ""
        return f"{number}event: {self.event}\ndata: {json.dumps(self.data)}\n\n"


def ended(problem: Problem) -> Told:
    """The end of a stream for this reason."""
    return Told(END, "", {"code": problem.code, "detail": problem.detail})


class Look:
    """What one stream looks at. `channels` are those on which it hears that there may be something new, and
    `visitor` is for whom it is counted, together with open pages.

    Whether the token still holds is asked with every look: nothing is told to who is let in no longer.
    """

    channels: Sequence[str] = ()

    def __init__(self, request: HttpRequest, scope: str) -> None:
        self._request, self._guard = request, needs(scope)
        player = player_of(request).pk
        self.visitor, self.programs = f"player-{player}", bell.of_programs(player)

    def player(self) -> User:
        """Who looks. Raises Problem where that is nobody any more."""
        return self._guard.let_in(self._request)[0]

    def opening(self) -> list[Told]:
        """What is said first. Raises whatever the operation does."""
        raise NotImplementedError

    def anew(self) -> list[Told]:
        """What has come since. Raises likewise."""
        raise NotImplementedError


def opened(request: HttpRequest, look: Look) -> HttpResponseBase:
    """Hand the look to the stream process that asks. Raises Problem in a process that carries none."""
    asks: Any = request
    if not getattr(asks, "carries", False):
        said = _("Streams are carried by another process. Ask %(address)s.")
        raise Problem(421, "elsewhere", said % {"address": _elsewhere(request)})
    asks.look = look
    return StreamingHttpResponse((), headers={"Cache-Control": "no-store"})


def _elsewhere(request: HttpRequest) -> str:
    """This address at a stream process, as far as the settings tell."""
    host = split_domain_port(request.get_host())[0]
    stream = urlsplit(settings.EVENTS_URL.split(",")[0].strip().replace("{host}", host))
    where = f"{stream.scheme}://{stream.netloc}" if stream.netloc else settings.SITE_URL
    return f"{where}{request.path}"


def as_events(said: str) -> dict[str, Any]:
    """How an operation that opens a stream is described: `said` are the events and what they hold."""
    example = 'id: 52-1764187280\nevent: invitation\ndata: {"id": 52, "match": 7}\n\n'
    content = {"schema": {"type": "string"}, "example": example}
    told = {"description": said, "content": {"text/event-stream": content}}
    return {"responses": {200: told, 421: {"description": "Streams are carried by another process"}}}
