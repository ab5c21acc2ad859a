"""`/health/`: whether this site can do its work, for proxies and orchestrators. It tells no secret."""

from __future__ import annotations

from collections.abc import Callable

import redis
from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse

from dicepool import pool

PATH = "/health/"


class Health:
    """Middleware, the first of all: probes know neither our host names nor HTTPS."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer for /health/, pass everything else on."""
        return report() if request.path == PATH else self.get_response(request)


def report() -> JsonResponse:
    """The state of each part; 503 when pages cannot be served, which only the database decides."""
    database, dice = _database()
    state = {"database": database, "redis": _redis(), "dice": dice}
    response = JsonResponse(state, status=200 if database == "up" else 503)
    response["Cache-Control"] = "no-store"
    return response


def _database() -> tuple[str, str]:
    try:
        level = pool.level()
    except DatabaseError:
        connection.close()
        return "down", "unknown"
    if level == 0:
        return "up", "none"
    return "up", "low" if level < settings.DICE_LOW_WATER else "enough"


def _redis() -> str:
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1, retry=None
        ) as line:
            line.ping()
    except redis.RedisError:
        return "down"
    return "up"
