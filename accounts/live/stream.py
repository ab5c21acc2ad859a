"""The stream: the process that carries messages to open pages, as server-sent events. It speaks ASGI.

A page that may hear of something holds a signed token with the names of its channels, bound to the
visitor's session or address. It lasts minutes, and so does a stream: then the page asks for itself, and
with the page comes another token, if the visitor may still see it. Without this process, or without Redis,
pages still work: they look by themselves now and then.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import signal
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence

from django.conf import settings
from django.core.signing import BadSignature
from django.db import DatabaseError, connection
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Receive, Scope, Send

from accounts import limits, visitors
from accounts.live import channels
from accounts.live.hub import Hub, Listener, Message
from accounts.live.places import Place, Places

logger = logging.getLogger(__name__)
SILENCE = 20.0  # seconds of silence after which a comment keeps proxies from closing the line
RETRY = (500, 2000)
"""Milliseconds after which a browser comes back: each after another while, for a stream that is stopped sends
thousands away at once. Together with the way there it is less than three seconds.
"""
RETRY_FULL = "60"  # seconds
COME_BACK = "come-back"
"""The message that ends a stream which was open for long enough."""
STILL_HERE = Message("", "")
"""A comment, for proxies. A page hears nothing of it."""


class Listen:
    """The address of the stream. What was read of a request is not kept as long as its stream is open."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a stream, or say why there is none."""
        answer = await listen(Request(scope))
        await answer(scope, receive, send)


async def listen(request: Request) -> ASGIApp:
    """Stream the messages on the channels in the token `t`.

    403 for a token that is not the visitor's, or not any more; 429 where the visitor or the address has as
    many streams as one may have; 503 without Redis. Each is named for its channel. A page looks anew
    whenever the stream opens: what happened while it was closed is not sent again.
    """
    hub: Hub = request.app.state.hub
    places: Places = request.app.state.places
    headers = {"Vary": "Origin", "Cache-Control": "no-store", **_cors(request)}
    address = address_of(request)
    try:
        permission = channels.permission(request.query_params.get("t", ""))
    except BadSignature:
        return PlainTextResponse("This link is no longer valid.\n", 403, headers)
    session = request.cookies.get(settings.SESSION_COOKIE_NAME, "")
    if permission.bound not in {visitors.bound("", address), visitors.bound(session, address)}:
        return PlainTextResponse("This link is somebody else's.\n", 403, headers)
    if not hub.up:
        return PlainTextResponse("Nothing is carried at the moment.\n", 503, {**headers, "Retry-After": "5"})
    place = await places.take(permission.visitor, address)
    if place is None:
        refused = "So many pages cannot be told at once. This one looks by itself now and then.\n"
        return PlainTextResponse(refused, 429, {**headers, "Retry-After": RETRY_FULL})
    return Stream(hub, places, place, permission.channels, headers)


