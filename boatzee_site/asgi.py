"""The events process: server-sent events to open pages. Nothing else speaks ASGI here.

A page that may hear of something holds a signed token with the names of its channels. Without this
process, or without Redis, pages still work: they are only not told.
"""

# ruff: noqa: E402  (Django stands before its models are imported)
from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import threading
from collections.abc import AsyncIterator

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "boatzee_site.settings")

django.setup()

from django.conf import settings
from django.core.signing import BadSignature
from django.db import DatabaseError, connection
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from boatzee_site import heartbeats
from boatzee_site.hub import Event, Hub
from games import live

logger = logging.getLogger(__name__)
HEARTBEAT = 20.0  # seconds of silence after which a comment keeps proxies from closing the line
RETRY = 3000  # milliseconds after which a browser comes back


async def events(request: Request) -> Response:
    """Stream the events of the channels in the token `t`: 403 for a bad token, 503 without Redis.

    Each event is named for its channel. A page looks anew whenever the stream opens: what happened
    while it was closed is not sent again.
    """
    hub: Hub = request.app.state.hub
    headers = {"Vary": "Origin", "Cache-Control": "no-store", **_cors(request)}
    try:
        channels = live.channels(request.query_params.get("t", ""))
    except BadSignature:
        return PlainTextResponse("This link is not valid any more.\n", 403, headers)
    if not hub.up:
        return PlainTextResponse("No events at the moment.\n", 503, {**headers, "Retry-After": "5"})
    headers["X-Accel-Buffering"] = "no"
    return StreamingResponse(_stream(hub, channels), 200, headers, "text/event-stream")


async def _stream(hub: Hub, channels: list[str]) -> AsyncIterator[str]:
    with hub.listen(channels) as listener:
        yield f"retry: {RETRY}\n\n"
        while True:
            try:
                event = await asyncio.wait_for(listener.next(), HEARTBEAT)
            except TimeoutError:
                yield ": still here\n\n"
                continue
            if event is None:
                return
            yield _text(event)


def _text(event: Event) -> str:
    lines = "".join(f"data: {line}\n" for line in event.data.splitlines() or [""])
    return f"event: {event.channel}\n{lines}\n"


def _cors(request: Request) -> dict[str, str]:
    """Leave to read for the site's own pages; behind a proxy they share our origin and need none."""
    origin = request.headers.get("origin")
    return {"Access-Control-Allow-Origin": origin} if origin in settings.SITE_ORIGINS else {}


async def health(request: Request) -> Response:
    """Whether events can be carried: 200, or 503 without Redis."""
    up = request.app.state.hub.up
    return JSONResponse({"redis": "up" if up else "down"}, 200 if up else 503)


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    app.state.hub = hub = Hub(settings.REDIS_URL, live.PREFIX)
    _close_on_signal(hub)
    working = [asyncio.create_task(work) for work in (hub.run(), _note(hub))]
    yield
    hub.close()
    for one in working:
        one.cancel()
    await asyncio.gather(*working, return_exceptions=True)


async def _note(hub: Hub) -> None:
    """Note every while that the stream is at work and hears Redis. Without Postgres it goes on."""
    while True:
        if hub.up:
            await asyncio.to_thread(_note_once)
        await asyncio.sleep(heartbeats.EVERY if hub.up else 1)


def _note_once() -> None:
    try:
        heartbeats.note("stream")
    except DatabaseError as error:
        logger.warning("The heartbeat of the stream could not be noted: %s", error)
    finally:
        connection.close()  # the next one may come from another thread


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
