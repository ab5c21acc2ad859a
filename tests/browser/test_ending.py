"""The end of a match, and the picture that is shared of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from accounts.models import User
from games.match import play
from games.models import Match
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import flaws
from tests.browser.waiting import scripted
from tests.games.tables import begin

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


def saved(page: Page) -> Image.Image:
    """The picture as it is saved."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the picture").click()
    assert download.value.suggested_filename.endswith(".png")
    path = download.value.path()
    return Image.open(Path(path)).convert("RGB")


def test_it_comes_with_the_last_move_and_holds_all_that_is_next(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    page = seat(alice, 360)
    page.goto(f"/matches/{match.pk}/")
    page.get_by_role("link", name="Resign").click()
    page.get_by_role("button", name="Resign").click()
    expect(page.locator("#status")).to_contain_text("bob has won: you resigned.")
    scripted(page)
    again, picture = page.get_by_role("button", name="Play again"), page.get_by_role("link", name="Picture")
    for one in (again, picture):
        box = one.bounding_box()
        assert box
        assert box["y"] + box["height"] <= 640, "on the first screen"
    assert flaws(page, "the end") == []
    page.locator("[data-picture]").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("img")).to_have_accessible_name(
        "Boatzee. 1. bob, 0 points; 2. alice, 0 points."
    )
    assert flaws(page, "the picture") == []
    painted = saved(page)
    assert painted.size == (1200, 630)
    colours = painted.getcolors(maxcolors=1 << 20)
    assert colours
    assert len(colours) > 500
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("[data-picture]")).to_be_focused()
    again.click()
    page.wait_for_url(lambda url: f"/{match.pk}/" not in url)
    assert Match.objects.filter(rematch_of=match).exists()


def test_whoever_has_scrolled_down_the_sheet_sees_who_has_won(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BT", alice, bob)
    page = seat(alice, 1280)
    page.goto(f"/matches/{match.pk}/")
    scripted(page)
    page.locator("#chat").scroll_into_view_if_needed()
    expect(page.locator("#status")).not_to_be_in_viewport()
    play.resign(match.pk, bob, match.version)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#status")).to_contain_text("You have won")
    expect(page.locator("#status")).to_be_in_viewport()
