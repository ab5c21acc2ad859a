"""`/status/`, for players: whether play, dice, tables and mails are at work, or since when they are not.

It is answered before anybody's session is asked for, the same for everybody, and kept for some seconds by
each process. So it costs next to nothing, and stays up while the database is down, which is then not asked
more often than that.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.http import HttpRequest, HttpResponse
from django.template import loader
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from boatzee_site import heartbeats

PATH = "/status/"
KEPT = 15  # seconds
UP, LATE, DOWN, UNKNOWN = "up", "late", "down", "unknown"
ALL = (
    (("beat", "play"), _("Play"), _("Clocks, robots, and pairing with others.")),
    (("dice",), _("Dice"), _("Enough dice are rolled and sealed ahead of play.")),
    (("stream",), _("Live tables"), _("Open pages change by themselves.")),
    (("told",), _("Mails and notices"), _("What we tell you outside of this site.")),
    (("heavy",), _("Events and reviews"), _("Rounds begin, matches are reviewed, tables are counted.")),
)
"""What players know the parts by: of which parts each is, its name, and what it does."""
WORDS = {
    UP: _("At work"),
    LATE: _("Late"),
    DOWN: _("Standing still"),
    UNKNOWN: _("Not known at the moment"),
}


@dataclass(frozen=True)
class Service:
    """How one of them is. `since` is when it was last heard of, if it is not at work."""

    name: Promise | str
    what: Promise | str
    status: str
    since: datetime | None

    @property
    def words(self) -> Promise | str:
        """It in words."""
        return WORDS[self.status]


@dataclass(frozen=True)
class State:
    """All of them, as they were at a moment. Without `books` the database could not be asked."""

    at: datetime
    services: list[Service]
    books: bool
    since: datetime | None = None


_lock = threading.Lock()
_known: tuple[float, State] | None = None


class Status:
    """Middleware, before sessions: who has signed in sees it, too, while nobody's session can be read."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer for the page, pass everything else on."""
        if request.path == PATH:
            return page(request)
        return self.get_response(request)


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The page. It is drawn without the request: nothing asks who that is."""
    state = known()
    context = {"site_name": settings.SITE_NAME, "state": state, "well": _is_well(state)}
    response = HttpResponse(loader.render_to_string("status.html", context))
    patch_cache_control(response, public=True, max_age=KEPT)
    return response


def _is_well(state: State) -> bool:
    return state.books and all(one.status == UP for one in state.services)


def known() -> State:
    """How things stand, some seconds ago at most. One thread looks; others are told what was known before."""
    global _known  # noqa: PLW0603  (each process knows for itself)
    found = _known
    if found is not None and (time.monotonic() - found[0] < KEPT or _lock.locked()):
        return found[1]
    with _lock:
        if _known is None or time.monotonic() - _known[0] >= KEPT:
            _known = (time.monotonic(), _look(_known[1] if _known else None))
        return _known[1]


def _look(before: State | None) -> State:
    now = timezone.now()
    try:
        parts = {row.part: heartbeats.judge(row) for row in heartbeats.rows()}
    except (DatabaseError, InterfaceError):
        connection.close()
        since = before.since if before and not before.books else now
        unknown = [Service(name, what, UNKNOWN, None) for names, name, what in ALL]
        return State(now, unknown, books=False, since=since)
    return State(now, [_service(one, parts, now) for one in ALL], books=True)


def _service(
    one: tuple[tuple[str, ...], Promise | str, Promise | str],
    parts: dict[str, heartbeats.Part],
    now: datetime,
) -> Service:
    names, name, what = one
    found = [parts.get(part, heartbeats.Part(LATE, None)) for part in names]
    status = next(state for state in (DOWN, LATE, UP) if state in {part.status for part in found})
    ages = [part.age for part in found if part.status == status and part.age is not None]
    since = now - timedelta(seconds=max(ages)) if status != UP and ages else None
    return Service(name, what, status, since)
