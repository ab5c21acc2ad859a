"""The real stream beside a live server, for pages that hear."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, Request
from pytest_django import Settings

from tests.browser.waiting import until


def reached(stream: str, settings: Settings) -> str:
    """Let pages reach the stream; gives its address."""
    allowed = f"connect-src 'self' {stream.removesuffix('/events')}"
    policy: str = settings.CONTENT_SECURITY_POLICY
    settings.CONTENT_SECURITY_POLICY = policy.replace("connect-src 'self'", allowed)
    return stream


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
