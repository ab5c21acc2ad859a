"""My matches as a working list: by keys, and on to the next match by itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Match
from games.rules.base import Kind, Move
from games.tables import robots
from tests.browser.answers import pass_time
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import flaws
from tests.browser.waiting import stop_time
from tests.games.tables import begin, make, seat_of, to_move

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


def waits_for(player: User, other: User) -> Match:
    """A match in which the player has rolled and is to score."""
    match = begin("BZ", player, other)
    while to_move(match) != player:
        index = seat_of(match, other).index
        match.refresh_from_db()
        make(match, other, robots.by_rule_of_thumb(robots.Level.CASUAL, match.rules, match.table, index))
    return make(match, player, Move(Kind.ROLL))


def test_it_is_worked_off_by_keys_and_each_move_leads_on(seat: Sit, alice: User, bob: User) -> None:
    first, second, third = (waits_for(alice, bob) for _ in range(3))
    page = seat(alice, 360)
    page.clock.install()
    page.goto("/matches/")
    page.get_by_text("Sort and filter").click()
    page.get_by_label("After a move").check()
    page.get_by_role("button", name="Show", exact=True).click()
    assert not flaws(page, "/matches/")
    page.keyboard.press("j")
    page.keyboard.press("j")
    page.keyboard.press("p")
    expect(page.locator(".match__link").first).to_have_id(f"match-{second.pk}")
    expect(page.locator(f"#match-{second.pk}")).to_be_focused()
    page.keyboard.press("n")
    page.wait_for_url(f"**/matches/{second.pk}/")
    page.keyboard.press("n")  # skipped: it comes last now
    page.wait_for_url(f"**/matches/{first.pk}/")
    page.keyboard.press("/")
    page.keyboard.type("score chance\n")
    page.wait_for_url(f"**/matches/{third.pk}/")
    stop_time(page)
    page.keyboard.press("/")
    page.keyboard.type("score chance\n")
    expect(page.locator("[data-onward]")).to_be_visible()
    page.clock.run_for(100)  # it settles
    expect(page.get_by_role("button", name="Stay here")).to_be_visible()
    number = page.locator("[data-onward] .badge")
    assert number.evaluate("one => one.scrollWidth <= one.clientWidth"), "how many wait is not cut off"
    page.keyboard.press("Shift")
    expect(page.locator("[data-onward]")).to_have_count(0)
    pass_time(page, 2)
    assert re.search(f"/matches/{third.pk}/$", page.url), "whoever touches anything stays"
