"""Fan-out in memory: who is too slow is sent away, nobody hears what is not for them, and Redis is asked for
no more than somebody listens to.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import redis
from django.conf import settings
from redis.asyncio.client import PubSub

from accounts.live.hub import ALWAYS, WAITING_MAX, Hub, Listener, Message


def nothing() -> None:
    """Nobody is woken: the test takes by itself."""


def read_all(listener: Listener) -> list[Message | None]:
    """All up to the end of the stream."""
    found = listener.take()
    return found[: found.index(None) + 1]


@contextmanager
def listening(hub: Hub, *channels: str) -> Iterator[Listener]:
    listener = Listener(channels, nothing)
    hub.join(listener)
    yield listener
    hub.leave(listener)


def test_messages_come_in_order_and_only_from_ones_own_channels() -> None:
    hub = Hub("redis://nowhere", "boatzee:")
    messages = [Message("match-7", "1"), Message("match-8", "2"), Message("match-9", "3")]
    with listening(hub, "match-7", "match-9") as listener, listening(hub, "match-8") as other:
        for message in messages:
            hub._fan_out(message)
        hub.close()
        assert read_all(listener) == [messages[0], messages[2], None]
        assert read_all(other) == [messages[1], None]
    assert hub.listeners == set()


def test_a_listener_that_reads_nothing_holds_a_bounded_number_of_messages_and_is_sent_away() -> None:
    hub = Hub("redis://nowhere", "boatzee:")
    with listening(hub, "match-7") as listener:
        for number in range(10 * WAITING_MAX):
            hub._fan_out(Message("match-7", str(number)))
        assert len(listener._waiting) == WAITING_MAX + 1
        found = read_all(listener)
    assert found == [*(Message("match-7", str(number)) for number in range(WAITING_MAX)), None]


def test_who_comes_after_the_end_is_sent_away_at_once() -> None:
    hub = Hub("redis://nowhere", "boatzee:")
    hub.close()
    with listening(hub, "match-7") as listener:
        assert read_all(listener) == [None]


PREFIX = f"boatzee-hub-{os.getpid()}:"  # other processes of the tests speak to the same server


def with_redis(work: Callable[[Hub, redis.Redis], Awaitable[None]], kind: type[Hub] = Hub) -> None:
    """Let a hub hear the real Redis, for as long as the work lasts.

    In a thread of its own: a browser test before this one leaves its loop running in the main one.
    """

    async def both() -> None:
        hub = kind(settings.REDIS_URL, PREFIX)
        running = asyncio.create_task(hub.run())
        try:
            with redis.Redis.from_url(settings.REDIS_URL, decode_responses=True) as line:
                await until(lambda: hub.up)
                await asyncio.wait_for(work(hub, line), 60)
        finally:
            running.cancel()

    with ThreadPoolExecutor(1) as aside:
        aside.submit(asyncio.run, both()).result()


async def until(done: Callable[[], bool]) -> None:
    for _ in range(1000):
        if done():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not come about")


def asked(line: redis.Redis) -> set[str]:
    """The channels of which Redis tells anybody."""
    found = line.pubsub_channels(f"{PREFIX}*")
    assert isinstance(found, list)
    return {str(name).removeprefix(PREFIX) for name in found} - {ALWAYS}


def test_redis_is_asked_for_what_somebody_listens_to_and_for_nothing_else() -> None:
    async def work(hub: Hub, line: redis.Redis) -> None:
        with listening(hub, "match-7", "own-1") as one:
            await hub.heard(one)
            assert asked(line) == {"match-7", "own-1"}
            with listening(hub, "match-7", "own-2") as other:
                await hub.heard(other)
                assert asked(line) == {"match-7", "own-1", "own-2"}
            await until(lambda: asked(line) == {"match-7", "own-1"})
        await until(lambda: asked(line) == set())
        assert not hub._ears

    with_redis(work)


def test_whatever_is_said_once_a_listener_is_told_that_it_hears_is_heard() -> None:
    """However quickly others come and go on the same channel."""

    async def work(hub: Hub, line: redis.Redis) -> None:
        for number in range(200):
            with listening(hub, "match-7") as listener:
                await hub.heard(listener)
                line.publish(f"{PREFIX}match-7", str(number))
                await until(lambda: bool(listener._waiting))
                assert listener.take() == [Message("match-7", str(number))]
            if number % 3 == 0:
                await asyncio.sleep(0.001)

    with_redis(work)


class Slow(Hub):
    """What Redis answers is held up until the test lets it through."""

    held: tuple[str, ...] = ()

    def _answered(self, channel: str) -> None:
        if channel == ALWAYS:
            super()._answered(channel)
        else:
            self.held += (channel,)


def test_who_comes_when_the_one_before_went_without_an_answer_waits_for_it() -> None:
    async def work(hub: Hub, line: redis.Redis) -> None:
        assert isinstance(hub, Slow)
        with listening(hub, "match-7"):
            await until(lambda: bool(hub.held))
        with listening(hub, "match-7") as listener:
            hears = asyncio.create_task(hub.heard(listener))
            await asyncio.sleep(0.05)
            assert not hears.done()
            for channel in hub.held:
                Hub._answered(hub, channel)
            await hears

    with_redis(work, Slow)


def test_many_who_come_at_once_are_all_heard() -> None:
    count = 500

    async def work(hub: Hub, line: redis.Redis) -> None:
        listeners = [Listener([f"match-{number}", "all"], nothing) for number in range(count)]
        for one in listeners:
            hub.join(one)
        await asyncio.gather(*(hub.heard(one) for one in listeners))
        assert len(asked(line)) == count + 1
        line.publish(f"{PREFIX}all", "1")
        await until(lambda: all(one._waiting for one in listeners))
        for one in listeners:
            hub.leave(one)
        await until(lambda: asked(line) == set())

    with_redis(work)


class Twice(Hub):
    """Its line breaks once as the client of Redis breaks where two at once find it gone and connect anew."""

    broken = False

    async def _tune(self, line: PubSub) -> None:
        if not self.broken:
            await until(lambda: self.up)
            self.broken = True
            raise RuntimeError("readuntil() called while another coroutine is already waiting")
        await super()._tune(line)


def test_however_the_line_breaks_it_is_taken_up_again() -> None:
    async def work(hub: Hub, line: redis.Redis) -> None:
        await until(lambda: not hub.up)
        await until(lambda: hub.up)
        with listening(hub, "match-7") as listener:
            await hub.heard(listener)
            line.publish(f"{PREFIX}match-7", "1")
            await until(lambda: bool(listener._waiting))

    with_redis(work, Twice)
