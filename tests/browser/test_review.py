"""The review of a match by a coach who knows Boat, looked over, and one of its positions tried again."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.coach import advice, reviews
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import LOOKS, flaws
from tests.games.tables import begin, play_out
from tests.long import sample
from tests.tabled import tables

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


@pytest.mark.parametrize(("width", "scheme"), sample(LOOKS, 360))
def test_a_review_is_read_and_a_position_tried_again(
    seat: Sit, alice: User, bob: User, width: int, scheme: str
) -> None:
    tables("BO")
    advice.forget()
    for seed in (1, 2):
        match = play_out(begin("BO", alice, bob), seed)
    page = seat(alice, width, scheme)
    page.goto(f"/matches/{match.pk}/")
    page.get_by_role("link", name="Review", exact=True).click()
    expect(page.get_by_text("The coach is looking at this match")).to_be_visible()
    assert reviews.make_due() == 2
    page.get_by_role("link", name="Look again").click()
    expect(page.get_by_role("heading", name="The player or the dice?")).to_be_visible()
    assert flaws(page, "a review") == []
    costliest = page.get_by_role("article").first
    costliest.get_by_text("What was best").click()
    best = costliest.locator("details strong").inner_text()
    costliest.get_by_label("Try again").select_option(label=best)
    costliest.get_by_role("button", name="What is that worth?").click()
    expect(page.get_by_role("article").first.get_by_role("status")).to_have_text("That is best.")
    assert len(page.content()) < 60_000
    page.get_by_role("link", name="My play over time").click()
    expect(page.get_by_role("heading", name="Box by box")).to_be_visible()
    assert flaws(page, "my play") == []
