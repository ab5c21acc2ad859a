"""Lessons at their tables by hand, and a choice taken back by its button and by its key."""

from __future__ import annotations

import os
import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lessons import LESSONS
from games.lessons.base import Lesson
from games.models import Match, Move
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from games.seats import lobby
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import LOOKS, flaws
from tests.browser.waiting import scripted, settled, tap
from tests.games.tables import make
from tests.long import sample

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool", "robots"),
]
PICTURES = os.environ.get("PICTURES", "")


def picture(page: Page, name: str) -> None:
    if PICTURES:
        width = (page.viewport_size or {"width": 0})["width"]
        page.screenshot(path=f"{PICTURES}/{name}-{width}.png", full_page=True)


def do(page: Page, lesson: Lesson, at: int) -> None:
    """Make the move that a step asks for, as a player does."""
    move, wanted = lesson.steps[at].do, list(lesson.steps[at].do.keep)
    expect(page.get_by_text(f"Step {at + 1} of {len(lesson.steps)}")).to_be_visible()
    settled(page)
    for die in page.locator("#move [name=keep]").all():
        face = int(die.get_attribute("value") or 0)
        keep = face in wanted
        if keep:
            wanted.remove(face)
        tap(die, chosen=keep)
    if move.kind is Kind.SCORE:
        tap(page.locator(f"#box-{move.box}"))
    page.locator(
        {"score": "[data-score]", "bank": "[data-bank]"}.get(move.kind, f"[value={move.kind}]")
    ).click()


@pytest.mark.parametrize("slug", sample(["bz", "bt", "dk", "pg"], "bz", "dk"))
@pytest.mark.parametrize(("width", "scheme"), sample(LOOKS, 360))
def test_a_lesson_is_played_to_its_end_and_leads_to_a_robot(
    seat: Sit, alice: User, width: int, scheme: str, slug: str
) -> None:
    lesson = LESSONS[slug]
    page = seat(alice, width, scheme)
    page.goto(f"/lessons/{slug}/")
    scripted(page)
    for at in range(len(lesson.steps)):
        if at in (1, 3):
            picture(page, f"{slug}-{at}")
            assert flaws(page, f"step {at + 1}") == []
        do(page, lesson, at)
    expect(page.get_by_text(lesson.end)).to_be_visible()
    picture(page, f"{slug}-end")
    assert flaws(page, "the end of a lesson") == []
    page.get_by_role("button", name="Play a robot now").click()
    expect(page).to_have_url(re.compile(r"/matches/\d+/"))
    assert Match.objects.get().code == lesson.code


def test_a_wrong_choice_has_a_kind_word_and_the_lesson_goes_on_later(seat: Sit, alice: User) -> None:
    lesson = LESSONS["bz"]
    page = seat(alice, 360, "light")
    page.goto("/lessons/")
    assert flaws(page, "all lessons") == []
    picture(page, "all")
    page.get_by_role("link", name=lesson.title, exact=True).click()
    scripted(page)
    do(page, lesson, 0)
    expect(page.get_by_text("Step 2 of 8")).to_be_visible()
    settled(page)
    tap(page.locator("#box-chance"))
    page.locator("[data-score]").click()
    expect(page.get_by_role("alert")).to_contain_text("two rolls are left")
    assert flaws(page, "a word") == []
    picture(page, "word")
    page.get_by_text("Show me what to do").click()
    expect(page.get_by_text("Keep 5 5 5", exact=True)).to_be_visible()
    page.goto("/lessons/")
    expect(page.get_by_text("7 steps left")).to_be_visible()


@pytest.mark.parametrize("width", [360, 1280])
def test_a_choice_is_taken_back_by_button_and_by_key(seat: Sit, alice: User, width: int) -> None:
    match = make(lobby.invite(alice, [], "BZ", {}, Pace.TURNS, "main"), alice, RulesMove(Kind.ROLL))
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    page = seat(alice, width, "light")
    page.goto(f"/matches/{match.pk}/")
    scripted(page)
    picture(page, "back-before")
    expect(page.locator("#box-chance")).to_have_count(0)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#box-chance")).to_be_visible()
    expect(page.locator("#table[data-back]")).to_have_count(1)  # so that no dice are thrown
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    expect(page.get_by_text("with choices taken back")).to_be_visible()
    assert flaws(page, "a table gone back") == []
    picture(page, "back-after")
    tap(page.locator("#box-chance"))
    page.locator("[data-score]").click()
    expect(page.get_by_role("button", name="Take back")).to_be_enabled()
    settled(page)
    page.keyboard.press("u")
    expect(page.locator("#box-chance")).to_be_visible()
    assert Move.objects.filter(match=match, kind=Kind.TAKE_BACK).count() == 2
