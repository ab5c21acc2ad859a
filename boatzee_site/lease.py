"""Who of several processes acts: whoever holds a name in Redis, until it says nothing for too long."""

from __future__ import annotations

import logging
from contextlib import suppress

import redis
from django.conf import settings
from redis.exceptions import LockNotOwnedError

logger = logging.getLogger(__name__)


class Lease:
    """A claim of this process to a name, for so many seconds at a time."""

    def __init__(self, name: str, seconds: int) -> None:
        line = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=4)
        self._lock = line.lock(name, timeout=seconds, thread_local=False)

    def held(self) -> bool:
        """Whether it is this process that acts, for the seconds to come. False while Redis is away."""
        try:
            return self._renewed() or bool(self._lock.acquire(blocking=False))
        except redis.RedisError as error:
            logger.warning("Nobody can say who acts: %s", error)
            return False

    def _renewed(self) -> bool:
        if self._lock.local.token is None:
            return False
        try:
            return bool(self._lock.reacquire())
        except LockNotOwnedError:
            logger.warning("Another acts now.")
            return False

    def release(self) -> None:
        """Let another act at once."""
        with suppress(redis.RedisError):
            self._lock.release()
