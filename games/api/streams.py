"""Streams to programs: of what an account has to hear, and of a table (docs/api.md, "Streams").

An event says that something is there, and by which numbers it is looked up; what may be seen of it is said
by the operation that is asked for it.
"""

from __future__ import annotations

import re
import zlib
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import Resolver404, resolve
from ninja import Router

from accounts import bell
from accounts.api.auth import needs, player_of
from accounts.api.schemas import Key
from accounts.api.streams import END, Last, Look, Told, as_events, opened
from accounts.models.notices import Notice
from accounts.notices.since import Since, Unknown
from accounts.scopes import READ
from games.match import channels, play, seen, turns
from games.models import Match, Seat

router = Router(tags=["me"])
tables = Router(tags=["matches"])
ABOUT = {"match_id": "match", "event_id": "event", "ladder_id": "ladder"}
"""What of a page's address is told beside it."""
MARK = re.compile(r"(\d{1,10})-[0-9a-f]{8}")


class Mine(Look):
    """What an account has to hear: each turn that waits, and what comes into the list of notices.

    Turns are a state, told whole whenever a stream opens: so none is missed. Notices have places.
    """

    def __init__(self, request: HttpRequest, last: str) -> None:
        super().__init__(request, READ)
        key = player_of(request).pk
        self.channels = (bell.channel(key), channels.of_list(key), self.programs)
        self._last, self._turns = last, set[tuple[int, int]]()

    def opening(self) -> list[Told]:
        """Whether it goes on where it was, what was missed, and all turns that wait."""
        player = self.player()
        try:
            self._since, first = Since(player.pk, self._last), "open"
            came_to = self._since.place
            missed = [_notice(*one) for one in self._since.new()]
        except Unknown:
            self._since, first, missed = Since(player.pk), "reset", []
            came_to = self._since.place
        return [Told(first, came_to, {"player": player.pk}), *missed, *self._new_turns(player.pk)]

    def anew(self) -> list[Told]:
        """What has come since."""
        player = self.player()
        try:
            told = [_notice(*one) for one in self._since.new()]
        except Unknown:
            self._since = Since(player.pk)
            told = [Told("reset", self._since.place, {"player": player.pk})]
        return [*told, *self._new_turns(player.pk)]

    def _new_turns(self, player: int) -> list[Told]:
        waiting = turns.of(player)
        new = [one for one in waiting if (one.match, one.since) not in self._turns]
        self._turns = {(one.match, one.since) for one in waiting}
        place = self._since.place
        return [Told("turn", place, {"match": one.match, "version": one.version}) for one in new]


class Table(Look):
    """A table, as its viewer may see it: whether it is another than it was, and that it is over."""

    def __init__(self, request: HttpRequest, match_id: int, last: str) -> None:
        super().__init__(request, READ)
        self.match_id, self._last = match_id, last
        self._mark, self._data, self._over = self._looked(*seen.known(match_id, request.user))
        key = player_of(request).pk
        own = (channels.of_match(match_id, key), channels.of_list(key))
        self.channels = (channels.of_match(match_id), *(own if self._seated else ()), self.programs)

    @property
    def told(self) -> bool:
        """Whether nothing is left to tell: it is over, and who asks has heard so."""
        return self._over and self._last == self._mark

    def opening(self) -> list[Told]:
        """How it stands, and whether that is what was told last."""
        self._look()
        came_from = MARK.fullmatch(self._last)
        lost = bool(self._last) and (came_from is None or int(came_from[1]) > self._data["version"])
        first = Told("reset" if lost else "open", self._mark, self._data)
        changed = self._over or (not lost and self._last not in {"", self._mark})
        return [first, *(self._changed() if changed else ())]

    def anew(self) -> list[Told]:
        """That it is another one now, if it is."""
        before = self._mark
        self._look()
        return self._changed() if self._mark != before else []

    def _look(self) -> None:
        match = seen.known(self.match_id, self.player())
        self._mark, self._data, self._over = self._looked(*match)

    def _changed(self) -> list[Told]:
        if not self._over:
            return [Told("table", self._mark, self._data)]
        return [Told("over", self._mark, self._data), Told(END, "", {"code": "match-over"})]

    def _looked(self, match: Match, seats: list[Seat], mine: Seat | None) -> tuple[str, dict[str, Any], bool]:
        """The mark of the table, what is told of it, and whether it is over.

        The mark is made of nothing that is hidden from the viewer's seat: where cards are apart, neither what
        the others have done nor when shows in it.
        """
        self._seated = mine is not None
        hidden = () if not match.begun or match.over else match.rules.hidden(match.table, _index(mine))
        shown = [
            (seat.index, seat.player_id, seat.accepted, seat.moves, seat.deadline)
            for seat in seats
            if seat.index not in hidden
        ]
        version = play.version_for(match, mine)
        mark = zlib.crc32(repr((version, str(match.status), shown)).encode())
        data = {"match": match.pk, "version": version, "status": str(match.status)}
        return f"{version}-{mark:08x}", data, match.over


def _index(seat: Seat | None) -> int | None:
    return None if seat is None else seat.index


def _notice(one: Notice, place: str) -> Told:
    data: dict[str, Any] = {"id": one.pk, "at": one.created_at.isoformat()}
    return Told(one.kind, place, {**data, "url": settings.SITE_URL + one.address, **_about(one.address)})


def _about(address: str) -> dict[str, int]:
    """The numbers in the address of a page."""
    try:
        found = resolve(address).kwargs
    except Resolver404:
        return {}
    return {told: found[name] for name, told in ABOUT.items() if name in found}


@router.get(
    "",
    auth=needs(READ),
    summary="My stream",
    operation_id="open_stream",
    openapi_extra=as_events(
        "Server-sent events. `open` or `reset`; `turn` (match, version) for every turn that waits, and again"
        " whenever one begins; each notice by its kind (`invitation`, `start`, `over`, `message`, `event` …)"
        " with its id, at, url, and the match, event or ladder that it is about; `end` (code)."
    ),
)
def mine(request: HttpRequest, last: Last = None) -> HttpResponseBase:
    """What the player has to hear, as it comes: turns, invitations, messages, events, notices, matches over.

    With Last-Event-ID what was missed comes first; `reset` in place of `open` says that it cannot be told any
    more, and that all is to be read anew. A notice may come twice after that: go by its `id`.
    """
    return opened(request, Mine(request, last or ""))


@tables.get(
    "/{match_id}/stream",
    auth=needs(READ),
    summary="The stream of a table",
    operation_id="open_match_stream",
    openapi_extra=as_events(
        "Server-sent events, each with match, version and status: `open` or `reset`; `table` whenever it has"
        " changed for who looks on, and `over`; `end` (code). 204 to who has been told that it is over."
    ),
)
def table(request: HttpRequest, match_id: Key, last: Last = None) -> HttpResponseBase:
    """When a table changes, for whom it lets see it: what is hidden from the player is told in no way.

    With Last-Event-ID `table` comes at once where it has changed since. After `over` the stream ends, and
    there is no more of it: 204.
    """
    look = Table(request, match_id, last or "")
    return HttpResponse(status=204) if look.told else opened(request, look)
