"""Word from Redis to open pages, by the real stream."""

from __future__ import annotations

import http.client
import json
import shutil
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote, urlsplit

import pytest
import redis
from django.core import signing

from accounts import live, visitors
from accounts.live import channels
from accounts.visitors import Visitor
from boatzee_site import local
from boatzee_site.local.services import Valkey
from tests.site.stream import stream_process

SITE = "http://127.0.0.1:8000"


@contextmanager
def stream(
    address: str, token: str, origin: str = SITE, home: str = "127.0.0.1", **headers: str
) -> Iterator[http.client.HTTPResponse]:
    """Open one from an address of the loopback; `headers` by their names with _ for -."""
    url = urlsplit(address)
    line = http.client.HTTPConnection(url.hostname or "", url.port, timeout=30, source_address=(home, 0))
    sent = {"Origin": origin, **{name.replace("_", "-"): value for name, value in headers.items()}}
    with closing(line):
        line.request("GET", f"{url.path}?t={quote(token)}", headers=sent)
        with line.getresponse() as answer:
            yield answer


HERE = Visitor("address-127.0.0.1", visitors.bound("", "127.0.0.1"))


def token(*names: str, visitor: Visitor = HERE) -> str:
    return live.token(visitor, *names)


def next_event(answer: http.client.HTTPResponse) -> str:
    while True:
        line = answer.readline().decode().strip()
        if line.startswith("event:"):
            return line.removeprefix("event:").strip()


@pytest.fixture(scope="module")
def running() -> Iterator[str]:
    """The address of one that all tests share that do not stop it."""
    with stream_process(SITE) as address:
        yield address


def test_a_page_hears_of_its_own_channels_only(running: str) -> None:
    with stream(running, token("match-7")) as answer:
        assert answer.status == 200
        assert answer.getheader("Content-Type", "").startswith("text/event-stream")
        assert answer.getheader("Access-Control-Allow-Origin") == SITE
        answer.readline()  # the stream has begun
        live.publish("match-8")
        live.publish("match-7")
        assert next_event(answer) == "match-7"


def test_a_page_is_told_to_come_back_soon_and_not_all_pages_at_the_same_moment(running: str) -> None:
    told = set()
    for _ in range(5):
        with stream(running, token("match-7")) as answer:
            what, milliseconds = answer.readline().split()
            assert (what, 500 <= int(milliseconds) <= 2000) == (b"retry:", True)
            told.add(milliseconds)
    assert len(told) > 1


def test_each_of_several_streams_answers_by_an_address_of_its_own(running: str) -> None:
    with stream(f"{running}-2", token("match-7")) as answer:
        assert answer.status == 200
        answer.readline()
        live.publish("match-7")
        assert next_event(answer) == "match-7"


def test_pages_of_one_thing_are_told_the_same_of_several_streams() -> None:
    several = "/events, /events-2,/events-3"
    told = {name: channels.address(several, name) for name in (f"match-{number}" for number in range(50))}
    assert set(told.values()) == {"/events", "/events-2", "/events-3"}
    assert all(channels.address(several, name) == address for name, address in told.items())
    assert channels.address("/events", "match-7") == "/events"


def test_a_token_that_is_not_ours_is_refused(running: str) -> None:
    for token in ("", "match-7", signing.dumps(["match-7"], salt="another")):
        with stream(running, token) as answer:
            assert answer.status == 403


def test_another_site_may_not_listen(running: str) -> None:
    with stream(running, token("match-7"), origin="https://evil.example") as answer:
        assert answer.getheader("Access-Control-Allow-Origin") is None


def test_health_tells_of_redis(running: str) -> None:
    with urllib.request.urlopen(running.replace("/events", "/health/"), timeout=30) as answer:
        assert json.loads(answer.read()) == {"redis": "up"}


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    """A server of the test's own, which it may stop."""
    folder = Path(tempfile.mkdtemp(prefix="boatzee-"))
    server = Valkey(folder)
    server.start()
    yield server
    server.stop()
    shutil.rmtree(folder)


def status_becomes(address: str, token: str, wanted: int) -> bool:
    limit = time.monotonic() + 60
    while time.monotonic() < limit:
        with stream(address, token) as answer:
            if answer.status == wanted:
                return True
        time.sleep(0.2)
    return False


@pytest.mark.faults
def test_without_redis_it_says_so_and_comes_back_with_it(valkey: Valkey) -> None:
    given, url = token("match-7"), local.redis_url(valkey.home)
    with stream_process(SITE, REDIS_URL=url) as address:
        assert status_becomes(address, given, 200)
        with stream(address, given) as answer:
            answer.readline()
            valkey.stop()
            assert answer.read().strip() == b"", "the stream ends: the page comes back and looks anew"
        assert status_becomes(address, given, 503)
        valkey.start()
        assert local.redis_url(valkey.home) == url
        assert status_becomes(address, given, 200)
        with stream(address, given) as answer, redis.Redis.from_url(url) as line:
            answer.readline()
            line.publish(f"{channels.PREFIX}match-7", "changed")
            assert next_event(answer) == "match-7"


@pytest.mark.faults
def test_open_streams_do_not_keep_it_from_stopping() -> None:
    with stream_process(SITE) as address, stream(address, token("match-7")) as answer:
        answer.readline()
        stopping = time.monotonic()
    assert time.monotonic() - stopping < 10
