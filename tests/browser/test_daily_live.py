"""A day's page hears that its ranking changes."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from pytest_django import Settings

from accounts.models import User
from games.daily import days, schedule, trying
from games.models import DailyTry
from tests.browser.conftest import Seat as Sit
from tests.browser.listening import hearing, reached
from tests.games.daily.played import fill
from tests.worker import work

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


@pytest.fixture
def stream_url(stream: str, settings: Settings) -> str:
    """Pages hear."""
    return reached(stream, settings)


def test_the_ranking_grows_while_somebody_looks(
    seat: Sit, bob: User, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schedule, "game_of", lambda day: "BO")
    days.begin(schedule.today())
    page = seat(alice)
    with hearing(page):
        page.goto("/daily/")
    expect(page.get_by_text("Nobody has finished yet.")).to_be_visible()
    page.locator("#day").evaluate("day => { day.dataset.pause = 1 }")
    match = fill(trying.begin(bob, schedule.today()), bob)
    expect(page.get_by_text("Nobody has finished yet.")).to_be_visible()
    work()
    expect(page.get_by_text("1 player has finished.")).to_be_visible()
    total = DailyTry.objects.get(match=match).total
    expect(page.get_by_role("row", name="bob")).to_contain_text(str(total))
    page.locator("#day").evaluate("day => { day.dataset.pause = 1 }")  # it is another part now
    fill(trying.begin(alice, schedule.today()), alice)
    work()
    expect(page.get_by_text("of 2 players")).to_be_visible()
    expect(page.get_by_role("button", name="Copy the result")).to_be_visible()
