"""How many streams a visitor and an address have open, counted in Redis for all stream processes together.

Each open stream holds a place, which is a lease: a process that dies gives its places back by falling
silent. Where Redis does not answer, each process counts its own.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

import redis.asyncio as redis

from accounts import limits

logger = logging.getLogger(__name__)
PREFIX = "boatzee-places:"
LEASE = 60  # seconds for which a place is held without a word of the process
RENEW = 20.0  # seconds between two words

TAKE = """
local now = tonumber(redis.call('TIME')[1])
for i, key in ipairs(KEYS) do
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now)
  if redis.call('ZCARD', key) >= tonumber(ARGV[2 + i]) then return 0 end
end
for _, key in ipairs(KEYS) do
  redis.call('ZADD', key, now + ARGV[2], ARGV[1])
  redis.call('EXPIRE', key, ARGV[2] * 2)
end
return 1
"""


@dataclass(eq=False, slots=True)
class Place:
    """A stream's place: the keys on which it is counted, and its own name on them."""

    keys: tuple[str, str]
    name: str = field(default_factory=lambda: secrets.token_hex(8))


MOST = (limits.STREAMS_A_VISITOR, limits.STREAMS_AN_ADDRESS)


class Places:
    """Takes and gives back the places of one process."""

    def __init__(self, url: str) -> None:
        self._line = redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1, retry=None)
        self._held: set[Place] = set()
        self._here: Counter[str] = Counter()

    async def take(self, visitor: str, address: str) -> Place | None:
        """A place for one more stream of this visitor from this address; None where there is none left."""
        place = Place((f"{PREFIX}visitor:{visitor}", f"{PREFIX}address:{address}"))
        if any(self._here[key] >= most for key, most in zip(place.keys, MOST, strict=True)):
            return None
        self._hold(place)  # before anything is awaited: others come in the meantime
        try:
            taken = await self._line.eval(TAKE, len(place.keys), *place.keys, place.name, LEASE, *MOST)
        except (redis.RedisError, OSError) as error:
            logger.warning("Streams are counted in this process only: %s", error)
            taken = 1
        except BaseException:
            self._let_go(place)
            raise
        if not taken:
            self._let_go(place)
            return None
        return place

    def _hold(self, place: Place) -> None:
        self._held.add(place)
        self._here.update(place.keys)

    def _let_go(self, place: Place) -> None:
        self._held.discard(place)
        for key in place.keys:
            self._here[key] -= 1
            if not self._here[key]:
                del self._here[key]

    async def give_back(self, place: Place) -> None:
        """The stream has ended."""
        self._let_go(place)
        with suppress(redis.RedisError, OSError):  # the lease ends by itself
            async with self._line.pipeline(transaction=False) as words:
                for key in place.keys:
                    words.zrem(key, place.name)
                await words.execute()

    async def renew(self) -> None:
        """Hold the places of the streams that are open, until cancelled."""
        while True:
            await asyncio.sleep(RENEW)
            with suppress(redis.RedisError, OSError):
                await self._renew()

    async def _renew(self) -> None:
        if not self._held:
            return
        seconds, _ = await self._line.time()
        async with self._line.pipeline(transaction=False) as words:
            for place in self._held:
                for key in place.keys:
                    words.zadd(key, {place.name: seconds + LEASE})
                    words.expire(key, LEASE * 2)
            await words.execute()

    async def close(self) -> None:
        """Close the line to Redis."""
        await self._line.aclose()
