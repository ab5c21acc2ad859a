"""The coach's hint over the table: one for a tap, however often one taps, and a refusal in its place."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from accounts import limits, spending
from accounts.models import User
from games.coach import advice
from games.rules.base import Kind, Move
from tests.browser.answers import Broken
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.browser.test_accessibility import flaws
from tests.browser.waiting import scripted
from tests.games.coach.coached import Simple
from tests.games.tables import begin, make

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]
TWICE = "() => { const link = document.querySelector('[data-hint]'); link.click(); link.click(); }"


def at_table(page: Page, player: User) -> Page:
    """A practice after its first roll."""
    match = make(begin("BZ", player), player, Move(Kind.ROLL))
    page.goto(f"/matches/{match.pk}/")
    scripted(page)
    return page


def test_a_hint_is_asked_for_once_whoever_taps_twice(
    seat: Sit, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(advice, "advisor", lambda rules: Simple())
    page = at_table(seat(alice, 360), alice)
    site = Broken(page, "**/hint/")
    page.evaluate(TWICE)
    dialog = page.get_by_role("dialog")
    expect(dialog.locator(".hint__what")).to_be_visible()
    assert len(site.asked) == 1
    assert flaws(page, "a hint") == []
    dialog.get_by_role("button", name="Close").click()
    expect(dialog).to_be_hidden()
    page.locator("[data-hint]").click()
    expect(dialog.locator(".hint__what")).to_be_visible()
    assert len(site.asked) == 2


def test_that_there_were_too_many_is_said_without_a_second_page_in_the_page(
    seat: Sit, alice: User, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    watch.expected = ("429",)
    one = limits.Budget("The coach needs a rest.", (limits.Rate(1, limits.HOUR),))
    monkeypatch.setattr(limits, "BUDGETS", {**limits.BUDGETS, "hint": one})
    spending.spend("hint", alice)
    page = at_table(seat(alice, 360), alice)
    page.locator("[data-hint]").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text("The coach needs a rest.")).to_be_visible()
    expect(dialog.locator("header, footer, nav")).to_have_count(0)
