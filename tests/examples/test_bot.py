"""examples/bot.py plays, waits and stops as it says."""

from __future__ import annotations

import importlib.util
import socket
import sys
import threading
from types import ModuleType, SimpleNamespace

import pytest
from pytest_django.live_server_helper import LiveServer

from accounts import limits
from accounts.limits import Rate
from accounts.models import User
from dicepool import refill
from games.models import Match
from games.rules.base import Pace
from games.seats import lobby
from tests.api.asking import ask
from tests.examples.playing import EXAMPLES, GAMES, all_over, interrupted, process
from tests.games.tables import begin

FILE = EXAMPLES / "bot.py"
COMMAND = (sys.executable, str(FILE), "--pause", "0.1")
LINES = 120


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one may ask in a minute is less than eight whole matches take."""
    monkeypatch.setattr(limits, "API", dict.fromkeys(("player", "address"), Rate(10**6, 60)))


@pytest.fixture
def bot() -> ModuleType:
    """The example as a module."""
    spec = importlib.util.spec_from_file_location("bot_example", FILE)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_is_short_and_needs_nothing() -> None:
    text = FILE.read_text()
    assert len(text.splitlines()) <= LINES
    words = [
        line.split()[1].split(".")[0] for line in text.splitlines() if line.startswith(("import", "from"))
    ]
    assert set(words) <= sys.stdlib_module_names


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("robots")
def test_it_plays_whole_matches_with_a_robot(live_server: LiveServer, alice: User) -> None:
    refill.add_sets(12_000, "tests")
    command = [*COMMAND, "--robot", "beginner", *GAMES]
    with process(command, live_server.url, ask(alice, "read play").secret) as running:
        found = all_over(running, len(GAMES))
        said = interrupted(running)
    assert sorted(match.code for match in found) == sorted(GAMES)
    assert {match.status for match in found} == {Match.Status.FINISHED}
    assert said.startswith("Playing as alice.\n")
    assert said.endswith("Goodbye.\n")
    assert "Waiting" not in said


@pytest.mark.django_db(transaction=True)
def test_it_accepts_invitations_and_two_of_it_may_play_for_one(
    live_server: LiveServer, alice: User, bob: User
) -> None:
    """Two processes with one token get in each other's way, which does no harm."""
    refill.add_sets(4000, "tests")
    lobby.invite(bob, [alice], "BO", {}, Pace.SPLIT, "main")
    begin("PG", alice, bob)
    secrets = [ask(player, "read play").secret for player in (alice, alice, bob)]
    with (
        process(COMMAND, live_server.url, secrets[0]) as first,
        process(COMMAND, live_server.url, secrets[1]) as second,
        process(COMMAND, live_server.url, secrets[2]) as opposite,
    ):
        found = all_over(first, 2)
        for running in (first, second, opposite):
            interrupted(running)
    assert {match.status for match in found} == {Match.Status.FINISHED}


@pytest.mark.django_db(transaction=True)
def test_it_stops_with_a_word_where_nothing_can_come_of_it(live_server: LiveServer) -> None:
    with process(COMMAND, live_server.url, "bzt_none") as running:
        said, complained = running.communicate(timeout=30)
    assert (running.returncode, said) == (1, "")
    assert complained == "This token is not valid, or no longer valid. Make a new one in your settings.\n"


class Site:
    """A server that answers what is in its list, one after the other, whatever it is asked."""

    def __init__(self, answers: list[bytes]) -> None:
        self.answers, self.asked = answers, 0
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with self.socket:
            for answer in self.answers:
                line, _whence = self.socket.accept()
                with line:
                    line.recv(65536)
                    self.asked += 1
                    line.sendall(answer)


def _answer(status: str, body: str, *headers: str) -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", "Connection: close", *headers, "", body]
    return "\r\n".join(lines).encode()


@pytest.fixture
def slept(bot: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long the bot has waited, each time; in truth it does not."""
    found: list[float] = []
    monkeypatch.setattr(bot, "time", SimpleNamespace(sleep=found.append))
    return found


def test_it_waits_as_long_as_it_is_asked_to(bot: ModuleType, slept: list[float]) -> None:
    kind = "Content-Type: application/problem+json"
    site = Site(
        [
            b"",
            b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{",
            _answer("502 Bad Gateway", "<html>", "Content-Type: text/html"),
            _answer("503 Service Unavailable", '{"code": "pool-empty"}', kind, "Retry-After: 5"),
            _answer("429 Too Many Requests", '{"code": "too-often"}', kind, "Retry-After: 41"),
            _answer("200 OK", '{"name": "alice"}', 'RateLimit: "player";r=0;t=12'),
            _answer("200 OK", '{"name": "alice"}', 'RateLimit: "player";r=7;t=12'),
        ]
    )
    asker = bot.Site(site.address + "/", "bzt_x")
    assert asker.ask("me") == {"name": "alice"}
    assert slept == [1.0, 2.0, 4.0, 5.0, 41.0, 12]
    assert asker.ask("me") == {"name": "alice"}
    assert slept[6:] == [0]
    assert site.asked == 7


def test_it_says_what_it_was_refused(bot: ModuleType, slept: list[float]) -> None:
    kind = "Content-Type: application/problem+json; charset=utf-8"
    told = '{"code": "stale", "detail": "The table has changed."}'
    site = Site(
        [_answer("409 Conflict", told, kind), _answer("404 Not Found", "?", "Content-Type: text/plain")]
    )
    for args in (("stale", "The table has changed."), (404, "Not Found")):
        with pytest.raises(bot.Refused) as refused:
            bot.Site(site.address, "bzt_x").ask("matches/7/moves", {"version": 1})
        assert refused.value.args == args
    assert slept == []


def test_a_match_that_is_refused_holds_up_no_other(
    bot: ModuleType, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    played = []

    def play(_site: object, match: dict[str, int]) -> None:
        played.append(match["id"])
        if match["id"] == 2:
            raise bot.Refused("stale", "The table has changed.")
        if match["id"] == 4:
            raise bot.Refused("suspended", "Staff have suspended your account.")

    monkeypatch.setattr(bot, "play", play)
    pages = {"": ([1, 2], "x"), "x": ([3, 4, 5], None)}

    def asked(path: str) -> dict[str, object]:
        found, following = pages[path.rpartition("cursor=")[2]]
        return {"items": [{"id": one} for one in found], "next": following}

    with pytest.raises(bot.Refused):
        bot.play_all(SimpleNamespace(ask=asked))
    assert played == [1, 2, 3, 4]
    assert capsys.readouterr().out == "Match 2: The table has changed.\n"
