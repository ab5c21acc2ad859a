"""Two people play a match with the same dice to the end, each in a browser of their own."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match, Seat
from tests.browser.conftest import Seat as Sit
from tests.browser.test_play import accept, ask_to_play, card_turn, play_alone

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]
PICTURES = os.environ.get("PICTURES", "")
"""A folder for what the pages look like, to be looked at by hand."""


def picture(page: Page, name: str) -> None:
    """Keep how the page looks, where somebody wants to see it."""
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), name
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)


def test_two_people_play_the_same_dice(seat: Sit, alice: User, bob: User) -> None:
    pages = {alice: seat(alice, 1280), bob: seat(bob, 360, "dark")}
    ask_to_play(pages[alice], "BO", "bob", pace="duplicate")
    pages[bob].goto("/matches/")
    picture(pages[bob], "invited")
    accept(pages[bob])
    match = Match.objects.get()
    assert match.status == Match.Status.RUNNING
    answers: list[str] = []
    pages[bob].on(
        "response", lambda answer: answers.append(answer.text()) if "/matches/" in answer.url else None
    )
    play_alone(match, alice, pages[alice])
    pages[bob].goto(f"/matches/{match.pk}/")
    expect(pages[bob].get_by_text("Hidden until you have finished").first).to_be_visible()
    serials = {serial for move in match.moves.filter(seat=0) for serial in move.serials}
    shown = "".join(answers)
    assert not any(re.search(rf"#{serial}\b", shown) for serial in serials), "nothing of alice's reached bob"
    card_turn(pages[bob])
    picture(pages[bob], "bob plays")
    picture(pages[alice], "alice waits")
    first = {seat: match.moves.filter(seat=seat, kind="roll").order_by("number")[0] for seat in (0, 1)}
    assert first[0].serials == first[1].serials
    assert first[0].dice == first[1].dice
    play_alone_from(match, bob, pages[bob])
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    for player, page in pages.items():
        page.goto(f"/matches/{match.pk}/")
        for played in Seat.objects.filter(match=match):
            expect(page.locator("#status")).to_contain_text(f"{played.total:,}")
        picture(page, f"over for {player.username}")


def play_alone_from(match: Match, player: User, page: Page) -> None:
    """What is left of the player's card, a turn by hand after the other."""
    while True:
        match.refresh_from_db()
        if match.over:
            return
        page.goto(f"/matches/{match.pk}/")
        card_turn(page)


def test_the_form_says_what_it_is(seat: Sit, alice: User) -> None:
    for width in (360, 1280):
        page = seat(alice, width)
        page.goto("/matches/new/?whom=named")
        page.locator(".more summary").click()
        page.get_by_role("radio", name=re.compile("Duplicate: .* the same dice")).check()
        picture(page, f"form at {width}")
