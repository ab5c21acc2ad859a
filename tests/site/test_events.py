"""Word from Redis to open pages, by the real events process."""

from __future__ import annotations

import http.client
import json
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import quote, urlsplit

from django.core import signing

from games import live
from tests.site.events import events_process

SITE = "http://127.0.0.1:8000"


@contextmanager
def stream(address: str, token: str, origin: str = SITE) -> Iterator[http.client.HTTPResponse]:
    url = urlsplit(address)
    line = http.client.HTTPConnection(url.hostname or "", url.port, timeout=10)
    with closing(line):
        line.request("GET", f"{url.path}?t={quote(token)}", headers={"Origin": origin})
        with line.getresponse() as answer:
            yield answer


def next_event(answer: http.client.HTTPResponse) -> str:
    while True:
        line = answer.readline().decode().strip()
        if line.startswith("event:"):
            return line.removeprefix("event:").strip()


def test_a_page_hears_of_its_own_channels_only() -> None:
    with events_process(SITE) as address, stream(address, live.token("match-7")) as answer:
        assert answer.status == 200
        assert answer.getheader("Content-Type", "").startswith("text/event-stream")
        assert answer.getheader("Access-Control-Allow-Origin") == SITE
        answer.readline()  # the stream has begun
        live.publish("match-8")
        live.publish("match-7")
        assert next_event(answer) == "match-7"


def test_a_token_that_is_not_ours_is_refused() -> None:
    with events_process(SITE) as address:
        for token in ("", "match-7", signing.dumps(["match-7"], salt="another")):
            with stream(address, token) as answer:
                assert answer.status == 403


def test_another_site_may_not_listen() -> None:
    leave = live.token("match-7")
    with events_process(SITE) as address, stream(address, leave, origin="https://evil.example") as answer:
        assert answer.getheader("Access-Control-Allow-Origin") is None


def test_health_tells_of_redis() -> None:
    with events_process(SITE) as address:
        answer = urllib.request.urlopen(address.replace("/events", "/health/"), timeout=5)
        with answer:
            assert json.loads(answer.read()) == {"redis": "up"}
