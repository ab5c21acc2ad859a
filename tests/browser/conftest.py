"""A real Chromium against a real server, and players who sit at it.

Scripts and styles are served as in production: bundled, packed, and under names that are kept for ever.
Any error on the console, any error of a page's own, any breach of the content policy fails the test.
"""

from __future__ import annotations

import os
import shutil
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import handlers
from django.core.management import call_command
from django.template.autoreload import reset_loaders
from django.test import Client, override_settings
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect, sync_playwright
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from tests.laid_out import laid_out
from tests.machine import lacks
from tests.site.stream import stream_process

WHOLE = "/usr/bin/chromium"
CHROMIUM = shutil.which("chromium-headless-shell") or WHOLE
"""Without windows, which take half as long again, where Debian's package chromium-headless-shell is there."""
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--disable-dev-shm-usage"),
)
# Django and Playwright's own loop meet in one thread; the tests ask the database only between pages.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
# A machine that does much else beside may keep a page waiting; what never comes still fails.
expect.set_options(timeout=15_000)


@pytest.fixture(scope="package")
def _laid_out(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Static files as production lays them out.

    What templates have kept of addresses is forgotten before and after: tests of pages without a browser,
    which the same process runs in between, see the names of the sources.
    """
    stores = {**settings.STORAGES, "staticfiles": {"BACKEND": "boatzee_site.storage.Files"}}
    with laid_out(tmp_path_factory.getbasetemp() / "static") as (folder, is_missing):
        if is_missing:
            with override_settings(STATIC_ROOT=folder, STORAGES=stores):
                call_command("collectstatic", interactive=False, verbosity=0)
    with override_settings(STATIC_ROOT=folder, STORAGES=stores):
        reset_loaders()
        yield
    reset_loaders()


@pytest.fixture(scope="package")
def live_server(_laid_out: None) -> Iterator[LiveServer]:
    """The site, whose own middleware serves the static files."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(handlers, "StaticFilesHandler", lambda application: application)
        server = LiveServer("localhost")
    yield server
    server.stop()


@pytest.fixture(scope="package")
def stream(live_server: LiveServer) -> Iterator[str]:
    """The address of the real stream beside the site, which all tests of pages that hear share."""
    with stream_process(live_server.url) as address:
        yield address.replace("127.0.0.1", urlsplit(live_server.url).hostname or "")  # cookies go to one host


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """The browser; without one the test is skipped, or fails where REQUIRE_BROWSER says it must be there."""
    if not shutil.which(CHROMIUM):
        lacks(f"There is no {WHOLE}: install Debian's package chromium to run the browser tests.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        yield browser
        browser.close()


@dataclass
class Watch:
    """What went wrong in the pages of a test."""

    faults: list[str] = field(default_factory=list)
    expected: tuple[str, ...] = ()
    """Words of faults that the test provokes."""

    def hear(self, page: Page) -> None:
        """Listen to a page."""
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not any(word in message.text for word in self.expected):
            self.faults.append(f"{message.type}: {message.text}")


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Fails the test for whatever its pages complained of."""
    found = Watch()
    yield found
    assert not found.faults


Seat = Callable[..., Page]


@pytest.fixture
def stream_url() -> str:
    """Where pages hear of changes: nowhere, unless a test says otherwise."""
    return ""


@pytest.fixture
def seat(
    chromium: Browser, live_server: LiveServer, watch: Watch, stream_url: str, transactional_db: None
) -> Iterator[Seat]:
    """Open a browser session: `seat(player, width=360, scheme="dark")`; without a player, signed out.

    Pages hear nothing here: tests of what they hear start the stream themselves.
    """
    contexts: list[BrowserContext] = []

    def sit(
        player: User | None = None,
        width: int = 1280,
        scheme: str = "light",
        *,
        scripts: bool = True,
        motion: str = "reduce",
    ) -> Page:
        context = chromium.new_context(
            viewport={"width": width, "height": 800},
            color_scheme=scheme,  # type: ignore[arg-type]
            reduced_motion=motion,  # type: ignore[arg-type]
            java_script_enabled=scripts,
            base_url=live_server.url,
        )
        contexts.append(context)
        context.set_default_timeout(15_000)
        if player is not None:
            client = Client()
            client.force_login(player)
            key = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies(
                [{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}]
            )
        page = context.new_page()
        watch.hear(page)
        return page

    with override_settings(EVENTS_URL=stream_url):
        yield sit
        for context in contexts:
            context.close()
        let_answers_end()


def let_answers_end() -> None:
    """What a page asked for last may still be under way, in threads of the live server: their locks and the
    emptying of the tables would wait for each other, or their rows would come after it.
    """
    for thread in threading.enumerate():
        if thread.name.endswith("(process_request_thread)"):
            thread.join(20)
