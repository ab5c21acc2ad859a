"""The client in Python is what docs/openapi.json makes, and it can be used."""

from __future__ import annotations

import json
import socket
import sys
import threading
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from boatzee_site.local import ROOT
from dicepool import refill
from tests.api.asking import ask
from tests.games.tables import begin, to_move

HOME = Path(ROOT) / "clients" / "python"
sys.path.append(str(HOME))  # it is a project of its own, beside ours

import generate  # noqa: E402
from boatzee_client import Refused, Site  # noqa: E402
from boatzee_client.shapes import MoveSent  # noqa: E402

MOST_LINES = 4500
DESCRIPTION = json.loads((Path(settings.BASE_DIR) / "docs" / "openapi.json").read_text())


def test_what_is_kept_is_of_this_description() -> None:
    for name, text in generate.written(DESCRIPTION).items():
        assert (HOME / "boatzee_client" / name).read_text() == text, f"{name}: run `make clients`"


def test_it_has_every_operation() -> None:
    described = {one["operationId"] for methods in DESCRIPTION["paths"].values() for one in methods.values()}
    assert described == {name for name in vars(Site) if not name.startswith("_")}


def test_it_is_small_typed_and_needs_nothing() -> None:
    lines = sum(len(file.read_text().splitlines()) for file in HOME.glob("boatzee_client/*.py"))
    assert lines <= MOST_LINES
    project = tomllib.loads((HOME / "pyproject.toml").read_text())
    assert project["project"]["dependencies"] == []
    assert project["tool"]["setuptools"]["package-data"] == {"boatzee_client": ["py.typed"]}
    assert (HOME / "boatzee_client" / "py.typed").exists()


@pytest.mark.parametrize(
    "shape",
    [
        {"type": "object", "properties": {"class": {"type": "string"}}},
        {"type": "object", "properties": {"of": {"type": "tuple"}}},
        {"type": "object", "properties": {"of": {"allOf": []}}},
        {"type": "string"},
    ],
)
def test_what_it_does_not_know_is_not_guessed_at(shape: dict[str, Any]) -> None:
    with pytest.raises(generate.Unknown):
        generate.written({"components": {"schemas": {"Shape": shape}}, "paths": {}})


@pytest.mark.django_db(transaction=True)
def test_it_plays(live_server: LiveServer, alice: User, bob: User) -> None:
    """As its README has it, and what is refused is told."""
    refill.add_sets(400, "tests")
    match = begin("BZ", alice, bob)
    site = Site(f"{live_server.url}/", ask(to_move(match), "read play").secret)
    assert site.get_me()["name"] == to_move(match).username
    (line,) = site.list_matches(my_turn=True)["items"]
    now = site.list_legal_moves(line["id"])
    last = now["moves"][-1]
    move: MoveSent = {"version": now["version"], "kind": last["kind"], "keep": last["keep"]}
    shown = site.make_move(line["id"], move, key="once")
    assert len(shown["moves"][-1]["dice"]) == 5
    assert site.make_move(line["id"], move, key="once") == shown
    with pytest.raises(Refused) as refused:
        site.make_move(line["id"], move)
    assert (refused.value.status, refused.value.code) == (409, "stale")
    assert refused.value.told["version"] == shown["version"]
    site.pin_match(line["id"], {"pinned": True})
    assert Site(live_server.url).list_events(bots=True)["items"] == []


@pytest.mark.parametrize("address", ["file:///etc/passwd", "ftp://boatzee.example", "boatzee.example", ""])
def test_an_address_that_is_none_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="no address of a site"):
        Site(address, "bzt_x")


class Answers:
    """A server that answers each in turn, and keeps what it was asked."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.asked = answers, list[str]()
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with self.socket:
            for answer in self.answers:
                line, _whence = self.socket.accept()
                with line:
                    self.asked.append(line.recv(65536).decode())
                    line.sendall(answer.replace("\n", "\r\n").encode())


def test_a_token_is_carried_to_no_other_site() -> None:
    other = Answers()
    site = Answers(f"HTTP/1.1 302 Found\nLocation: {other.address}/api/v1/me\nContent-Length: 0\n\n")
    with pytest.raises(Refused) as refused:
        Site(site.address, "bzt_x").get_me()
    assert (refused.value.status, refused.value.code) == (302, "unknown")
    assert "Authorization: Bearer bzt_x" in site.asked[0]
    assert other.asked == []


def test_what_stands_in_an_address_is_written_so() -> None:
    site = Answers('HTTP/1.1 200 OK\nContent-Type: application/json\nContent-Length: 13\n\n{"items": []}')
    Site(site.address).list_matches(my_turn=True, limit=7, cursor="a&b=c/é")
    assert site.asked[0].startswith("GET /api/v1/matches?my_turn=true&limit=7&cursor=a%26b%3Dc%2F%C3%A9 HTTP")
    assert "Authorization" not in site.asked[0]
    site = Answers("HTTP/1.1 404 Not Found\nContent-Type: text/html\nContent-Length: 3\n\n<p>")
    with pytest.raises(Refused) as refused:
        Site(site.address).get_player("../me?x")
    assert site.asked[0].startswith("GET /api/v1/players/..%2Fme%3Fx HTTP")
    assert (refused.value.code, refused.value.detail, refused.value.told) == ("unknown", "Not Found", {})


def test_it_says_when_to_come_again() -> None:
    told = '{"code": "too-often", "detail": "Slower."}'
    site = Answers(f"HTTP/1.1 429 Too Many Requests\nRetry-After: 41\nContent-Length: {len(told)}\n\n{told}")
    with pytest.raises(Refused, match="Slower") as refused:
        Site(site.address).get_me()
    assert refused.value.wait == 41


def test_streams_are_read_as_they_come() -> None:
    event = "Content-Type: text/event-stream\nConnection: close\n\n"
    said = ": still here\n\n"
    said += 'id: 5-1\nevent: invitation\ndata: {"id": 52}\n\ndata: {"code": "gone"}\nevent: end\n\n'
    site = Answers(f"HTTP/1.1 200 OK\n{event}{said}")
    told = list(Site(site.address).open_stream(last="4-1"))
    assert told == [("invitation", "5-1", {"id": 52}), ("end", "", {"code": "gone"})]
    assert "last-event-id: 4-1" in site.asked[0].lower()
    lines = "Content-Type: application/x-ndjson\nConnection: close\n\n"
    site = Answers(f'HTTP/1.1 200 OK\n{lines}{{"id": 1}}\n\n{{"id": 2}}\n')
    assert list(Site(site.address).stream_records()) == [{"id": 1}, {"id": 2}]
