"""Word to open pages that something changed: Redis pub/sub, carried on by the events process.

Messages say only that there is something new, never what: a page that hears one asks for itself.
"""

from __future__ import annotations

import logging
from functools import cache

import redis
from django.conf import settings
from django.core import signing

logger = logging.getLogger(__name__)
PREFIX = "boatzee:"
"""Before the name of every channel in Redis."""
SALT = "events"
SECONDS = 1.0


def channel(match_id: int) -> str:
    """The channel on which a match says that it changed."""
    return f"match-{match_id}"


def token(*names: str) -> str:
    """A signed leave to listen to these channels, which the page hands to the events process."""
    return signing.dumps(names, salt=SALT)


def channels(leave: str) -> list[str]:
    """The channels that a token names. Raises django.core.signing.BadSignature."""
    found: list[str] = signing.loads(leave, salt=SALT)
    return found


def publish(name: str) -> None:
    """Tell whoever listens. Without Redis nobody hears it, and pages still work on reload."""
    try:
        _connection().publish(PREFIX + name, "changed")
    except redis.RedisError as error:
        logger.warning("Nobody was told of %s: %s", name, error)


@cache
def _connection() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=SECONDS, socket_timeout=SECONDS, retry=None
    )
