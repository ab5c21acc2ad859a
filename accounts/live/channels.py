"""Channels: where something says that it changed, and the tokens by which an open page may listen.

A channel is an opaque name here; whoever owns what changes makes it. A message says only that there is
something new, never what: a page that hears one asks for itself.
"""

from __future__ import annotations

import logging
import zlib
from dataclasses import dataclass
from functools import cache

import redis
from django.conf import settings
from django.core import signing
from django.db import transaction

from accounts import limits
from accounts.visitors import Visitor

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Permission:
    """To listen to channels: for whom it is counted, and to whose session or address it is bound."""

    channels: tuple[str, ...]
    visitor: str
    bound: str


PREFIX = "boatzee:"
"""Before the name of every channel in Redis."""
SALT = "events"
SECONDS = 1.0


def address(streams: str, name: str) -> str:
    """Which of several streams, their addresses with commas between, carries this channel.

    A page has one stream, chosen by the first of its channels: so all who look at the same thing are told by
    the same process, and the others hear nothing of it.
    """
    several = streams.split(",")
    return several[zlib.crc32(name.encode()) % len(several)].strip()


def token(visitor: Visitor, *names: str) -> str:
    """A signed permission for this visitor to listen to these channels, which the page hands to the stream.

    Whoever makes one has looked whether the visitor may: it is made anew with every page.
    """
    return signing.dumps([names, visitor.name, visitor.bound], salt=SALT)


def permission(token: str) -> Permission:
    """What a token permits, as long as it lasts. Raises django.core.signing.BadSignature."""
    found = signing.loads(token, salt=SALT, max_age=limits.TOKEN_LASTS)
    if not isinstance(found, list) or len(found) != 3:
        raise signing.BadSignature("It was made for another purpose.")
    names, visitor, bound = found
    return Permission(tuple(names), visitor, bound)


def publish_on_commit(*names: str) -> None:
    """Tell whoever listens on one of these, once the transaction is through: before that nobody sees it."""
    if names:
        transaction.on_commit(lambda: publish(*names), robust=True)


def publish(*names: str) -> None:
    """Tell whoever listens on one of these. Without Redis nobody hears it, and pages still work on reload."""
    # Held till the end. Of two that are made at once one is dropped, and closes the lines it has as it goes.
    connection = _connection()
    try:
        with connection.pipeline(transaction=False) as line:
            for name in names:
                line.publish(PREFIX + name, "changed")
            line.execute()
    except redis.RedisError as error:
        logger.warning("Nobody was told of %s: %s", ", ".join(names), error)


@cache
def _connection() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=SECONDS, socket_timeout=SECONDS, retry=None
    )
