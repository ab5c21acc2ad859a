"""One subscription to Redis for a whole events process, fanned out to its listeners in memory."""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import redis.asyncio as redis

logger = logging.getLogger(__name__)
WAITING_MAX = 64  # events that a listener may lag behind before it is sent away
PAUSE = 1.0  # seconds between two attempts to reach Redis
SILENCE_MAX = 15.0  # seconds without a word after which Redis is asked whether it is there


class Event(NamedTuple):
    """What was published: the channel, without prefix, and the data, one line of text."""

    channel: str
    data: str


class Listener:
    """The events of some channels, in order. `next` gives None when the stream has to end."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[Event | None] = asyncio.Queue(WAITING_MAX + 1)

    async def next(self) -> Event | None:
        """Wait for the next event."""
        return await self._waiting.get()

    def tell(self, event: Event) -> None:
        """Hand an event over. A listener too slow to take it is sent away: it comes back and looks anew."""
        if self._waiting.qsize() < WAITING_MAX:
            self._waiting.put_nowait(event)
        else:
            self.send_away()

    def send_away(self) -> None:
        """End the stream once what waits has been read."""
        if not self._waiting.full():
            self._waiting.put_nowait(None)


class Hub:
    """Listens to every channel under `prefix`. `up` says whether Redis is there."""

    def __init__(self, url: str, prefix: str) -> None:
        self.url = url
        self.prefix = prefix
        self.up = False
        self._closed = False
        self._listeners: dict[str, set[Listener]] = defaultdict(set)

    @contextmanager
    def listen(self, channels: Iterable[str]) -> Iterator[Listener]:
        """A listener to these channels, for the time of the block."""
        listener = Listener()
        wanted = set(channels)
        for channel in wanted:
            self._listeners[channel].add(listener)
        if self._closed:
            listener.send_away()
        try:
            yield listener
        finally:
            for channel in wanted:
                self._listeners[channel].discard(listener)
                if not self._listeners[channel]:
                    del self._listeners[channel]

    @property
    def listeners(self) -> set[Listener]:
        """Everybody who listens at this moment."""
        return set().union(*self._listeners.values())

    def close(self) -> None:
        """End all streams, those too that come later."""
        self._closed = True
        self._send_all_away()

    async def run(self) -> None:
        """Carry events until cancelled. While Redis is away nobody listens: who comes back looks anew."""
        while True:
            try:
                await self._carry()
            except (redis.RedisError, OSError) as error:
                if self.up:
                    logger.warning("Redis is gone: %s", error)
            self.up = False
            self._send_all_away()
            await asyncio.sleep(PAUSE)

    async def _carry(self) -> None:
        connection = redis.Redis.from_url(
            self.url, socket_connect_timeout=2, socket_keepalive=True, retry=None, decode_responses=True
        )
        async with connection, connection.pubsub() as subscription:
            await subscription.psubscribe(f"{self.prefix}*")
            self.up = True
            logger.info("Listening to Redis.")
            asked = False
            while True:
                message = await subscription.get_message(timeout=SILENCE_MAX)
                if message is None:
                    if asked:
                        raise redis.ConnectionError("It does not answer.")
                    await subscription.ping()
                asked = message is None
                if message is not None and message["type"] == "pmessage":
                    self._fan_out(Event(message["channel"].removeprefix(self.prefix), str(message["data"])))

    def _fan_out(self, event: Event) -> None:
        for listener in tuple(self._listeners.get(event.channel, ())):
            listener.tell(event)

    def _send_all_away(self) -> None:
        for listener in self.listeners:
            listener.send_away()
