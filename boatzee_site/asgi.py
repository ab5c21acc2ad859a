"""The events process: server-sent events to open pages. Nothing else speaks ASGI here.

A page that may hear of something holds a signed token with the names of its channels, bound to the
visitor's session or address. It lasts minutes, and so does a stream: then the page asks for itself, and
with the page comes another token, if the visitor may still see it. Without this process, or without Redis,
pages still work: they look by themselves now and then.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import threading
from collections.abc import AsyncIterator, Iterable

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")

from django.conf import settings
from django.core.signing import BadSignature
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from accounts import limits, visitors
from boatzee_site.hub import Event, Hub
from boatzee_site.places import Place, Places
from games import live

HEARTBEAT = 20.0  # seconds of silence after which a comment keeps proxies from closing the line
RETRY = 3000  # milliseconds after which a browser comes back
RETRY_FULL = "60"  # seconds
COME_BACK = "come-back"
"""The event that ends a stream which was open for long enough."""


async def events(request: Request) -> Response:
    """Stream the events of the channels in the token `t`.

    403 for a token that is not the visitor's, or not any more; 429 where the visitor or the address has as
    many streams as one may have; 503 without Redis. Each event is named for its channel. A page looks anew
    whenever the stream opens: what happened while it was closed is not sent again.
    """
    hub: Hub = request.app.state.hub
    places: Places = request.app.state.places
    headers = {"Vary": "Origin", "Cache-Control": "no-store", **_cors(request)}
    address = _address(request)
    try:
        leave = live.leave(request.query_params.get("t", ""))
    except BadSignature:
        return PlainTextResponse("This link is not valid any more.\n", 403, headers)
    session = request.cookies.get(settings.SESSION_COOKIE_NAME, "")
    if leave.bound not in {visitors.bound("", address), visitors.bound(session, address)}:
        return PlainTextResponse("This link is somebody else's.\n", 403, headers)
    if not hub.up:
        return PlainTextResponse("No events at the moment.\n", 503, {**headers, "Retry-After": "5"})
    place = await places.take(leave.visitor, address)
    if place is None:
        refused = "So many pages cannot be told at once. This one looks by itself now and then.\n"
        return PlainTextResponse(refused, 429, {**headers, "Retry-After": RETRY_FULL})
    headers["X-Accel-Buffering"] = "no"
    return _Stream(hub, places, place, leave.channels, headers)


class _Stream(StreamingResponse):
    """A stream that gives its place back however it ends, also where it never began."""

    def __init__(
        self, hub: Hub, places: Places, place: Place, channels: Iterable[str], headers: dict[str, str]
    ) -> None:
        super().__init__(_stream(hub, channels), 200, headers, "text/event-stream")
        self._places, self._place = places, place

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await asyncio.shield(self._places.give_back(self._place))


async def _stream(hub: Hub, channels: Iterable[str]) -> AsyncIterator[str]:
    clock = asyncio.get_running_loop().time
    # Not all at once: streams that were opened together after a restart would all come back together.
    ends = clock() + limits.STREAM_LASTS * random.uniform(0.8, 1)  # noqa: S311  (no secret)
    with hub.listen(channels) as listener:
        yield f"retry: {RETRY}\n\n"
        while (left := ends - clock()) > 0:
            try:
                event = await asyncio.wait_for(listener.next(), min(HEARTBEAT, left))
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if event is None:
                return
            yield _text(event)
        yield _text(Event(COME_BACK, "ask for leave again"))


def _address(request: Request) -> str:
    """The visitor's address, by the same rule as on pages."""
    peer = request.client.host if request.client else ""
    return visitors.address(",".join(request.headers.getlist("x-forwarded-for")), peer)


def _text(event: Event) -> str:
    lines = "".join(f"data: {line}\n" for line in event.data.splitlines() or [""])
    return f"event: {event.channel}\n{lines}\n"


def _cors(request: Request) -> dict[str, str]:
    """Leave to read for the site's own pages; behind a proxy they share our origin and need none."""
    origin = request.headers.get("origin")
    if origin not in settings.SITE_ORIGINS:
        return {}
    return {"Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true"}


async def health(request: Request) -> Response:
    """Whether events can be carried: 200, or 503 without Redis."""
    up = request.app.state.hub.up
    return JSONResponse({"redis": "up" if up else "down"}, 200 if up else 503)


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    app.state.hub = hub = Hub(settings.REDIS_URL, live.PREFIX)
    _close_on_signal(hub)
    app.state.places = places = Places(settings.REDIS_URL)
    working = [asyncio.create_task(hub.run()), asyncio.create_task(places.renew())]
    yield
    hub.close()
    for one in working:
        one.cancel()
    await asyncio.gather(*working, return_exceptions=True)
    await places.close()


def _close_on_signal(hub: Hub) -> None:
    """End the streams as soon as the server is told to stop: it waits for them before it shuts down."""
    if threading.current_thread() is not threading.main_thread():
        return
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        server = signal.getsignal(number)

        def close(sent: int, frame: object, server: object = server) -> None:
            loop.call_soon_threadsafe(hub.close)
            if callable(server):
                server(sent, frame)

        signal.signal(number, close)


application = Starlette(
    routes=[Route("/events", events), Route("/health/", health)],
    lifespan=_lifespan,
)
