"""Who of several processes acts: whoever holds a name in Redis, until it says nothing for too long."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from contextlib import suppress
from typing import cast

import redis
from django.conf import settings
from redis.exceptions import LockNotOwnedError

logger = logging.getLogger(__name__)


class Lease:
    """A claim of this process to a name, for so many seconds at a time."""

    def __init__(self, name: str, seconds: int) -> None:
        line = redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=2, socket_timeout=4)
        self._lock = line.lock(name, timeout=seconds, thread_local=False)
        self._line, self._notes = line, f"{name}:notes"

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
            self._lock.local.token = None
            return False

    def note(self, what: str, text: str) -> None:
        """Leave a note for whoever acts after this one. None is left while Redis is away."""
        try:
            self._line.hset(self._notes, what, text)
        except redis.RedisError as error:
            logger.warning("What was done is not noted: %s", error)

    def notes(self) -> Mapping[str, str]:
        """What those who acted before left; nothing while Redis is away."""
        try:
            found = cast("dict[bytes, bytes]", self._line.hgetall(self._notes))
        except redis.RedisError as error:
            logger.warning("Nobody can say what was done before: %s", error)
            return {}
        return {what.decode(): text.decode() for what, text in found.items()}

    def release(self) -> None:
        """Let another act at once."""
        with suppress(redis.RedisError):
            self._lock.release()
