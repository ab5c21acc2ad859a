"""Word to open pages that something changed: Redis pub/sub, carried on by the events process.

Messages say only that there is something new, never what: a page that hears one asks for itself.
"""

from __future__ import annotations

import logging
from functools import cache

import redis
from django.conf import settings
from django.core import signing
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)
PREFIX = "boatzee:"  # of our channels in Redis, which Celery uses too
SALT = "events"
SECONDS = 0.5  # that a page waits for Redis at most, twice
DAYS = 7  # that a page may stay open and still come back to its stream


def token(*channels: str) -> str:
    """A signed leave to listen to these channels, which the page hands to the events process."""
    return signing.dumps(channels, salt=SALT)


def channels(signed: str) -> list[str]:
    """The channels that a token names. Raises django.core.signing.BadSignature, for an old one too."""
    names: list[str] = signing.loads(signed, salt=SALT, max_age=DAYS * 86_400)
    return names


def publish(channel: str, data: str) -> None:
    """Tell whoever listens. Without Redis nobody hears it, and pages still work on reload."""
    try:
        _connection().publish(PREFIX + channel, data)
    except redis.RedisError as error:
        logger.warning("Nobody was told of %s: %s", channel, error)


@cache
def _connection() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL,
        socket_connect_timeout=SECONDS,
        socket_timeout=SECONDS,
        retry=Retry(NoBackoff(), 1),  # once more, at once: the first may find a line that died in the night
    )
