"""A line that drops while one talks at a table: a word is said once, and no older look covers it."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import APIResponse, Route, expect

from accounts.models import User
from accounts.talk import rooms
from games.chat import Beside
from games.models import Remark
from tests.browser.answers import COMPLAINTS, CUTS, FOREIGN, Broken, line, pass_time
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.browser.waiting import until
from tests.games.tables import begin

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]
COVERED = """() => new MutationObserver(() => {
  window.covered ||= !document.querySelector("#remarks").textContent.includes("Good evening");
}).observe(document.getElementById("heard"), { childList: true, subtree: true, characterData: true })"""


@pytest.fixture(autouse=True)
def _complaints(watch: Watch) -> None:
    watch.expected = COMPLAINTS


@pytest.mark.parametrize("cut", CUTS, ids=["before", "after"])
def test_a_word_in_the_chat_is_said_once(
    seat: Sit, alice: User, bob: User, cut: Callable[[Broken], None]
) -> None:
    match = begin("BZ", alice, bob)
    page = seat(alice, 360)
    page.clock.install()
    page.goto(f"/matches/{match.pk}/")
    page.locator("#chat summary").click()
    expect(page.locator("#remarks")).to_contain_text("Nobody has said anything yet")
    site = Broken(page, "**/chat/")
    cut(site)
    page.locator("#say").fill("Good evening")
    page.keyboard.press("Enter")
    expect(line(page)).to_contain_text("no connection")
    expect(page.locator("#say")).to_have_value("Good evening")
    site.mend()
    pass_time(page, 3)
    expect(page.locator("#remarks")).to_contain_text("Good evening")
    expect(page.locator("#say")).to_have_value("")
    pass_time(page, 2.5)
    assert Remark.objects.count() == 1
    page.locator("#say").fill("Good evening")
    page.keyboard.press("Enter")
    expect(page.locator("#remarks li")).to_have_count(2)


def test_a_chat_that_does_not_open_is_opened_later(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    page = seat(alice, 360)
    page.goto(f"/matches/{match.pk}/")
    site = Broken(page, "**/chat/")
    site.say(502, FOREIGN.format("502 Bad Gateway"))
    page.locator("#chat summary").click()
    expect(line(page)).to_contain_text("cannot answer")
    expect(page.locator("#heard")).to_contain_text("Open the chat")
    site.mend()
    expect(page.locator("#remarks")).to_contain_text("Nobody has said anything yet")


def test_a_word_that_is_refused_stays_in_its_field(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    page = seat(alice, 360)
    page.goto(f"/matches/{match.pk}/")
    page.locator("#chat summary").click()
    expect(page.locator("#remarks")).to_be_visible()
    page.locator("#say").evaluate("one => one.removeAttribute('maxlength')")
    page.locator("#say").fill("a" * 2001)
    page.locator("#say").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("2,000 is the most")
    expect(page.locator("#say")).to_have_value("a" * 2001)


def test_what_was_asked_for_before_a_word_does_not_cover_it(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    page = seat(alice, 360)
    page.goto(f"/matches/{match.pk}/")
    page.locator("#chat summary").click()
    expect(page.locator("#remarks")).to_contain_text("Nobody has said anything yet")
    late: list[tuple[Route, APIResponse]] = []
    site = Broken(page, "**/chat/", "GET")
    site.how = lambda route: late.append((route, route.fetch()))
    for _ in range(2):  # opened again it looks for what was said meanwhile
        page.locator("#chat summary").click()
    until(page, lambda: late)
    site.mend()
    page.locator("#say").fill("Good evening")
    page.locator("#say").press("Enter")
    expect(page.locator("#remarks")).to_contain_text("Good evening")
    page.evaluate(COVERED)
    [(route, answer)] = late
    route.fulfill(response=answer)
    until(page, lambda: len(site.asked) == 2)  # it looks again, for what is there now
    expect(page.locator("#remarks")).to_contain_text("Good evening")
    assert not page.evaluate("window.covered")


def test_why_a_word_was_refused_stays_until_it_is_sent_again(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    page = seat(alice, 360)
    page.goto(f"/matches/{match.pk}/")
    page.locator("#chat summary").click()
    expect(page.locator("#remarks")).to_be_visible()
    page.locator("#say").evaluate("one => one.removeAttribute('maxlength')")
    page.locator("#say").fill("a" * 2001)
    page.locator("#say").press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("2,000 is the most")
    rooms.say(Beside(match), bob, "Good evening")
    for _ in range(2):  # opened again it looks for what was said meanwhile
        page.locator("#chat summary").click()
    expect(page.locator("#remarks")).to_contain_text("Good evening")
    expect(page.get_by_role("alert")).to_contain_text("2,000 is the most")
    page.locator("#say").fill("Good morning")
    page.locator("#say").press("Enter")
    expect(page.locator("#remarks")).to_contain_text("Good morning")
    expect(page.get_by_role("alert")).to_have_count(0)
