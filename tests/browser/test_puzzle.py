"""Puzzles in a browser: found at the table, looked over, and shared by the link of their position."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.coach import advice
from games.models import Puzzle, PuzzleTry
from games.positions import decode
from games.puzzles import stock
from games.rules.base import Kind
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import LOOKS, flaws
from tests.browser.waiting import scripted
from tests.games.puzzles.posed import posed
from tests.long import sample
from tests.tabled import tables

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("width", "scheme"), sample(LOOKS, 360))
def test_a_puzzle_is_solved_at_the_table(seat: Sit, alice: User, width: int, scheme: str) -> None:
    tables("BO")
    advice.forget()
    stock.top_up("BO", 1, seed=2)
    page = seat(alice, width, scheme)
    page.goto("/")
    page.get_by_role("contentinfo").get_by_role("link", name="Puzzles").click()
    expect(page.get_by_text("What brings the most points on average?")).to_be_visible()
    assert flaws(page, "a puzzle") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    head = page.locator("thead .seat__name")
    expect(head).to_have_text("The card")
    assert head.evaluate("name => name.scrollWidth <= name.clientWidth"), "its name is cut"
    puzzle = Puzzle.objects.get()
    position = decode(puzzle.position)
    best = position.rules.moves(position.state, 0)[puzzle.best]
    if best.kind is Kind.SCORE:
        page.locator(f'input[name="box"][value="{best.box}"]').check(force=True)
        page.locator('button[value="score"]').click()
    else:
        keep = list(best.keep)
        for pick in page.locator('input[name="keep"]').all():
            if int(pick.get_attribute("value") or 0) in keep:
                keep.remove(int(pick.get_attribute("value") or 0))
                pick.check(force=True)
        page.locator('button[value="roll"]').click()
    expect(page.get_by_role("heading", name="Right.")).to_be_visible()
    assert flaws(page, "a solution") == []
    assert len(page.content()) < 60_000
    page.get_by_role("link", name="Share this position").click()
    page.get_by_role("button", name="What does perfect play think?").click()
    expect(page.get_by_role("heading", name="What perfect play thinks")).to_be_visible()
    assert flaws(page, "a position") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_it_is_answered_by_keys_as_at_a_table_and_they_lead_on(seat: Sit, alice: User) -> None:
    puzzle, other = posed(), posed("BX")
    page = seat(alice, 1280, "light")
    page.goto(f"/puzzles/{puzzle.pk}/")
    scripted(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("roll the others")
    assert flaws(page, "the keys of a puzzle") == []
    page.keyboard.press("Escape")
    for key in ("1", "2", "3"):  # the three 3s
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Roll 2 dice")).to_be_enabled()
    page.keyboard.press("r")
    expect(page.get_by_role("heading", name="Right.")).to_be_visible()
    scripted(page)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("the next puzzle")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    expect(page.get_by_text("What brings the most points on average?")).to_be_visible()
    scripted(page)
    page.keyboard.press("ArrowUp")  # the last box: chance
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Not the best.")).to_be_visible()
    assert PuzzleTry.objects.get(puzzle=puzzle).right
    assert not PuzzleTry.objects.get(puzzle=other).right


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_lists_of_puzzles_are_read(seat: Sit, alice: User, width: int, scheme: str) -> None:
    posed(), posed("DK")
    page = seat(alice, width, scheme)
    page.goto("/puzzles/today/")
    expect(page.get_by_role("heading", name="Puzzle of")).to_be_visible()
    other = Puzzle.objects.get(day_of__isnull=True)  # which of the two is today's hangs on the day
    page.goto(f"/puzzles/?game={other.code}")
    page.locator('input[name="keep"]').first.check(force=True)
    page.locator('button[value="roll"]').click()
    for where in ("/puzzles/days/", "/puzzles/mine/"):
        page.goto(where)
        expect(page.get_by_role("table")).to_be_visible()
        assert flaws(page, where) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