class Stream:
    """A stream that gives its place back however it ends, also where it never began.

    While nothing happens it is one task, which waits for the page to go. Whatever is to be sent, is by
    another, which is there only as long as it sends. `opening` and `text` are what it says; a stream of
    another kind says something else.
    """

    __slots__ = (
        *("_ended", "_ends", "_headers", "_hub", "_main", "_open", "_place", "_places"),
        *("_send", "_timer", "_writer", "listener"),
    )

    def __init__(
        self, hub: Hub, places: Places, place: Place, names: Iterable[str], headers: Mapping[str, str]
    ) -> None:
        self._hub, self._places, self._place = hub, places, place
        self.listener = Listener(names, self._wake)
        self._headers = [
            (b"content-type", b"text/event-stream; charset=utf-8"),
            (b"x-accel-buffering", b"no"),
        ]
        self._headers += [(name.lower().encode(), value.encode()) for name, value in headers.items()]
        self._open = self._ended = False
        self._writer: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it, until the page goes or the stream ends."""
        self._send, self._main = send, asyncio.current_task()
        try:
            await self._carry(receive)
        finally:
            for one in (self._timer, self._writer):
                if one is not None:
                    one.cancel()
            await asyncio.shield(self._places.give_back(self._place))

    async def _carry(self, receive: Receive) -> None:
        loop = asyncio.get_running_loop()
        # Not all at once: streams that were opened together after a restart would all come back together.
        self._ends = loop.time() + limits.STREAM_LASTS * random.uniform(0.8, 1)  # noqa: S311  (no secret)
        self._hub.join(self.listener)
        try:
            await self._hub.heard(self.listener)
            await self._send({"type": "http.response.start", "status": 200, "headers": self._headers})
            retry = random.randint(*RETRY)  # noqa: S311  (no secret)
            await self._say(f"retry: {retry}\n\n{await self.opening()}")
            self._open = True
            self._wake()
            self._timer = loop.call_later(min(SILENCE, limits.STREAM_LASTS), self._tick)
            while not self._ended and (await receive())["type"] != "http.disconnect":
                pass
        except asyncio.CancelledError:
            if not self._ended or self._main is None:
                raise
            self._main.uncancel()
        finally:
            self._hub.leave(self.listener)
        if self._ended:
            await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    async def opening(self) -> str:
        """What is said first. It may send the listener away: then that was all."""
        return ""

    async def text(self, messages: Sequence[Message]) -> str:
        """What is said of these messages. It may send the listener away, too."""
        return "".join(_text(one) for one in messages)

    async def _say(self, text: str) -> None:
        await self._send({"type": "http.response.body", "body": text.encode(), "more_body": True})

    def _wake(self) -> None:
        """There is something to send, or will be: what comes before the stream is open waits for it."""
        if self._open and (self._writer is None or self._writer.done()):
            self._writer = asyncio.get_running_loop().create_task(self._write())

    async def _write(self) -> None:
        with contextlib.suppress(OSError):  # the page has gone in the meantime
            await self._write_all()

    async def _write_all(self) -> None:
        while messages := self.listener.take():
            until = messages.index(None) if None in messages else len(messages)
            told = [one for one in messages[:until] if one is not None]
            if told and (text := await self.text(told)):
                await self._say(text)
            if until < len(messages):
                self._end()
                return

    def _tick(self) -> None:
        """Say that the stream is still here; end it once it was for long enough."""
        loop = asyncio.get_running_loop()
        left = self._ends - loop.time()
        if left > 0:
            self.listener.tell(STILL_HERE)
            self._timer = loop.call_later(min(SILENCE, left), self._tick)
        else:
            self.listener.tell(Message(COME_BACK, "ask for permission again"))
            self.listener.send_away()

    def _end(self) -> None:
        """Wake the task that waits for the page to go: the stream is over before that."""
        self._ended = True
        if self._main is not None:
            self._main.cancel()


def address_of(request: Request) -> str:
    """The visitor's address, by the same rule as on pages."""
    peer = request.client.host if request.client else ""
    return visitors.address(",".join(request.headers.getlist("x-forwarded-for")), peer)


def _text(message: Message) -> str:
    if message is STILL_HERE:
        return ": still here\n\n"
    lines = "".join(f"data: {line}\n" for line in message.data.splitlines() or [""])
    return f"event: {message.channel}\n{lines}\n"


def _cors(request: Request) -> dict[str, str]:
    """Permission to read for the site's own pages; behind a proxy they share our origin and need none."""
    origin = request.headers.get("origin")
    if origin not in settings.SITE_ORIGINS:
        return {}
    return {"Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true"}


async def health(request: Request) -> Response:
    """Whether messages can be carried: 200, or 503 without Redis."""
    up = request.app.state.hub.up
    return JSONResponse({"redis": "up" if up else "down"}, 200 if up else 503)


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette, note: Callable[[], None], every: float) -> AsyncIterator[None]:
    app.state.hub = hub = Hub(settings.REDIS_URL, channels.PREFIX)
    _close_on_signal(hub)
    app.state.places = places = Places(settings.REDIS_URL)
    working = [asyncio.create_task(work) for work in (hub.run(), places.renew(), _note(hub, note, every))]
    yield
    hub.close()
    for one in working:
        one.cancel()
    await asyncio.gather(*working, return_exceptions=True)
    await places.close()


async def _note(hub: Hub, note: Callable[[], None], every: float) -> None:
    """Note every while that the stream is at work and hears Redis. Without Postgres it goes on."""
    while True:
        if hub.up:
            await asyncio.to_thread(_note_once, note)
        await asyncio.sleep(every if hub.up else 1)


def _note_once(note: Callable[[], None]) -> None:
    try:
        note()
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


def stream(note: Callable[[], None], every: float, more: Sequence[Route] = ()) -> Starlette:
    """The process, with `more` addresses. While it hears Redis it calls `note` every so many seconds, in a
    thread.
    """
    return Starlette(
        # `/events-2` and so on: one address for each of several such processes (channels.address).
        routes=[
            Route("/events", Listen(), methods=["GET"]),
            Route("/events-{part:int}", Listen(), methods=["GET"]),
            Route("/health/", health),
            *more,
        ],
        lifespan=lambda app: _lifespan(app, note, every),
    )
