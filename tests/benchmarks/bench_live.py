"""Open streams of the events process: memory for each, and how late a word from Redis comes through."""

from __future__ import annotations

import asyncio
import os
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import psutil
import redis.asyncio as redis
from django.conf import settings

from accounts import visitors
from accounts.visitors import Visitor
from boatzee_site.services import free_port
from games import live

STREAMS = int(os.environ.get("BENCH_STREAMS", "500"))
ROUNDS = 1000


def run(report: Callable[[str, str, str], None]) -> None:
    """Print the memory of a stream, and the delay of one event and of one that all hear."""
    with _events() as (port, process):
        alone = process.memory_info().rss
        one, all_, bare, open_ = asyncio.run(_measure(port, process))
    report(
        f"memory for each of {STREAMS} open streams",
        f"{(open_ - alone) / STREAMS / 1024:.1f} KiB",
        f"{alone / 2**20:.0f} MiB with none",
    )
    beside = f"{_ms(bare, 0.5):.2f} / {_ms(bare, 0.99):.2f} ms from Redis alone"
    report("an event to its one page, p50 / p99", f"{_ms(one, 0.5):.2f} / {_ms(one, 0.99):.2f} ms", beside)
    report(f"an event to all {STREAMS}, the last of them, median", f"{_ms(all_, 0.5):.1f} ms", "")


def _ms(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]


@contextmanager
def _events() -> Iterator[tuple[int, psutil.Process]]:
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "boatzee_site.asgi:application", "--port", str(port)]
    server = subprocess.Popen([*command, "--log-level", "warning"], start_new_session=True)
    try:
        for _ in range(300):
            with suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/health/", timeout=2).close()
                break
            time.sleep(0.1)
        yield port, psutil.Process(server.pid)
    finally:
        server.terminate()
        server.wait(20)


async def _measure(port: int, process: psutil.Process) -> tuple[list[float], list[float], list[float], int]:
    """Delays in seconds: to one page, to the last of all pages, and of Redis by itself; and the memory."""
    streams = await asyncio.gather(*(_open(port, number) for number in range(STREAMS)))
    client = redis.Redis.from_url(settings.REDIS_URL)
    try:
        one = []
        for number in range(ROUNDS):
            stream = streams[number * 7 % STREAMS]
            began = time.perf_counter()
            await client.publish(f"{live.PREFIX}match-{number * 7 % STREAMS}", "changed")
            await _event(stream)
            one.append(time.perf_counter() - began)
        memory = process.memory_info().rss
        together = []
        for _ in range(20):
            began = time.perf_counter()
            await client.publish(f"{live.PREFIX}match-all", "changed")
            await asyncio.gather(*(_event(stream) for stream in streams))
            together.append(time.perf_counter() - began)
        bare = await _bare(client)
    finally:
        await client.aclose()
    assert statistics.median(one) > 0
    return one, together, bare, memory


Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _open(port: int, number: int) -> Stream:
    home = f"127.0.{1 + number // 50}.1"  # an address has so many streams at most
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(home, 0))
    visitor = Visitor(f"player-{number}", visitors.bound("", home))
    token = live.token(visitor, f"match-{number}", "match-all")
    writer.write(f"GET /events?t={token} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    await writer.drain()
    await reader.readuntil(b"retry: 3000")
    return reader, writer  # dropped, a writer would close the line


async def _event(stream: Stream) -> None:
    await stream[0].readuntil(b"data: changed")


async def _bare(client: redis.Redis) -> list[float]:
    """The same word from publisher to subscriber, with nothing between."""
    times = []
    async with client.pubsub() as ear:
        await ear.subscribe("bare")
        while await ear.get_message(timeout=1) is None:
            pass
        for _ in range(ROUNDS):
            began = time.perf_counter()
            await client.publish("bare", "changed")
            while await ear.get_message(timeout=1) is None:
                pass
            times.append(time.perf_counter() - began)
    return times
