"""The daily in a browser: a guest plays it to the end, shares it, signs up and keeps it; and past days."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache
from playwright.sync_api import Page, expect

from accounts.models import User
from games.daily import days, perfect, schedule, trying
from games.match import deals
from games.models import Daily, DailyTry, Match
from games.rules import dealt
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import RULES_OF_AXE
from tests.browser.test_first_match import sign_up
from tests.games.daily.played import at, fill, noon
from tests.games.daily.test_pure import Greedy
from tests.long import sample
from tests.worker import work

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]
PICTURES = os.environ.get("PICTURES", "")


@pytest.fixture(autouse=True)
def _boat(monkeypatch: pytest.MonkeyPatch, pool: None) -> None:
    """Today is a day of Boat."""
    cache.clear()
    monkeypatch.setattr(schedule, "game_of", lambda day: "BO")
    days.begin(schedule.today())


def look(page: Page, name: str) -> None:
    """Axe finds nothing, and the page fits; a picture is kept where it is wanted."""
    found = Axe().run(page, options=RULES_OF_AXE).response["violations"]
    assert [one["id"] for one in found] == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if PICTURES:
        width = page.viewport_size["width"] if page.viewport_size else 0
        page.screenshot(path=str(Path(PICTURES) / f"daily-{name}-{width}.png"), full_page=True)


@pytest.mark.parametrize("width", sample([360, 1280], 360))
def test_a_guest_plays_shares_signs_up_and_keeps_it(seat: Sit, bob: User, width: int) -> None:
    fill(trying.begin(bob, schedule.today()), bob)
    work()
    page = seat(None, width)
    page.goto("/")
    page.get_by_role("link", name="Today’s daily").click()
    look(page, "begin")
    page.get_by_role("button", name="Play today’s daily").click()
    expect(page.locator("#table")).to_be_visible()
    page.get_by_role("button", name="Roll").first.click()
    expect(page.locator("[data-version='1']")).to_be_visible()
    page.goto("/daily/")
    page.get_by_role("button", name="Go on playing").click()
    expect(page.locator("[data-version='1']")).to_be_visible()
    match = Match.objects.get(seats__player__guest=True)
    guest = User.objects.get(guest=True)
    page.get_by_label("Or type your move").fill("score chance")
    page.get_by_role("button", name="Do it").click()
    expect(page.locator("[data-version='2']")).to_be_visible()
    fill(match, guest)
    work()
    page.reload()
    page.get_by_role("link", name="To the ranking of the day").click()
    total = DailyTry.objects.get(player=guest).total
    expect(page.locator(".daily__total")).to_contain_text(str(total))
    shared = page.get_by_label("Your result to share").input_value()
    assert f"{total} point" in shared
    assert "■" in shared or "◧" in shared
    expect(page.get_by_role("button", name="Copy the result")).to_be_visible()
    look(page, "guest")
    sign_up(page)
    page.goto("/daily/")
    expect(page.get_by_text("of 2 players")).to_be_visible()
    assert DailyTry.objects.get(match=match).player == User.objects.get(username="dora")
    look(page, "kept")


@pytest.mark.parametrize("width", sample([360, 1280], 1280))
def test_a_day_that_is_over_lies_open(seat: Sit, alice: User, bob: User, width: int) -> None:
    day = schedule.today() - timedelta(days=1)
    rules = dealt("BO")
    with at(noon(day)):
        days.begin(day)
        for player in (alice, bob):
            fill(trying.begin(player, day), player, first=player.pk % 3)
        work()
    assert days.end(day)
    daily = Daily.objects.select_related("deal").get(day=day)
    sets = {(one.turn, one.roll): one.dice for one in deals.laid_open(daily.deal)}
    found = perfect.play(rules, Greedy(), sets)  # type: ignore[arg-type]
    Daily.objects.filter(day=day).update(perfect=found.dump())
    page = seat(alice, width)
    page.goto("/daily/days/")
    look(page, "days")
    page.locator("tbody a").first.click()
    page.get_by_text("Turn by turn").click()
    page.get_by_text("Every turn and roll").click()
    look(page, "open")
    page.get_by_role("link", name="Replay").first.click()
    expect(page.locator("h1")).to_be_visible()
    page.go_back()
    page.get_by_role("button", name="Play these dice again").click()
    expect(page.locator("#table")).to_be_visible()
