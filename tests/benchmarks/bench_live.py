"""Open streams of one process, and of two that share them by channel: memory for each, and how late a word
from Redis comes through. BENCH_STREAMS (default 10,000) says how many.
"""

from __future__ import annotations

import asyncio
import os
import signal
import statistics
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import NamedTuple

import psutil
import redis.asyncio as redis
from django.conf import settings

from accounts import live, visitors
from accounts.live import channels
from accounts.visitors import Visitor
from boatzee_site.local.children import with_parent
from boatzee_site.local.services import free_port

STREAMS = int(os.environ.get("BENCH_STREAMS", "10000"))
ROUNDS = 1000
AT_ONCE = 200
"""Streams that are opened at the same moment."""
AN_ADDRESS = 50
"""Streams of each of the addresses that they come from: it may have so many, and some more."""


def run(report: Callable[[str, str, str], None]) -> None:
    """Print the memory of a stream, and the delay of one event, of one that all hear, and of one for each."""
    with _events() as (port, process):
        alone = process.memory_info().rss
        found = asyncio.run(_measure([port], [process]))
    report(
        f"memory for each of {STREAMS:,} open streams of one process",
        f"{(found.memory - alone) / STREAMS / 1024:.1f} KiB",
        f"{alone / 2**20:.0f} MiB with none, {found.memory / 2**20:.0f} with all",
    )
    bare = f"{_ms(found.bare, 0.5):.2f} / {_ms(found.bare, 0.99):.2f} ms from Redis alone"
    report("an event to its one page, p50 / p99", _both(found.one), bare)
    report(f"an event to all {STREAMS:,}, the last of them, median", f"{_ms(found.all, 0.5):.0f} ms", "")
    with _events() as (port, process), _events() as (other_port, other_process):
        shared = asyncio.run(_measure([port, other_port], [process, other_process]))
    report("the same of two processes that share them: one page, p50 / p99", _both(shared.one), bare)
    report("all of them, the last, median", f"{_ms(shared.all, 0.5):.0f} ms", "")
    report(
        f"{STREAMS:,} events at once, each to its page: CPU of one process, of each of two",
        f"{found.spent:.2f} s, {shared.spent:.2f} s",
        f"all heard after {found.burst:.1f} s and {shared.burst:.1f} s",
    )


class Found(NamedTuple):
    """Delays in seconds: to one page, to the last of all pages, of Redis by itself, of an event for each page
    at once with what that took of a process; and the memory of all processes together, in bytes.
    """

    one: list[float]
    all: list[float]
    bare: list[float]
    burst: float
    spent: float
    memory: int


def _both(times: list[float]) -> str:
    return f"{_ms(times, 0.5):.2f} / {_ms(times, 0.99):.2f} ms"


def _ms(times: list[float], share: float) -> float:
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]


@contextmanager
def _events() -> Iterator[tuple[int, psutil.Process]]:
    port = free_port()
    command = [sys.executable, "-m", "uvicorn", "boatzee_site.asgi:application", "--port", str(port)]
    server = subprocess.Popen(
        [*command, "--log-level", "warning"],
        start_new_session=True,
        preexec_fn=with_parent(signal.SIGTERM),  # noqa: PLW1509  (no other thread forks)
    )
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


async def _measure(ports: Sequence[int], processes: Sequence[psutil.Process]) -> Found:
    streams = await _open_all(ports)
    client = redis.Redis.from_url(settings.REDIS_URL)
    try:
        one = []
        for number in range(ROUNDS):
            stream = streams[number * 7 % STREAMS]
            began = time.perf_counter()
            await client.publish(f"{channels.PREFIX}match-{number * 7 % STREAMS}", "changed")
            await _event(stream)
            one.append(time.perf_counter() - began)
        memory = sum(process.memory_info().rss for process in processes)
        together = []
        for _ in range(10):
            began = time.perf_counter()
            await client.publish(f"{channels.PREFIX}match-all", "changed")
            await asyncio.gather(*(_event(stream) for stream in streams))
            together.append(time.perf_counter() - began)
        before, began = _spent(processes), time.perf_counter()
        heard = asyncio.gather(*(_event(stream) for stream in streams))
        async with client.pipeline(transaction=False) as line:
            for number in range(STREAMS):
                line.publish(f"{channels.PREFIX}match-{number}", "changed")
            await line.execute()
        await heard
        burst, spent = time.perf_counter() - began, (_spent(processes) - before) / len(processes)
        bare = await _bare(client)
    finally:
        for _reader, writer in streams:
            writer.transport.abort()
        await client.aclose()
    assert statistics.median(one) > 0
    return Found(one, together, bare, burst, spent, memory)


def _spent(processes: Sequence[psutil.Process]) -> float:
    """Seconds of the processor that these have had."""
    times = [process.cpu_times() for process in processes]
    return sum(one.user + one.system for one in times)


Stream = tuple[asyncio.StreamReader, asyncio.StreamWriter]


async def _open_all(ports: Sequence[int]) -> list[Stream]:
    """Every page's stream, of the process that carries its match."""
    room = asyncio.Semaphore(AT_ONCE)
    several = ",".join(map(str, ports))

    async def open_one(number: int) -> Stream:
        async with room:
            port = int(channels.address(several, f"match-{number}"))
            return await _open(port, number, f"127.{len(ports)}.{1 + number // AN_ADDRESS}.1")

    return await asyncio.gather(*(open_one(number) for number in range(STREAMS)))


async def _open(port: int, number: int, home: str) -> Stream:
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(home, 0))
    visitor = Visitor(f"{home}-{number}", visitors.bound("", home))
    token = live.token(visitor, f"match-{number}", "match-all")
    writer.write(f"GET /events?t={token} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    await writer.drain()
    await reader.readuntil(b"retry: ")  # after how long a page comes back is another number for each
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
