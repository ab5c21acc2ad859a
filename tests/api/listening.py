"""A program that listens: a stream opened at a real stream process, and its events as they come."""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from django.db import connection

from accounts import notices
from accounts.models import User
from boatzee_site.api.place import PREFIX
from games.match import play
from games.models import Match
from games.rules.base import Kind, Move
from tests.api.asking import ask
from tests.games.tables import to_move
from tests.site.stream import stream_process

SITE = "http://127.0.0.1:8000"


class Event(NamedTuple):
    """One that came: its name, its id, and what it holds."""

    name: str
    id: str
    data: dict[str, Any]


class Listening:
    """An open stream. `status` and `headers` are those of the answer."""

    def __init__(self, answer: http.client.HTTPResponse) -> None:
        self.answer, self.status, self.headers = answer, answer.status, answer.headers
        self.last = ""

    def next(self) -> Event:
        """The next event, however long it takes. Raises EOFError at the end of the stream."""
        name, data = "", ""
        while True:
            line = self.answer.readline().decode()
            if not line:
                raise EOFError
            field, _, value = line.rstrip("\n").partition(": ")
            if field == "id":
                self.last = value
            elif field == "event":
                name = value
            elif field == "data":
                data += value
            elif not field and name:
                return Event(name, self.last, json.loads(data))

    def until(self, name: str) -> Event:
        """The next event of this name."""
        while (found := self.next()).name != name:
            pass
        return found

    def rest(self) -> list[Event]:
        """All that comes up to the end."""
        found = []
        try:
            while True:
                found.append(self.next())
        except EOFError:
            return found

    def refusal(self) -> Any:
        """What is said instead of a stream."""
        return json.loads(self.answer.read())


def database() -> str:
    """The address of the database of the tests."""
    there = connection.settings_dict
    return f"postgres://{there['USER']}@{quote(there['HOST'], safe='')}/{there['NAME']}"


@contextmanager
def process(there: str, **environment: str) -> Iterator[str]:
    """A stream process that reads this database; gives its origin."""
    with stream_process(SITE, DATABASE_URL=there, **environment) as address:
        yield address.removesuffix("/events")


@contextmanager
def listen(
    origin: str, player: Any, path: str = "stream", last: str = "", *, secret: str = "", method: str = "GET"
) -> Iterator[Listening]:
    """Open the stream of a player's program behind the event `last`; by another `secret`, or by none: "-"."""
    url = urlsplit(origin)
    line = http.client.HTTPConnection(url.hostname or "", url.port, timeout=40)
    headers = {"Last-Event-ID": last} if last else {}
    if secret != "-":
        headers["Authorization"] = f"Bearer {secret or ask(player, 'read').secret}"
    with closing(line):
        line.request(method, f"/{PREFIX}{path}", headers=headers)
        with line.getresponse() as answer:
            yield Listening(answer)


def roll(match: Match) -> None:
    """Let whoever is to move do so."""
    match.refresh_from_db()
    play.move(match.pk, to_move(match), match.version, Move(Kind.ROLL))


def tell(player: User, key: str, kind: str = "event", address: str = "/events/7/") -> None:
    """Something comes into the player's list of notices."""
    notices.tell([player], kind, key, "Something has happened", address)


def names(found: list[Event]) -> list[str]:
    """What they are."""
    return [one.name for one in found]
