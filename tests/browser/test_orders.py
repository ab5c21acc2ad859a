"""Standing orders in two browsers: given on their page, and at work on open tables until a match is over."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from accounts.models import User
from games.models import Match
from games.rules.base import Kind
from games.seats import robot_play
from tests.browser.conftest import Seat as Sit
from tests.browser.listening import hearing, reached
from tests.browser.test_accessibility import flaws
from tests.browser.test_play import click
from tests.browser.waiting import settled, tap
from tests.games.tables import begin, to_move

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]
MOST = 300  # moves by hand
ENOUGH = "600"


@pytest.fixture
def stream_url(stream: str, settings: Settings) -> str:
    return reached(stream, settings)


def give(page: Page, match: Match) -> None:
    """Order the first roll and the bank, and go back to the table, which hears from then on."""
    page.goto(f"/matches/{match.pk}/")
    page.get_by_role("link", name="Standing orders").click()
    page.get_by_label("Roll at once when my turn begins").check()
    page.get_by_label("Bank as soon as a turn has this many points").fill(ENOUGH)
    assert flaws(page, "standing orders") == []
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("link", name="Standing orders")).to_contain_text("on")
    with hearing(page):
        page.reload()


def by_hand(page: Page) -> None:
    """What the orders leave to the player: set the best dice aside and roll on, or roll all six."""
    settled(page)
    best = page.locator("[data-keep]")
    if best.count():
        wanted = list(best.first.get_attribute("data-keep") or "")
        for die in page.locator("#move [name=keep]").all():
            if (face := die.get_attribute("value") or "") in wanted:
                wanted.remove(face)
                tap(die)
    click(page, "roll")


def test_a_race_goes_to_its_end_by_orders_and_by_hand(seat: Sit, alice: User, bob: User) -> None:
    match = begin("DK", alice, bob, options={"target": 2000})
    pages = {alice: seat(alice, 360, "dark"), bob: seat(bob)}
    for page in pages.values():
        give(page, match)
    for _ in range(MOST):
        robot_play.move_all(match.pk)  # the worker, which is woken whenever something is due
        match.refresh_from_db()
        if match.over:
            break
        page = pages[to_move(match)]
        expect(page.locator("#table")).to_have_attribute("data-version", str(match.version))
        by_hand(page)
    for page in pages.values():
        expect(page.locator(".end")).to_be_visible()
        assert flaws(page, "the end") == []
    ordered = match.moves.filter(ordered=True)
    assert {Kind.ROLL, Kind.BANK} >= set(ordered.values_list("kind", flat=True)) >= {Kind.ROLL}
    banks = match.moves.filter(kind=Kind.BANK)
    assert not banks.filter(ordered=False).exists(), "nobody has banked by hand"
