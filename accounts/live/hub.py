"""One line to Redis for a whole stream process, fanned out to its listeners in memory.

It hears the channels alone that somebody here listens to: of several processes each carries its own share.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

import redis.asyncio as redis
from redis.asyncio.client import PubSub

logger = logging.getLogger(__name__)
WAITING_MAX = 64  # messages that a listener may lag behind before it is sent away
PAUSE = 1.0  # seconds between two attempts to reach Redis
SILENCE_MAX = 15.0  # seconds without a word after which Redis is asked whether it is there
ALWAYS = "stream"
"""The channel that is listened to where nobody listens to any, and on which nothing is said."""


class Message(NamedTuple):
    """What was published: the channel, without prefix, and the data, one line of text."""

    channel: str
    data: str


class Listener:
    """The messages on some channels, in order. None among them is the end of the stream.

    `wake` is called whenever there is something to take. There is one for each open page: it holds nothing
    while nothing happens.
    """

    __slots__ = ("_waiting", "_wake", "channels")

    def __init__(self, channels: Iterable[str], wake: Callable[[], None]) -> None:
        self.channels = frozenset(channels)
        self._wake = wake
        self._waiting: list[Message | None] = []

    def take(self) -> list[Message | None]:
        """What has come since it was asked last."""
        waiting, self._waiting = self._waiting, []
        return waiting

    def tell(self, message: Message) -> None:
        """Hand a message over. A listener too slow to take it is sent away: it comes back and looks anew."""
        if len(self._waiting) < WAITING_MAX:
            self._waiting.append(message)
            self._wake()
        else:
            self.send_away()

    def send_away(self) -> None:
        """End the stream once what waits has been taken."""
        if None not in self._waiting:
            self._waiting.append(None)
            self._wake()


class _Ear:
    """Who listens to a channel, and whether Redis has answered that it tells us of it."""

    __slots__ = ("answered", "listeners")

    def __init__(self) -> None:
        self.listeners: set[Listener] = set()
        self.answered = asyncio.Event()


def _told_to_stop() -> bool:
    """Whether this task was cancelled. Up to Python 3.11 what waits with a limit, as the client of Redis
    does, may take that for the end of its waiting.
    """
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0


class Hub:
    """Listens to the channels under `prefix` that are asked for. `up` says whether Redis is there."""

    def __init__(self, url: str, prefix: str) -> None:
        self.url = url
        self.prefix = prefix
        self.up = False
        self._closed = False
        self._ears: dict[str, _Ear] = {}
        self._asked: set[str] = set()  # for what Redis was asked
        self._unanswered: Counter[str] = Counter()  # and how often it has still to answer
        self._changed: set[str] = set()
        self._stirred = asyncio.Event()

    def join(self, listener: Listener) -> None:
        """Tell this listener from now on what is heard on its channels; `heard` says when that is all."""
        for channel in listener.channels:
            if channel not in self._ears:
                self._ears[channel] = ear = _Ear()
                if channel in self._asked and not self._unanswered[channel]:
                    ear.answered.set()  # somebody has just left it, and it was not taken back yet
            self._ears[channel].listeners.add(listener)
        self._stir(listener.channels)
        if self._closed:
            listener.send_away()

    def leave(self, listener: Listener) -> None:
        """Tell it nothing more."""
        for channel in listener.channels:
            listeners = self._ears[channel].listeners
            listeners.discard(listener)
            if not listeners:
                del self._ears[channel]
        self._stir(listener.channels)

    async def heard(self, listener: Listener) -> None:
        """Wait until whatever is said on the listener's channels is heard, or Redis is away."""
        for channel in listener.channels:
            await self._ears[channel].answered.wait()

    @property
    def listeners(self) -> set[Listener]:
        """Everybody who listens at this moment."""
        return set().union(*(ear.listeners for ear in self._ears.values()))

    def close(self) -> None:
        """End all streams, those too that come later."""
        self._closed = True
        self._send_all_away()

    async def run(self) -> None:
        """Carry messages until cancelled. While Redis is away nobody listens: who comes back looks anew."""
        while True:
            try:
                await self._carry()
            except* (redis.RedisError, OSError) as errors:
                if self.up:
                    logger.warning("Redis is gone: %s", errors.exceptions[0])
            except* Exception:
                # Where the line breaks while channels are asked for, the client of Redis may connect twice at
                # once, and then fails in ways of its own. A process that heard nothing any more, and said of
                # itself that it does, would be worse than any of them.
                logger.exception("The line to Redis broke.")
            self.up = False
            self._forget_what_was_asked()
            self._send_all_away()
            await asyncio.sleep(PAUSE)

    async def _carry(self) -> None:
        connection = redis.Redis.from_url(
            self.url, socket_connect_timeout=2, socket_keepalive=True, retry=None, decode_responses=True
        )
        async with connection, connection.pubsub() as line:
            await line.subscribe(self.prefix + ALWAYS)
            async with asyncio.TaskGroup() as both:
                both.create_task(self._tune(line))
                both.create_task(self._hear(line))

    async def _tune(self, line: PubSub) -> None:
        """Ask Redis for the channels to which somebody listens, and for no others any more: all that changed
        in the meantime at once.
        """
        self._stir(self._ears)
        while not _told_to_stop():
            await self._stirred.wait()
            self._stirred.clear()
            changed, self._changed = self._changed, set()
            dropped = [one for one in changed if one in self._asked and one not in self._ears]
            wanted = [one for one in changed if one in self._ears and one not in self._asked]
            self._asked.difference_update(dropped)
            self._asked.update(wanted)
            self._unanswered.update(wanted)
            if dropped:
                await line.unsubscribe(*(self.prefix + one for one in dropped))
            if wanted:
                await line.subscribe(*(self.prefix + one for one in wanted))

    async def _hear(self, line: PubSub) -> None:
        asked = False
        while not _told_to_stop():
            word = await line.get_message(timeout=SILENCE_MAX)
            if word is None:
                if asked:
                    raise redis.ConnectionError("It does not answer.")
                await line.ping()
            asked = word is None
            if word is not None and word["type"] in {"message", "subscribe"}:
                channel = word["channel"].removeprefix(self.prefix)
                if word["type"] == "message":
                    self._fan_out(Message(channel, str(word["data"])))
                else:
                    self._answered(channel)

    def _answered(self, channel: str) -> None:
        """Redis has taken in that we listen. Who was asked twice answers twice: the last answer counts."""
        if channel == ALWAYS:
            self.up = True
            logger.info("Listening to Redis.")
            return
        self._unanswered[channel] -= 1
        if self._unanswered[channel] <= 0:
            del self._unanswered[channel]
            if channel in self._ears:
                self._ears[channel].answered.set()

    def _stir(self, channels: Iterable[str]) -> None:
        self._changed.update(channels)
        self._stirred.set()

    def _forget_what_was_asked(self) -> None:
        for ear in self._ears.values():
            ear.answered.set()  # it ends, and whoever waits for it is sent away
        self._asked.clear()
        self._unanswered.clear()

    def _fan_out(self, message: Message) -> None:
        ear = self._ears.get(message.channel)
        for listener in tuple(ear.listeners) if ear else ():
            listener.tell(message)

    def _send_all_away(self) -> None:
        for listener in self.listeners:
            listener.send_away()
