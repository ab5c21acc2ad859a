"""The parts of `make failover` that need no cluster: killing, and telling who plays again."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from boatzee_site.local import ROOT
from boatzee_site.local.starting import until
from tests.failover import looking
from tests.failover.cluster import DEPLOY
from tests.failover.machines import Machines
from tests.failover.play import NEXT, Players, Steady
from tests.soak.book import Ack, Act, Book
from tests.soak.browser import Browser
from tests.soak.player import Site
from tests.soak.table import Hand

FAMILY = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
print(child.pid, flush=True)
time.sleep(600)
"""


def runs(pid: int) -> bool:
    """Whether this process does anything still."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def test_a_machine_dies_whole_and_comes_back(tmp_path: Path) -> None:
    machines = Machines(tmp_path)
    machines.begin("one", [sys.executable, "-c", FAMILY], os.environ)
    apart = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    try:
        log = tmp_path / "one.log"
        while not log.read_text().strip():
            time.sleep(0.02)
        child = int(log.read_text())
        assert machines.ended() == []
        machines.kill("one", apart.pid)
        apart.wait()
        assert machines.ended() == ["one"]
        while runs(child):  # whoever takes in orphans has yet to see it
            time.sleep(0.02)
        machines.begin_again("one")
        assert machines.ended() == []
    finally:
        machines.stop()
        apart.kill()
    assert machines.ended() == ["one"]


def players(tables: int) -> Players:
    """At so many tables, with nobody there yet."""
    book = Book()
    hands = [Hand(Browser(1, name, "", book), None) for name in "abcdefgh"[: 2 * tables]]  # type: ignore[arg-type]
    site = Site(1, [], threading.Event())
    pairs = [Steady(site, (hands[at], hands[at + 1]), "/matches/1/") for at in range(0, 2 * tables, 2)]
    return Players(pairs, book, site.over)


def test_who_has_not_played_since_is_behind() -> None:
    found = players(3)
    found.book.acks += [Ack(who, 1, 1, Act("roll"), at) for who, at in (("a", 9.0), ("d", 11.0), ("e", 10.0))]
    assert found.behind(10.0) == {"a and b", "e and f"}
    assert found.behind(8.0) == set()


def test_moves_are_counted_over_the_last_seconds() -> None:
    found, now = players(1), time.time()
    found.book.acks += [Ack("a", 1, 1, Act("roll"), now - ago) for ago in (9.0, 1.0, 0.5)]
    assert found.rate(2.0) == 1.0


def test_the_end_of_a_match_leads_to_the_next() -> None:
    page = '<div id="what-next">\n<a class="button button--big" href="/matches/7/">Go to the next one</a>'
    found = NEXT.search(page)
    assert found is not None
    assert found[1] == "/matches/7/"
    assert NEXT.search(page.replace('class="button', 'class="button" data-next="1')) is None


def test_what_is_filled_in_is_known() -> None:
    """Files of deploy/cluster are templates: nothing in them may stay unfilled."""
    assert {file.name for file in DEPLOY.iterdir()} == {
        *("haproxy.cfg", "patroni.yml", "pgbouncer.ini", "sentinel.conf", "valkey.conf"),
    }


@pytest.fixture
def looked_at() -> Iterator[tuple[str, list[str]]]:
    """Where a page is served, and what it says: the first word of the list, "" for a fault, once each."""
    words: list[str] = []

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            said = words.pop(0) if len(words) > 1 else words[0]
            self.send_response(200 if said else 503)
            self.end_headers()
            self.wfile.write(said.encode())

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/", words
    server.shutdown()
    server.server_close()


def test_who_looks_counts_what_was_shown_and_what_was_not(
    looked_at: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "PAUSE", 0.01)
    address, words = looked_at
    words += ["Watch", "", "", looking.MENDING, "Watch"]
    looker = looking.Looker(address)
    looker.begin()
    until(lambda: looker.shown > 3, 10, "nothing is shown")
    looker.end()
    assert (looker.missed, looker.mending) == (2, 1)
    assert looker.faults() == []


def test_a_page_that_is_away_for_long_is_a_fault(
    looked_at: tuple[str, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(looking, "PAUSE", 0.01)
    monkeypatch.setattr(looking, "WITHOUT", 0.2)
    address, words = looked_at
    words += [""]
    looker = looking.Looker(address)
    looker.begin()
    time.sleep(0.3)
    looker.end()
    assert [fault.what[:15] for fault in looker.faults()] == ["no public page "]


def test_what_pages_say_while_we_are_mending_is_what_is_looked_for() -> None:
    assert looking.MENDING in (ROOT / "templates" / "_mending.html").read_text()
