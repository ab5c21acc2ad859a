"""The archive in a browser: searched, noted, gathered, commented on, on a phone and on a desk."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.archive import collecting, notes
from games.models import Match
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import LOOKS, flaws
from tests.games.archive.filled import copies
from tests.games.tables import begin, play_out

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]
PICTURES = os.environ.get("ARCHIVE_PICTURES", "")
"""A folder for what the tests see, to be looked at."""
LONG = "W" * 60


def looked_over(page: Page, name: str) -> None:
    """Nothing is wrong with the page that is open."""
    if PICTURES:
        page.screenshot(path=Path(PICTURES) / f"{name}.png", full_page=True)
    assert flaws(page, name) == []


def at(page: Page, name: str) -> str:
    scheme = "dark" if page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") else "light"
    size = page.viewport_size
    return f"{name}-{size and size['width']}-{scheme}"


def test_searched_noted_and_gathered_on_a_phone(seat: Sit, alice: User, bob: User, carol: User) -> None:
    match = play_out(begin("BO", alice, bob))
    play_out(begin("BO", bob, carol), seed=2)
    page = seat(alice, 360)
    page.goto("/archive/")
    expect(page.locator(".archive__match")).to_have_count(2)
    page.get_by_label("Player").fill("alice")
    page.get_by_label("Against").fill("bob")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".archive__match")).to_have_count(1)
    looked_over(page, at(page, "search"))
    page.get_by_role("link", name="Boat", exact=True).click()
    page.get_by_text("My note and collections").click()
    page.get_by_role("link", name="Write a note for myself").click()
    page.get_by_label("Note").fill("Keep threes\nlonger")
    looked_over(page, at(page, "note"))
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".archive__text")).to_contain_text("Keep threes")
    page.get_by_role("link", name="A new collection with this match").click()
    page.get_by_label("Name").fill("Against bob")
    page.get_by_label("Everybody may look at it").check()
    page.get_by_role("button", name="Make it").click()
    expect(page.get_by_role("heading", name="Against bob")).to_be_visible()
    expect(page.locator(".archive__match")).to_have_count(1)
    looked_over(page, at(page, "collection"))
    page.get_by_role("button", name="Take out").click()
    expect(page.locator(".archive__match")).to_have_count(0)
    page.goto(f"/archive/?player=alice&against=bob&words={LONG}")
    expect(page.get_by_text("There is no finished match like that.")).to_be_visible()
    page.goto("/archive/?player=alice")
    page.get_by_role("button", name=f"Put in match {match.pk}").click()
    expect(page.get_by_text("The match is in “Against bob”.")).to_be_visible()


def test_comments_are_opened_by_both(seat: Sit, alice: User, bob: User, carol: User) -> None:
    match = play_out(begin("BO", alice, bob))
    mine, theirs, stranger = seat(alice, 360), seat(bob), seat(carol)
    replay = f"/matches/{match.pk}/replay/"
    mine.goto(replay)
    mine.get_by_role("link", name="Say something about the match").click()
    mine.get_by_label("Say something about the match").fill("Well played")
    mine.get_by_role("button", name="Send").click()
    expect(mine.locator(".said")).to_contain_text("Well played")
    looked_over(mine, at(mine, "comments"))
    for page in (mine, theirs):
        page.goto(replay)
        expect(page.locator(".comments")).to_contain_text("Well played")
        page.get_by_role("button", name="I agree that everybody may read them").click()
        expect(page.get_by_role("button", name="For the players alone")).to_be_visible()
    looked_over(theirs, at(theirs, "replay"))
    stranger.goto(replay)
    expect(stranger.locator(".comments")).to_contain_text("Well played")
    theirs.get_by_role("button", name="For the players alone").click()
    expect(theirs.get_by_role("button", name="I agree that everybody may read them")).to_be_visible()
    stranger.goto(replay)
    expect(stranger.locator("#replay")).to_be_visible()
    expect(stranger.locator(".comments")).to_have_count(0)


@pytest.mark.parametrize("look", [LOOKS[0], pytest.param(LOOKS[1], marks=pytest.mark.long)])
def test_its_pages_are_fit_for_everybody(
    seat: Sit, alice: User, bob: User, carol: User, look: tuple[int, str]
) -> None:
    match = play_out(begin("BD", alice, bob, carol))
    copies(match, 40)
    mine = collecting.make(alice, "Fives " + LONG, "All that I threw:\n" + "x" * 300, public=True)
    for number in Match.objects.order_by("pk").values_list("pk", flat=True)[:3]:
        collecting.add(alice, mine.pk, Match.objects.get(pk=number))
    notes.note_match(alice, match, "y" * 200)
    notes.note_player(alice, bob, "Plays fast\nand well")
    pages = {
        "archive": "/archive/",
        "narrowed": "/archive/?player=alice&game=BD&least=1&since=2026-01-01",
        "notes": "/notes/",
        "collections": f"/collections/?match={match.pk}",
        "one": f"/collections/{mine.pk}/",
        "changed": f"/collections/{mine.pk}/change/",
        "deleted": f"/collections/{mine.pk}/delete/",
        "beside": f"/matches/{match.pk}/replay/",
        "player": "/players/bob/",
    }
    page = seat(alice, *look)
    for name, address in pages.items():
        page.goto(address)
        looked_over(page, at(page, f"page-{name}"))
