"""Word to open pages that something changed: Redis pub/sub, carried on by the events process.

Messages say only that there is something new, never what: a page that hears one asks for itself.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

import redis
from django.conf import settings
from django.core import signing

from accounts import limits
from accounts.visitors import Visitor

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Leave:
    """Leave to listen to channels: for whom it is counted, and to whose session or address it is bound."""

    channels: tuple[str, ...]
    visitor: str
    bound: str


PREFIX = "boatzee:"
"""Before the name of every channel in Redis."""
SALT = "events"
SECONDS = 1.0


def channel(match_id: int, player: int | None = None) -> str:
    """The channel on which a match says that it changed: to everybody, or to one who plays there.

    What a stranger may not see is told to those only who may, each on the own channel.
    """
    return f"match-{match_id}" if player is None else f"match-{match_id}-{player}"


def channels(match_id: int, players: Iterable[int | None] | None) -> list[str]:
    """Where a change is told: to everybody, or to these players (None of a closed account) alone."""
    if players is None:
        return [channel(match_id)]
    return [channel(match_id, player) for player in players if player is not None]


def token(visitor: Visitor, *names: str) -> str:
    """A signed leave for this visitor to listen to these channels, which the page hands to the stream.

    Whoever makes one has looked whether the visitor may: it is made anew with every page.
    """
    return signing.dumps([names, visitor.name, visitor.bound], salt=SALT)


def leave(token: str) -> Leave:
    """What a token gives leave to, as long as it lasts. Raises django.core.signing.BadSignature."""
    found = signing.loads(token, salt=SALT, max_age=limits.TOKEN_LASTS)
    if not isinstance(found, list) or len(found) != 3:
        raise signing.BadSignature("It was made for another purpose.")
    names, visitor, bound = found
    return Leave(tuple(names), visitor, bound)


def publish(*names: str) -> None:
    """Tell whoever listens on one of these. Without Redis nobody hears it, and pages still work on reload."""
    try:
        for name in names:
            _connection().publish(PREFIX + name, "changed")
    except redis.RedisError as error:
        logger.warning("Nobody was told of %s: %s", ", ".join(names), error)


@cache
def _connection() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=SECONDS, socket_timeout=SECONDS, retry=None
    )
