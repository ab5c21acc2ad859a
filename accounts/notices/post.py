"""Posting to servers of others, none of whom can make the site wait: several at once, each with one deadline.

All of it counts: the look-up of the name, the line, TLS, what is sent, and the answer, of which only the
head is read. The address is looked up once and that one is spoken to: a name that points inside our own
network, or begins to between two look-ups, is refused. Redirects are not followed.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache

import h11

from accounts.notices import address
from accounts.notices.ways import Unreachable
from accounts.said import later

DEADLINE = 5.0
"""Seconds for one post from beginning to end."""
MOST_FOUND = 3
"""Addresses of one host that are tried."""
MOST_LOOK_UPS = 64
"""Threads that wait for the resolver at one time: one that hangs cannot be stopped, only left behind."""
CHUNK = 4096

_look_ups = threading.BoundedSemaphore(MOST_LOOK_UPS)


@dataclass(frozen=True, slots=True)
class Post:
    """What to post where."""

    url: str
    body: bytes
    headers: Mapping[str, str] = field(default_factory=dict)
    longest: int = address.LONGEST


@dataclass(frozen=True, slots=True)
class Answer:
    """The status of an answer, and how many seconds it took."""

    status: int
    seconds: float


def post_all(posts: Sequence[Post]) -> list[Answer | Exception]:
    """Post them all at once. Of each the answer, or what went wrong. Takes DEADLINE at most.

    In a thread of its own: whoever calls may be running a loop already.
    """
    with ThreadPoolExecutor(max_workers=1) as own:
        return own.submit(lambda: asyncio.run(_post_all(posts))).result()


def post(one: Post) -> Answer:
    """The answer. Raises whatever went wrong: Unreachable, TimeoutError, OSError …"""
    (answer,) = post_all([one])
    if isinstance(answer, Exception):
        raise answer
    return answer


async def _post_all(posts: Sequence[Post]) -> list[Answer | Exception]:
    return list(await asyncio.gather(*[_in_time(one) for one in posts]))


async def _in_time(one: Post) -> Answer | Exception:
    begun = time.monotonic()
    try:
        async with asyncio.timeout(DEADLINE):
            status = await _post(one)
            return Answer(status, time.monotonic() - begun)
    except Exception as error:  # noqa: BLE001  (it is handed on, and judged by who knows whose it is)
        return error


async def _post(one: Post) -> int:
    try:
        to = address.read(one.url, one.longest)
    except ValueError as error:
        raise Unreachable(str(error)) from error
    reader, writer = await _line(to)
    try:
        return await _ask(one, to, reader, writer)
    finally:
        writer.transport.abort()  # closing in peace would wait for the other side


async def _line(to: address.Address) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """A secure line to the host, at an address that was looked up and looked over just now."""
    found = await _look_up(to.host, to.port)
    if not found or not all(address.public(one) for one in found):
        raise Unreachable(later("The address is not out on the internet."))
    for number, one in enumerate(found[:MOST_FOUND], 1):
        try:
            return await asyncio.open_connection(
                one, to.port, ssl=trusted(), server_hostname=to.host, limit=CHUNK
            )
        except ssl.SSLError:
            raise
        except OSError:
            if number == min(len(found), MOST_FOUND):
                raise
    raise AssertionError("there is no way here")


@lru_cache(maxsize=1)
def trusted() -> ssl.SSLContext:
    """Whose word is taken for who a server is."""
    return ssl.create_default_context()


async def _look_up(host: str, port: int) -> list[str]:
    """The addresses of a host, those of IPv4 first. In a thread of its own, which nothing waits for."""
    loop, places = asyncio.get_running_loop(), _look_ups
    answer: asyncio.Future[list[str]] = loop.create_future()
    if not places.acquire(blocking=False):
        raise RuntimeError("The resolver is overrun.")

    def tell(found: list[str] | Exception) -> None:
        if answer.done():
            return
        if isinstance(found, Exception):
            answer.set_exception(found)
        else:
            answer.set_result(found)

    def ask() -> None:
        found: list[str] | Exception
        try:
            rows = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            found = sorted({str(row[4][0]) for row in rows}, key=lambda one: (":" in one, one))
        except Exception as error:  # noqa: BLE001  (it is handed on)
            found = error
        finally:
            places.release()
        with suppress(RuntimeError):  # nobody waits any more
            loop.call_soon_threadsafe(tell, found)

    threading.Thread(target=ask, daemon=True, name=f"look up {host}").start()
    return await answer


async def _ask(
    one: Post, to: address.Address, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> int:
    """Send it, and read as much of the answer as tells its status (RFC 9112)."""
    talk = h11.Connection(h11.CLIENT)
    headers = {
        "Host": to.name,
        **one.headers,
        "Content-Length": str(len(one.body)),
        "Connection": "close",
    }
    head = talk.send(h11.Request(method="POST", target=to.path, headers=list(headers.items())))
    writer.write((head or b"") + (talk.send(h11.Data(data=one.body)) or b""))
    talk.send(h11.EndOfMessage())
    await writer.drain()
    try:
        while True:
            event = talk.next_event()
            if isinstance(event, h11.Response):
                return event.status_code
            if event is h11.NEED_DATA:
                talk.receive_data(await reader.read(CHUNK))
    except h11.RemoteProtocolError as error:
        raise Unreachable(later("What was answered is not HTTP.")) from error
