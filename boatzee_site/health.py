"""`/health/`, for proxies and orchestrators, and `/health/ready`, for whoever watches. They tell no secret.

`/health/` asks whether this process can serve pages, which only the database decides, or a copy of it while
there is no primary. A part that is missing elsewhere never takes a web process out of service: that would
make it worse.
`/health/web` asks no database: a proxy with several web servers, which would rather have the site say
itself that its books are away, learns there when one is about to stop. Then all of them say 503.
`/health/ready` tells how every part of the site is. Its status is the same as that of `/health/`;
with `?strict=1` it is 503 as soon as any part is late or down.
Whatever hangs, all of them answer within two seconds: what does not answer counts as down (asking.py), and a
web server keeps threads for them alone (web.py).
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Thread
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, Error, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils.log import log_response

from boatzee_site import draining, heartbeats, schema
from boatzee_site.asking import Asked, Question
from dicepool import pool
from dicepool.views import metrics, opened_by_token
from statements.reading import COPY, PRIMARY

logger = logging.getLogger(__name__)
PATH = "/health/"
READY = "/health/ready"
WEB = "/health/web"
FIGURES = "/dice/metrics"
"""A Prometheus with its token asks a process by the address of its container, and by no other way."""


class Health:
    """Middleware, the first of all: probes know neither our host names nor HTTPS."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer for these addresses, pass everything else on."""
        asked = request.path.rstrip("/")
        if asked in {PATH.rstrip("/"), READY, WEB} and draining.has_begun():
            return _stopping(request)
        if asked == WEB:
            return _answer({"status": "up"}, 200)
        if request.path == PATH:
            return report()
        if asked == READY:
            return ready(strict=request.GET.get("strict", "0") not in {"", "0"})
        if request.path == FIGURES and opened_by_token(request):
            return metrics(request)
        return self.get_response(request)


def _stopping(request: HttpRequest) -> JsonResponse:
    """The answer of a server that is about to stop; no fault, of which the operators would be told."""
    response = _answer({"status": "stopping"}, 503)
    log_response("About to stop: %s", request.path, request=request, response=response, level="info")
    return response


def report() -> JsonResponse:
    """The state of what a page needs; 503 when pages cannot be served."""
    books, store, copies = BOOKS.begin(), STORE.begin(), _ask_for_copies()
    database, dice = books.answer() or UNANSWERED
    state = {"database": database, "redis": store.answer() or "down", "dice": dice}
    return _answer(state, 200 if database == "up" or _shown(copies) else 503)


def ready(*, strict: bool) -> JsonResponse:
    """How every part is, each `up`, `late` or `down`, with the seconds since it was heard of.

    `status` is the worst of them. 503 where no page can be served, and if `strict` also where any part is
    not up.
    """
    books, parts_asked = BOOKS.begin(), PARTS.begin()
    store, copies = STORE.begin(), _ask_for_copies()
    database, dice = books.answer() or UNANSWERED
    parts: dict[str, dict[str, Any]] = {
        "database": {"status": database},
        "redis": {"status": store.answer() or "down"},
    }
    if database == "up":
        found = parts_asked.answer() or NOT_HEARD_OF
        parts |= {name: {"status": part.status, "age": part.age} for name, part in found.items()}
        if dice == "none":
            parts["dice"]["status"] = "down"
    states = {part["status"] for part in parts.values()}
    worst = next(state for state in ("down", "behind", "late", "up") if state in states)
    well = worst == "up" if strict else database == "up" or _shown(copies)
    return _answer({"status": worst, "parts": parts}, 200 if well else 503)


def watch_aside(found: tuple[str, str]) -> None:
    """Look after the other parts, once in a while, without keeping the probe waiting: not for a mail server
    either. `found` is how the database was a moment ago.
    """
    if found[0] != "up":
        return
    try:
        gone = heartbeats.claim()
    except DatabaseError:
        logger.warning("The heartbeats could not be looked at.", exc_info=True)
        return
    if gone:
        Thread(target=_tell, args=[gone], name="tell").start()


def _tell(parts: list[str]) -> None:
    try:
        heartbeats.tell_of(parts)
    finally:
        connection.close()  # this thread's own


def _answer(state: dict[str, Any], status: int) -> JsonResponse:
    response = JsonResponse(state, status=status)
    response["Cache-Control"] = "no-store"
    return response


def _parts() -> dict[str, heartbeats.Part] | None:
    """Every part that is heard of through the database; none where that cannot be asked."""
    try:
        return heartbeats.look()
    except Error:
        connection.close()
        return None


def _database() -> tuple[str, str]:
    try:
        if schema.behind():
            return "behind", "unknown"
        level = pool.level()
    except Error:
        connection.close()
        return UNANSWERED
    if level == 0:
        return "up", "none"
    return "up", "low" if level < settings.DICE_LOW_WATER else "enough"


def _copies() -> bool:
    """Whether public pages are shown although the database is down."""
    from boatzee_site.copies import lag  # noqa: PLC0415  (most sites have none)

    return lag.near_enough(mending=True)


def _ask_for_copies() -> Asked[bool] | None:
    return COPIES.begin() if COPY in settings.DATABASES else None


def _shown(copies: Asked[bool] | None) -> bool:
    return copies is not None and bool(copies.answer())


def _redis() -> str:
    try:
        with redis.Redis.from_url(
            settings.REDIS_URL, socket_connect_timeout=1, socket_timeout=1, retry=None
        ) as line:
            line.ping()
    except redis.RedisError:
        return "down"
    return "up"


UNANSWERED = ("down", "unknown")
NOT_HEARD_OF = dict.fromkeys(
    heartbeats.LATE_AFTER.keys() - heartbeats.WHERE_KNOWN, heartbeats.Part("late", None)
)
BOOKS, PARTS = Question(_database, PRIMARY, then=watch_aside), Question(_parts, PRIMARY)
COPIES, STORE = Question(_copies, COPY), Question(_redis)
