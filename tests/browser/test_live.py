"""An open page shows what the other has done, without being asked."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.db import connection
from playwright.sync_api import Route, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.rules.base import Kind, Move
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.games.tables import begin, make, to_move
from tests.site.events import events_process

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


@pytest.fixture
def events_url(live_server: LiveServer, settings: object) -> Iterator[str]:
    with events_process(live_server.url) as here:
        host = urlsplit(live_server.url).hostname or ""
        address = here.replace("127.0.0.1", host)  # cookies go to one host
        policy = settings.CONTENT_SECURITY_POLICY  # type: ignore[attr-defined]
        allowed = {**policy["DIRECTIVES"], "connect-src": ["'self'", address.removesuffix("/events")]}
        settings.CONTENT_SECURITY_POLICY = {"DIRECTIVES": allowed}  # type: ignore[attr-defined]
        yield address


def test_the_others_move_appears_by_itself(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    page = seat(bob if mover == alice else alice)
    with page.expect_response(lambda answer: "/events" in answer.url and answer.ok):
        page.goto(f"/matches/{match.pk}/")
    make(match, mover, Move(Kind.ROLL))
    expect(page.locator(".felt li")).to_have_count(5)
    make(match, mover, Move(Kind.SCORE, box="chance"))
    expect(page.locator("#status")).to_contain_text("Your turn")
    expect(page.locator("[data-roll]")).to_be_visible()


def test_an_answer_that_comes_late_covers_no_newer_table(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    page = seat(bob if mover == alice else alice)
    with page.expect_response(lambda answer: "/events" in answer.url and answer.ok):
        page.goto(f"/matches/{match.pk}/")
    page.wait_for_timeout(500)  # the look that follows the opening of the stream is over
    held: list[int] = []

    def hold(route: Route) -> None:
        """Let the first answer be overtaken by the other's next move, and by the look that it causes."""
        answer = route.fetch()
        if not held:
            held.append(1)
            make(match, mover, Move(Kind.SCORE, box="chance"))
            connection.close()  # Playwright calls from a context of its own, where Django opens another
            page.wait_for_timeout(1000)
        route.fulfill(response=answer)

    page.route(f"**/matches/{match.pk}/", hold)
    make(match, mover, Move(Kind.ROLL))
    page.wait_for_timeout(2500)
    assert held
    expect(page.locator("#status")).to_contain_text("Your turn")
    expect(page.locator("[data-roll]")).to_be_visible()


def test_a_refused_stream_is_asked_for_again_with_a_new_token(
    seat: Sit, alice: User, bob: User, watch: Watch
) -> None:
    watch.expected = ("403", "CORS", "Failed to load resource")
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    page = seat(bob if mover == alice else alice)
    tokens: list[str] = []

    def refuse_once(route: Route) -> None:
        tokens.append(route.request.url)
        if len(tokens) == 1:
            route.fulfill(status=403, body="not any more")
        else:
            route.continue_()

    page.route("**/events?t=*", refuse_once)
    page.goto(f"/matches/{match.pk}/")
    with page.expect_response(lambda answer: "/events?t=" in answer.url and answer.ok):
        page.wait_for_timeout(1100)  # tokens tell the second in which they were made
    assert len(set(tokens)) == 2
    make(match, mover, Move(Kind.ROLL))
    expect(page.locator(".felt li")).to_have_count(5)


def test_without_a_stream_the_page_looks_by_itself(seat: Sit, alice: User, bob: User, watch: Watch) -> None:
    watch.expected = ("429", "CORS", "Failed to load resource")
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    page = seat(bob if mover == alice else alice)
    page.route("**/events?t=*", lambda route: route.fulfill(status=429, body="So many"))
    page.goto(f"/matches/{match.pk}/")
    make(match, mover, Move(Kind.ROLL))
    expect(page.locator(".felt li")).to_have_count(5)
    page.wait_for_timeout(1000)
    make(match, mover, Move(Kind.SCORE, box="chance"))
    expect(page.locator("[data-roll]")).to_be_visible(timeout=30_000)
