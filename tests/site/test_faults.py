"""Faults are told to a Sentry, where there is one, and nothing of whoever they happened to."""

from __future__ import annotations

import gzip
import http.server
import json
import threading
from collections.abc import Iterator
from typing import Any

import brotli  # type: ignore[import-untyped]
import pytest

from tests.site.test_settings import PRODUCTION, start

BROKEN = """
import logging
from unittest.mock import patch
import django
django.setup()
from django.test import Client

def broken(self, request):
    what_she_sent = request.POST["text"]
    raise RuntimeError(f"What alice wrote: {what_she_sent}")

headers = {"host": "boatzee.example", "x-request-id": "request-4711", "x-forwarded-for": "192.0.2.99"}
client = Client(raise_request_exception=False, REMOTE_ADDR="192.0.2.77", headers=headers)
client.cookies["__Host-session"] = "her-session"
with patch("boatzee_site.status.Status.__call__", broken):
    answer = client.post("/people/alice/?q=her-words", {"text": "her-secret"}, secure=True)
assert answer.status_code == 500, answer.status_code
logging.getLogger("games").error("Nothing came of %s", "her-name")
"""
PLAIN = "django.contrib.staticfiles.storage.StaticFilesStorage"
HERS = ("her-", "alice wrote", "192.0.2", "people/alice", "Cookie")


class Sentry(http.server.ThreadingHTTPServer):
    """A server that takes events."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Envelopes)
        self.said: list[str] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def dsn(self) -> str:
        """Where to send them."""
        return f"http://key@127.0.0.1:{self.server_address[1]}/1"

    def events(self) -> list[dict[str, Any]]:
        """All that came: an envelope is a line of its own, then a head and a body of each of its parts."""
        return [json.loads(text.splitlines()[2]) for text in self.said]


class Envelopes(http.server.BaseHTTPRequestHandler):
    """One delivery."""

    server: Sentry

    def do_POST(self) -> None:
        """Take it."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        unpack = {"gzip": gzip.decompress, "br": brotli.decompress}[self.headers["Content-Encoding"]]
        self.server.said.append(unpack(body).decode())
        self.send_response(200)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (its own name)
        """Say nothing."""


@pytest.fixture
def sentry() -> Iterator[Sentry]:
    server = Sentry()
    yield server
    server.shutdown()
    server.server_close()


def test_a_fault_is_told_with_the_id_of_its_request_and_nothing_of_the_visitor(sentry: Sentry) -> None:
    done = start(BROKEN, **PRODUCTION, STATICFILES=PLAIN, SENTRY_DSN=sentry.dsn)
    assert done.returncode == 0, done.stderr
    assert "alice wrote" in done.stderr, "the site's own log has the words"
    [fault, line] = sentry.events()
    [told] = fault["exception"]["values"]
    assert told["type"] == "RuntimeError"
    assert told["stacktrace"]["frames"][-1]["function"] == "broken"
    assert fault["tags"] == {"request_id": "request-4711"}
    assert line["logentry"] == {"message": "Nothing came of %s"}
    assert [word for word in HERS for said in sentry.said if word in said] == []


WITHOUT = "import sys, django; django.setup(); assert 'sentry_sdk' not in sys.modules"


def test_without_an_address_nothing_of_it_is_loaded() -> None:
    assert start(WITHOUT, **PRODUCTION).returncode == 0
    assert start(WITHOUT, **PRODUCTION, SENTRY_DSN="http://key@127.0.0.1:1/1").returncode == 1


def test_an_address_that_is_none_refuses_to_start_with_one_line() -> None:
    done = start(**PRODUCTION, SENTRY_DSN="nonsense")
    assert done.stderr == "Boatzee cannot start: SENTRY_DSN is no address of a Sentry.\n"
