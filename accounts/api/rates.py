"""How often a program may ask, and how that is told: RateLimit and Retry-After.

Counted in Redis, for every request is: a row in the database would cost as much as the answer. While Redis is
away nothing is counted; what costs more than an answer has its budget in the database (accounts.spending).
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from functools import cache

import redis
from django.conf import settings
from django.utils.translation import gettext as _

from accounts import limits, spending
from accounts.api.problems import Problem
from accounts.limits import Rate

logger = logging.getLogger(__name__)
SECONDS = 0.5
"""How long Redis may take before it counts as away."""
AWAY = 30.0
"""For so many seconds one that was away is not asked again."""


@dataclass(frozen=True, slots=True)
class Left:
    """What is left of a rate, and in how many seconds all of it comes back."""

    rate: Rate
    name: str
    left: int
    reset: int

    def headers(self) -> dict[str, str]:
        """As the IETF's draft of RateLimit header fields has it."""
        return {
            "RateLimit-Policy": f'"{self.name}";q={self.rate.most};w={self.rate.seconds}',
            "RateLimit": f'"{self.name}";r={self.left};t={self.reset}',
        }


class _Away:
    """When Redis was found away last."""

    until = 0.0


def count(name: str, who: str) -> Left | None:
    """Count one request of `who` under limits.API. None where nothing can be counted. Raises Problem."""
    rate = limits.API[name]
    now = time.time()
    window = int(now // rate.seconds)
    reset = max(1, round((window + 1) * rate.seconds - now))
    asked = _counted(f"boatzee:api:{name}:{who}:{window}", rate)
    if asked is None:
        return None
    found = Left(rate, name, max(0, rate.most - asked), reset)
    if asked > rate.most:
        sentence = f"{_('Your programs have asked for a lot in a short time.')} {spending.again(reset)}"
        headers = {**found.headers(), "Retry-After": str(reset)}
        raise Problem(429, "too-often", sentence, headers=headers, retry_after=reset)
    return found


def _counted(key: str, rate: Rate) -> int | None:
    if time.monotonic() < _Away.until:
        return None
    try:
        line = _line()
        asked = int(line.incr(key))
        if asked == 1:
            line.expire(key, 2 * rate.seconds)
    except redis.RedisError as error:
        _Away.until = time.monotonic() + AWAY
        logger.warning("Requests to the API are not counted: %s", error)
        return None
    return asked


@cache
def _line() -> redis.Redis:
    return redis.Redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=SECONDS, socket_timeout=SECONDS, retry=None
    )
