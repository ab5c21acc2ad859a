"""An open page shows what the other has done, without being asked."""

from __future__ import annotations

import pytest
from django.db import connection
from playwright.sync_api import Page, Route, expect
from pytest_django import Settings

from accounts.models import User
from games.models import Match
from games.rules.base import Kind, Move, Pace
from games.seats import lobby
from tests.browser.answers import COMPLAINTS, FOREIGN, Broken, expect_kept, lay, line, pass_time
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.browser.listening import hearing, reached
from tests.browser.test_accessibility import flaws
from tests.browser.waiting import until
from tests.games.tables import begin, make, seat_of, to_move

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


@pytest.fixture
def stream_url(stream: str, settings: Settings) -> str:
    return reached(stream, settings)


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


def test_an_invitation_becomes_the_table_as_soon_as_everybody_is_in(
    seat: Sit, alice: User, bob: User, carol: User
) -> None:
    match = lobby.invite(alice, [bob, carol], "BZ", {}, Pace.TURNS, "main")
    page = seat(alice, 360)
    with hearing(page):
        page.goto(f"/matches/{match.pk}/")
    lobby.answer(match.pk, bob, accept=True)
    expect(page.locator("main")).to_contain_text("bob is in.")
    lobby.answer(match.pk, carol, accept=True)
    expect(page.locator("#status")).to_contain_text("turn" if to_move(match) == alice else "Waiting for")


def test_a_page_of_tables_tells_what_happens_there(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    page = seat(None, 360)
    with hearing(page):
        page.goto("/watch/")
    assert flaws(page, "/watch/") == []
    mine = page.locator(".watched__seat", has_text=mover.username)
    expect(mine).to_contain_text("0")
    make(match, mover, Move(Kind.ROLL))
    make(match, mover, Move(Kind.SCORE, box="chance"))
    expect(mine.locator("strong")).to_have_text(str(seat_of(match, mover).total))
    page.locator(".match__link").click()
    expect(page.locator("#table")).to_be_visible()


def test_an_answer_that_comes_late_covers_no_newer_table(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    page = seat(bob if mover == alice else alice)
    with hearing(page):
        page.goto(f"/matches/{match.pk}/")
    held: list[int] = []

    def hold(route: Route) -> None:
        """Let the first answer be overtaken by the other's next move, and by the look that it causes."""
        answer = route.fetch()
        if not held:
            held.append(1)
            make(match, mover, Move(Kind.SCORE, box="chance"))
            connection.close()  # Playwright calls from a context of its own, where Django opens another
            page.wait_for_timeout(500)
        route.fulfill(response=answer)

    page.route(f"**/matches/{match.pk}/", hold)
    make(match, mover, Move(Kind.ROLL))
    until(page, lambda: held)
    expect(page.locator("#status")).to_contain_text("Your turn")
    expect(page.locator("[data-roll]")).to_be_visible()


def watched(sit: Sit, alice: User, bob: User) -> tuple[Match, User, Page]:
    """A match, who is to move, and the page of the other, which listens."""
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    page = sit(bob if mover == alice else alice)
    page.clock.install()
    with hearing(page):
        page.goto(f"/matches/{match.pk}/")
    return match, mover, page


def test_a_look_that_fails_is_told_and_made_again(seat: Sit, alice: User, bob: User, watch: Watch) -> None:
    watch.expected = COMPLAINTS
    match, mover, page = watched(seat, alice, bob)
    site = Broken(page, f"**/matches/{match.pk}/")
    site.say(502, FOREIGN.format("502 Bad Gateway"))
    make(match, mover, Move(Kind.ROLL))
    expect(line(page)).to_contain_text("cannot answer at the moment. All is as it was")
    expect(page.locator("#status")).to_contain_text("Waiting for")
    site.mend()
    expect(page.locator(".felt li")).to_have_count(5)
    expect(line(page)).to_contain_text("connection is back")
    pass_time(page, 6)
    expect(line(page)).to_be_empty()


def test_a_stream_that_was_refused_is_opened_again(seat: Sit, alice: User, bob: User, watch: Watch) -> None:
    watch.expected = COMPLAINTS
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    page = seat(bob if mover == alice else alice)
    stream = Broken(page, "**/events?*")
    stream.say(502, FOREIGN.format("502 Bad Gateway"))
    page.goto(f"/matches/{match.pk}/")
    make(match, mover, Move(Kind.ROLL))
    expect(page.locator(".felt li")).to_have_count(5)
    with page.expect_response(lambda answer: "/events" in answer.url and answer.ok):
        stream.mend()
    make(match, mover, Move(Kind.SCORE, box="chance"))
    expect(page.locator("#status")).to_contain_text("Your turn")


def test_news_take_nothing_away_that_was_chosen(seat: Sit, alice: User, bob: User) -> None:
    page = seat(alice)
    with page.expect_response(lambda answer: "/events" in answer.url and answer.ok):
        match = lay(page, alice)
    page.locator("#table").evaluate(
        "one => { one.dataset.seen = 'old'; one.querySelector('#status').append('!'); }"
    )
    page.locator("#typed").focus()
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#table[data-seen]")).to_have_count(0)
    expect_kept(page)
    expect(page.locator("#typed")).to_be_focused()
    expect(page.locator("[data-roll]")).to_contain_text("Roll 3 dice")
    assert match.moves.count() == 1


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
    with page.expect_response(lambda answer: "/events?t=" in answer.url and answer.ok):
        page.goto(f"/matches/{match.pk}/")
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
