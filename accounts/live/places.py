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
from redis import Redis

from accounts import limits

logger = logging.getLogger(__name__)
PREFIX = "boatzee-places:"
LEASE = 60  # seconds for which a place is held without a word of the process
RENEW = 20.0  # seconds between two words
CONNECTIONS = 8
PATIENCE = 10.0  # seconds that a stream stands in line to be counted, before it is counted here only

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
HOLD = """
local until_ = redis.call('TIME')[1] + ARGV[1]
for i, key in ipairs(KEYS) do
  redis.call('ZADD', key, until_, ARGV[1 + i])
  redis.call('EXPIRE', key, ARGV[1] * 2)
end
"""
OPEN, OPEN_UNTIL = f"{PREFIX}open", f"{PREFIX}open-until"
COUNT = """
local now = tonumber(redis.call('TIME')[1])
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now)) do
  redis.call('HDEL', KEYS[2], gone)
end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[2])
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
for i = 1, 2 do redis.call('EXPIRE', KEYS[i], ARGV[1] * 2) end
"""
"""Says how many streams a process has open; what processes said that are silent is forgotten."""
PART = 200
"""Places that are renewed in one go: streams are served in between."""


@dataclass(eq=False, slots=True)
class Place:
    """A stream's place: the keys on which it is counted, and its own name on them."""

    keys: tuple[str, str]
    name: str = field(default_factory=lambda: secrets.token_hex(8))


MOST = (limits.STREAMS_A_VISITOR, limits.STREAMS_AN_ADDRESS)


class Places:
    """Takes and gives back the places of one process."""

    def __init__(self, url: str) -> None:
        # A few connections, for which streams that open at once stand in line: after a restart all come back,
        # and where each took one of its own Redis would let some in and others not be counted.
        self._line = redis.Redis.from_pool(
            redis.BlockingConnectionPool.from_url(
                url,
                max_connections=CONNECTIONS,
                timeout=PATIENCE,
                socket_connect_timeout=1,
                socket_timeout=1,
                retry=None,
            )
        )
        self._held: set[Place] = set()
        self._here: Counter[str] = Counter()
        self._name = secrets.token_hex(8)

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
                await self.renew_all()

    async def renew_all(self) -> None:
        """Hold them once more, in parts, and say how many they are."""
        held = list(self._held)
        await self._line.eval(COUNT, 2, OPEN_UNTIL, OPEN, LEASE, self._name, len(held))
        for at in range(0, len(held), PART):
            # Not those that were given back while the others were renewed.
            part = [(key, one.name) for one in held[at : at + PART] if one in self._held for key in one.keys]
            if part:
                keys, names = zip(*part, strict=True)
                await self._line.eval(HOLD, len(keys), *keys, LEASE, *names)

    async def close(self) -> None:
        """Close the line to Redis."""
        await self._line.aclose()


def open_now(line: Redis) -> int:
    """How many streams all processes have open, as each said last. Raises redis.RedisError."""
    return sum(int(count) for count in line.hvals(OPEN))
