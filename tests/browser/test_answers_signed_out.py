"""Who was signed out elsewhere or comes with an old form goes on where they were, and nobody for another."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.answers import COMPLAINTS, Broken, choose, expect_kept, lay, line, pass_time, rolls
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.conftest import PASSWORD
from tests.games.tables import begin

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


@pytest.fixture(autouse=True)
def _complaints(watch: Watch) -> None:
    watch.expected = COMPLAINTS


def sign_out(page: Page) -> Page:
    """Sign out in another tab; gives the tab."""
    other = page.context.new_page()
    other.goto("/help/")
    other.locator(".site-nav summary").click()
    other.get_by_role("button", name="Sign out").click()
    if "/logout/" in other.url:
        other.locator("main form button").click()
    expect(other.get_by_role("link", name="Sign in").first).to_be_visible()
    return other


def sign_in(page: Page, player: User) -> None:
    """By the form on the page."""
    page.locator("[name=login]").fill(player.username)
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")
    page.wait_for_url(lambda url: "/login/" not in url)


def come_back(page: Page) -> None:
    """As when the reader turns to this tab again."""
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


def test_signed_out_elsewhere_it_says_so_and_goes_on_after_signing_in(seat: Sit, alice: User) -> None:
    page = seat(alice)
    match = lay(page, alice)
    other = sign_out(page)
    page.locator("[data-roll]").click()
    expect(line(page)).to_contain_text("You are signed out")
    expect_kept(page)
    link = page.get_by_role("link", name="Sign in").and_(page.locator("#line a"))
    expect(link).to_have_attribute("href", f"/accounts/login/?next=%2Fmatches%2F{match.pk}%2F")
    come_back(page)
    pass_time(page, 0.7)
    expect_kept(page)
    other.goto(link.get_attribute("href") or "")
    sign_in(other, alice)
    assert other.url.endswith(f"/matches/{match.pk}/")
    come_back(page)
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
    assert rolls(match) == 2


def test_an_old_form_is_sent_again_with_a_new_token(seat: Sit, alice: User) -> None:
    page = seat(alice)
    match = lay(page, alice)
    other = sign_out(page)
    other.goto("/accounts/login/")
    sign_in(other, alice)
    statuses: list[int] = []
    page.on("response", lambda answer: statuses.append(answer.status) if "/move/" in answer.url else None)
    page.locator("[data-roll]").click()
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
    assert statuses == [403, 200]
    assert rolls(match) == 2
    page.locator("[data-roll]").click()
    expect(page.locator(".felt__rolls")).to_have_text("No roll left")


def test_what_one_player_chose_is_not_sent_for_another(seat: Sit, alice: User, bob: User) -> None:
    page = seat(alice)
    match = lay(page, alice)
    other = sign_out(page)
    other.goto("/accounts/login/")
    sign_in(other, bob)
    site = Broken(page)
    page.locator("[data-roll]").click()
    expect(line(page)).to_contain_text("Somebody else is now signed in")
    expect(page.get_by_role("link", name="Load again")).to_be_visible()
    expect_kept(page)
    come_back(page)
    pass_time(page, 1.5)
    assert len(site.asked) == 1
    assert rolls(match) == 1


def test_without_scripts_a_refused_form_leads_back_to_the_table(seat: Sit, alice: User) -> None:
    page = seat(alice, scripts=False)
    match = begin("BZ", alice)
    page.goto(f"/matches/{match.pk}/")
    page.context.clear_cookies(name="csrf")
    page.locator("[data-roll]").click()
    expect(page.get_by_role("alert")).to_contain_text("earlier visit")
    assert (page.locator("main").bounding_box() or {"y": 999})["y"] < 150, "below the head, not at the foot"
    page.get_by_role("link", name="Back").click()
    expect(page.locator("[data-roll]")).to_be_visible()
    page.context.clear_cookies(name="session")
    page.locator("[data-roll]").click()
    sign_in(page, alice)
    assert page.url.endswith(f"/matches/{match.pk}/")
    page.locator("[data-roll]").click()
    choose(page)
