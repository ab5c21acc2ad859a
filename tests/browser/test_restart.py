"""The web server goes away under an open table and comes back: what was tapped meanwhile happens once.

The server is the real one, with the static files that the tests have collected under their hashed names.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import suppress

import pytest
from django.conf import settings
from django.db import connection
from playwright.sync_api import expect

from accounts.models import User
from boatzee_site.local.services import free_port
from games.rules.base import Kind, Move
from tests.browser.answers import COMPLAINTS, choose, expect_kept, line, rolls
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.games.tables import begin, make

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


class Server:
    """gunicorn on one port, beside the database of the tests."""

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://localhost:{self.port}"
        database = os.environ["DATABASE_URL"].rsplit("/", 1)[0] + f"/{connection.settings_dict['NAME']}"
        self.environment = {
            **os.environ,
            "DATABASE_URL": database,
            "PORT": str(self.port),
            "WEB_WORKERS": "1",
            "STATIC_ROOT": str(settings.STATIC_ROOT),
            "STATICFILES": "boatzee_site.storage.Files",
            "SITE_URL": self.url,
        }
        self.start()

    def start(self) -> None:
        """Give back when it answers."""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "gunicorn", "boatzee_site.wsgi", "--log-level", "error"],
            env=self.environment,
            cwd=settings.BASE_DIR,
            start_new_session=True,
        )
        limit = time.monotonic() + 60
        while time.monotonic() < limit:
            with suppress(OSError):
                urllib.request.urlopen(f"{self.url}/health/", timeout=2).close()
                return
            time.sleep(0.1)
        raise AssertionError("the server does not start")

    def stop(self) -> None:
        """Give back when it is gone."""
        self.process.terminate()
        self.process.wait(20)


@pytest.fixture
def server(_laid_out: None, transactional_db: None) -> Iterator[Server]:
    running = Server()
    yield running
    running.stop()


def test_a_restart_under_an_open_table(seat: Sit, watch: Watch, server: Server, alice: User) -> None:
    watch.expected = COMPLAINTS
    match = begin("BZ", alice)
    make(match, alice, Move(Kind.ROLL))
    page = seat(alice, 360)
    modules: list[str] = []
    page.on("request", lambda asked: modules.append(asked.url) if "/js/" in asked.url else None)
    page.goto(f"{server.url}/matches/{match.pk}/")
    choose(page)
    assert len(modules) == len({url.split("/js/")[1].split(".")[0] for url in modules}), "each module once"
    server.stop()
    page.locator("[data-roll]").click()
    expect(line(page)).to_contain_text("no connection")
    page.wait_for_timeout(3500)
    expect_kept(page)
    assert rolls(match) == 1
    server.start()
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left", timeout=40_000)
    expect(line(page)).to_contain_text("connection is back")
    page.wait_for_timeout(3000)
    assert rolls(match) == 2
