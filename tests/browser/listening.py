"""The real stream beside a live server, for pages that hear."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Page, Request
from pytest_django.live_server_helper import LiveServer

from tests.browser.waiting import until
from tests.site.stream import stream_process


@contextmanager
def beside(live_server: LiveServer, settings: object) -> Iterator[str]:
    """Start it, and let pages reach it; gives its address."""
    with stream_process(live_server.url) as here:
        host = urlsplit(live_server.url).hostname or ""
        address = here.replace("127.0.0.1", host)  # cookies go to one host
        policy: str = settings.CONTENT_SECURITY_POLICY  # type: ignore[attr-defined]
        allowed = f"connect-src 'self' {address.removesuffix('/events')}"
        settings.CONTENT_SECURITY_POLICY = policy.replace("connect-src 'self'", allowed)  # type: ignore[attr-defined]
        yield address


@contextmanager
def hearing(page: Page) -> Iterator[None]:
    """The page that is opened in this block hears after it, and the look that it takes as soon as its stream
    is open is over: what happens then is not seen before it is said.
    """
    under_way: set[Request] = set()

    def ask(request: Request) -> None:
        if "x-asked-by" in request.headers:
            under_way.add(request)

    def end(request: Request) -> None:
        under_way.discard(request)

    page.on("request", ask)
    page.on("requestfinished", end)
    page.on("requestfailed", end)
    with page.expect_response(lambda answer: "/events" in answer.url and answer.ok):
        yield
    page.evaluate("() => new Promise((done) => setTimeout(done, 300))")  # in its own time, however slow it is
    until(page, lambda: not under_way)
    for name, hear in (("request", ask), ("requestfinished", end), ("requestfailed", end)):
        page.remove_listener(name, hear)
