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
from django.utils.timesince import timesince
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from boatzee_site import heartbeats
from boatzee_site.models import Silence

PATH = "/status/"
KEPT = 15  # seconds
UP, LATE, DOWN, UNKNOWN = "up", "late", "down", "unknown"
ALL = (
    (("beat", "play"), _("Play"), _("Clocks, robots, and pairing with others.")),
    (("dice",), _("Dice"), _("Enough dice are rolled and sealed ahead of play.")),
    (("stream",), _("Live tables"), _("Open pages change by themselves.")),
    (("told",), _("Mail and notices"), _("What we tell you outside this site.")),
    (("heavy",), _("Events and reviews"), _("Rounds begin, matches are reviewed, tables are counted.")),
)
"""What players know the parts by: of which parts each is, its name, and what it does."""
WAS = (
    _("Clocks, robots and pairing stood still for %(long)s."),
    _("There were too few dice, or none were dealt, for %(long)s."),
    _("For %(long)s open pages did not change by themselves."),
    _("Mail and notices waited for %(long)s."),
    _("Events and reviews waited for %(long)s."),
)
"""What is said of each of them once that is over."""
PAST = timedelta(days=90)
MOST = 30
"""How many of the times in which one of them stood still are told."""
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
class Stop:
    """One of them stood still for a while; `was` is what is said of that."""

    was: Promise | str
    from_at: datetime
    until_at: datetime

    @property
    def words(self) -> str:
        """It in words."""
        return str(self.was) % {"long": timesince(self.from_at, self.until_at)}


@dataclass(frozen=True)
class State:
    """All of them, as they were at a moment, and what was before. Without `books` the database could not be
    asked.
    """

    at: datetime
    services: list[Service]
    books: bool
    since: datetime | None = None
    past: tuple[Stop, ...] = ()


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
        past = _past(now)
    except (DatabaseError, InterfaceError):
        connection.close()
        since = before.since if before and not before.books else now
        unknown = [Service(name, what, UNKNOWN, None) for names, name, what in ALL]
        return State(now, unknown, books=False, since=since, past=before.past if before else ())
    return State(now, [_service(one, parts, now) for one in ALL], books=True, past=past)


def _past(now: datetime) -> tuple[Stop, ...]:
    """The newest first. What its parts were silent for at the same time is one stop of a service."""
    known = [part for names, *_rest in ALL for part in names]
    found = list(Silence.objects.filter(part__in=known, until_at__gt=now - PAST)[: 2 * MOST])
    stops: list[Stop] = []
    for (names, *_rest), was in zip(ALL, WAS, strict=True):
        last: Stop | None = None
        for one in sorted((one for one in found if one.part in names), key=lambda one: one.from_at):
            if last is not None and one.from_at <= last.until_at:
                stops.remove(last)
                last = Stop(was, last.from_at, max(last.until_at, one.until_at))
            else:
                last = Stop(was, one.from_at, one.until_at)
            stops.append(last)
    return tuple(sorted(stops, key=lambda one: one.from_at, reverse=True)[:MOST])


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
