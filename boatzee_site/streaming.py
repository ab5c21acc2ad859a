"""Streams to programs, carried by the stream processes: the operation says who may, here the line is held.

Whatever is asked of the database, at the opening and for each look, is asked in one of a few threads: what is
slow there makes the streams late and holds up nothing else of the process.
"""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from django.core.handlers.asgi import ASGIRequest
from django.db import close_old_connections
from django.http import HttpResponse
from django.utils.translation import gettext as _
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from accounts.live.hub import Hub, Message
from accounts.live.places import Place, Places
from accounts.live.stream import COME_BACK, RETRY_FULL, STILL_HERE, Stream, address_of
from boatzee_site.api.entry import READ_BY_ALL, entry
from boatzee_site.api.place import PREFIX

if TYPE_CHECKING:
    from accounts.api.streams import Look, Told

logger = logging.getLogger(__name__)
THREADS = 4
"""Looks that a process takes at once, each with a line to the database of its own."""
OF_THE_BODY = {"content-length", "content-type", "etag"}
T = TypeVar("T")
_threads = ThreadPoolExecutor(THREADS, thread_name_prefix="look")


class Carried:
    """An address of the API under which a stream is opened."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a stream, or with what the operation says instead."""
        app, address = scope["app"], address_of(Request(scope))
        look, answer = await _in_a_thread(lambda: _asked(scope))
        if look is None:
            await _plain(answer)(scope, receive, send)
            return
        hub: Hub = app.state.hub
        places: Places = app.state.places
        if not hub.up:
            await _plain(await _in_a_thread(_nothing_carried))(scope, receive, send)
            return
        place = await places.take(look.visitor, address)
        if place is None:
            await _plain(await _in_a_thread(_too_many))(scope, receive, send)
            return
        headers = {name: value for name, value in answer.items() if name.lower() not in OF_THE_BODY}
        await _Looking(hub, places, place, look, headers)(scope, receive, send)


class _Looking(Stream):
    """A stream that looks whenever it hears something, and every while that it does not."""

    __slots__ = ("_look",)

    def __init__(
        self, hub: Hub, places: Places, place: Place, look: Look, headers: Mapping[str, str]
    ) -> None:
        super().__init__(hub, places, place, look.channels, headers)
        self._look = look

    async def opening(self) -> str:
        """How it stands, and what was missed."""
        return await self._told(self._look.opening)

    async def text(self, messages: Sequence[Message]) -> str:
        """What has come since; that it is still here, where nothing has."""
        said = await self._told(self._look.anew)
        if any(one.channel == COME_BACK for one in messages):
            return said + await _in_a_thread(_time_to_come_back)
        return said or (": still here\n\n" if STILL_HERE in messages else "")

    async def _told(self, look: Callable[[], list[Told]]) -> str:
        """What a look finds, written. What ends the stream sends its listener away."""
        told, ends = await _in_a_thread(lambda: _looked(look))
        if ends:
            self.listener.send_away()
        return told


async def _in_a_thread(work: Callable[[], T]) -> T:
    return await asyncio.get_running_loop().run_in_executor(_threads, lambda: _between(work))


def _between(work: Callable[[], T]) -> T:
    """Do it as a request is done: on a line to the database that holds."""
    close_old_connections()
    try:
        return work()
    finally:
        close_old_connections()


def _asked(scope: Scope) -> tuple[Look | None, HttpResponse]:
    """What the operation answers; the look that it opens, where it does."""
    request: Any = ASGIRequest(dict(scope), io.BytesIO())
    request.carries = True
    request.look = None
    answer = entry(request, request.path_info.removeprefix(f"/{PREFIX}"))
    opens = scope["method"] == "GET" and answer.status_code == 200
    return request.look if opens else None, answer


def _looked(look: Callable[[], list[Told]]) -> tuple[str, bool]:
    """What is told, and whether the stream ends with it. What went wrong on our side is not told: who comes
    back is answered.
    """
    from accounts.api.streams import END, ended  # noqa: PLC0415  (with the first stream)
    from boatzee_site.api import errors  # noqa: PLC0415

    try:
        told = look()
    except Exception as error:  # whatever it is, it is this stream's alone
        problem = errors.problem_of(error)
        if problem is None or problem.status >= 500:
            logger.warning("A stream to a program ends: %s", error, exc_info=problem is None)
            return "", True
        told = [ended(problem)]
    return "".join(one.written() for one in told), any(one.event == END for one in told)


def _nothing_carried() -> HttpResponse:
    said = _("Nothing is carried at the moment. Come back in a few seconds.")
    return _problem(503, "unreachable", said, {"Retry-After": "5"})


def _too_many() -> HttpResponse:
    said = _("You have as many streams and pages open as one may. Close some of them first.")
    return _problem(429, "too-many-streams", said, {"Retry-After": RETRY_FULL})


def _problem(status: int, code: str, said: str, headers: Mapping[str, str]) -> HttpResponse:
    from accounts.api.problems import Problem  # noqa: PLC0415

    return Problem(status, code, said, headers={**READ_BY_ALL, **headers}).response()


def _time_to_come_back() -> str:
    from accounts.api.streams import END, Told  # noqa: PLC0415

    return Told(END, "", {"code": "come-back"}).written()


def _plain(answer: HttpResponse) -> Response:
    """Django's answer as this process sends one."""
    content = b"" if answer.streaming else answer.content
    return Response(content, answer.status_code, dict(answer.items()))


ROUTES = (
    Route(f"/{PREFIX}stream", Carried()),
    Route(f"/{PREFIX}matches/{{match:int}}/stream", Carried()),
)
