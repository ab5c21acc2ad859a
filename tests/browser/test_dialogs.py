"""What opens over a page: it is whole on every screen, takes the focus, and gives it back."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.coach import advice
from games.rules.base import Kind, Move
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import flaws
from tests.browser.waiting import scripted, tap
from tests.games.coach.coached import Simple
from tests.games.tables import begin, make, play_out

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
    pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360), (1280, 800)]),
]
HAS_FOCUS = "one => one.contains(document.activeElement)"


def at(page: Page, address: str, width: int, height: int) -> Page:
    """The page, on a screen of this size."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(address)
    scripted(page)
    return page


def is_whole(dialog: Locator, first: Locator, last: Locator) -> None:
    """What it begins with and the way out of it are both seen at once, and it has the focus."""
    expect(dialog).to_be_visible()
    assert dialog.evaluate(HAS_FOCUS)
    expect(dialog).to_be_in_viewport(ratio=1)
    for one in (first, last):
        expect(one).to_be_in_viewport(ratio=1)
    assert flaws(dialog.page, "a dialog") == []


def test_keys_and_a_hint(
    seat: Sit, alice: User, monkeypatch: pytest.MonkeyPatch, width: int, height: int
) -> None:
    monkeypatch.setattr(advice, "advisor", lambda rules: Simple())
    match = make(begin("BZ", alice), alice, Move(Kind.ROLL))
    page = at(seat(alice), f"/matches/{match.pk}/", width, height)
    dialog = page.get_by_role("dialog")
    for opener in ("[data-keys]", "[data-hint]"):
        page.locator(opener).focus()
        page.keyboard.press("Enter")
        is_whole(dialog, dialog.get_by_role("heading"), dialog.get_by_role("button", name="Close"))
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
        expect(page.locator(opener)).to_be_focused()


def test_the_question_before_a_zero(seat: Sit, alice: User, width: int, height: int) -> None:
    match = make(begin("BZ", alice), alice, Move(Kind.ROLL))
    page = at(seat(alice), f"/matches/{match.pk}/", width, height)
    box = page.locator("[name=box][data-points='0']").first
    tap(box)
    box.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    is_whole(dialog, dialog.get_by_role("heading"), dialog.get_by_role("button", name="Take the zero"))
    page.keyboard.press("Escape")
    expect(box).to_be_focused()
    match.refresh_from_db()
    assert match.version == 1


def test_the_picture_of_an_end(seat: Sit, alice: User, bob: User, width: int, height: int) -> None:
    match = play_out(begin("BO", alice, bob))
    page = at(seat(alice), f"/matches/{match.pk}/", width, height)
    page.locator("[data-picture]").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog")
    is_whole(dialog, dialog.get_by_role("img"), dialog.get_by_role("button", name="Close"))
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("[data-picture]")).to_be_focused()
