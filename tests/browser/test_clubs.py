"""Clubs in a browser: asked, let in, talked, challenged on a phone, and pages that are fit for everybody."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from accounts import talk
from accounts.models import Hook, User
from accounts.notices import trying
from ladders.clubs import announcing, ladders, matches, membership
from ladders.clubs.rooms import OfClub
from ladders.ladder import climbing
from ladders.models import Club
from tests import talking
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import LOOKS, look_over
from tests.ladders import clubs
from tests.ladders.events import players

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool")]
KEPT = os.environ.get("KEEP_PICTURES", "")
"""A folder for what the tests see, to be looked at."""


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "is_settled", lambda _: True)


def test_one_asks_the_other_lets_in_and_both_say_that_they_play(
    seat: Sit, alice: User, bob: User, carol: User
) -> None:
    clubs.club(alice)
    clubs.club(carol, name="Blue Dice")
    mine, theirs = seat(alice, 360), seat(bob, 360)
    theirs.goto("/clubs/")
    theirs.get_by_label("Find a club by its name").fill("red")
    theirs.get_by_role("button", name="Find").click()
    theirs.get_by_role("link", name="Red Dice").first.click()
    theirs.get_by_label("A word to its officers").fill("May I?")
    with theirs.expect_navigation():
        theirs.get_by_role("button", name="Ask to join").click()
    mine.goto("/clubs/red-dice/")
    mine.get_by_role("link", name="Lead the club").click()
    expect(mine.get_by_text("May I?")).to_be_visible()
    with mine.expect_navigation():
        mine.get_by_role("button", name="Let in").click()
    mine.goto("/clubs/red-dice/")
    mine.get_by_role("link", name="Talk").click()
    mine.get_by_label("Say something to the club").fill("Welcome, bob.")
    mine.get_by_role("button", name="Send").click()
    expect(mine.get_by_text("Welcome, bob.")).to_be_visible()
    theirs.goto("/clubs/red-dice/talk/")
    expect(theirs.get_by_text("Welcome, bob.")).to_be_visible()
    mine.goto("/clubs/red-dice/challenge/")
    mine.get_by_label("Which club").fill("blue dice")
    mine.get_by_label("Boards").fill("2")
    mine.get_by_role("button", name="Challenge").click()
    expect(mine.get_by_text("Red Dice challenges Blue Dice")).to_be_visible()
    other = seat(carol, 360)
    other.goto(mine.url)
    with other.expect_navigation():
        other.get_by_role("button", name="Accept").click()
    theirs.goto(mine.url)
    theirs.get_by_role("button", name="I will play").click()
    expect(theirs.locator("ol li")).to_have_text(["bob"])
    expect(theirs.get_by_role("heading", name="Line-up of Blue Dice")).to_have_count(0)


def test_a_ladder_is_opened_joined_and_climbed_on_a_phone(seat: Sit, alice: User, bob: User) -> None:
    clubs.club(alice, bob)
    mine, theirs = seat(alice, 360), seat(bob, 360)
    mine.goto("/clubs/red-dice/lead/")
    mine.get_by_label("Game").select_option("BO")
    with mine.expect_navigation():
        mine.get_by_role("button", name="Open a ladder").click()
    mine.goto("/clubs/red-dice/")
    for page in (mine, theirs):
        page.goto("/clubs/red-dice/")
        page.get_by_role("link", name="Boat", exact=True).click()
        with page.expect_navigation():
            page.get_by_role("button", name="Join at the bottom").click()
    with theirs.expect_navigation():
        theirs.get_by_role("button", name="Challenge alice").click()
    expect(theirs.get_by_role("heading", name="My challenges")).to_be_visible()
    expect(theirs.get_by_text("You two are playing a challenge already.")).to_be_visible()


def of_two(reds: Club, blues: Club) -> dict[str, str]:
    """The pages of ladders of both: one that alice climbs, one that is not hers, and one that was closed."""
    alice, bob, *others = (
        one.player for one in reds.members.select_related("player").order_by("-role", "pk")
    )
    leader, *_, member = (one.player for one in blues.members.select_related("player").order_by("-role"))
    mine, other, gone = (
        ladders.open_one(club.pk, code, by)
        for club, code, by in ((reds, "BO", alice), (blues, "DG", leader), (reds, "PG", alice))
    )
    for player in (bob, *others, alice):
        climbing.join(mine.pk, player)
    climbing.join(other.pk, member)
    ladders.close(reds.pk, gone.code, alice, "Nobody played.")
    User.objects.update(last_seen=timezone.now())
    climbing.challenge(mine.pk, alice, others[0])
    return {
        "ladder": mine.get_absolute_url(),
        "ladder-log": f"{mine.get_absolute_url()}log/",
        "ladder-stranger": other.get_absolute_url(),
        "ladder-closed": gone.get_absolute_url(),
        "ladders": "/events/",
    }


@pytest.mark.parametrize("look", [LOOKS[0], pytest.param(LOOKS[1], marks=pytest.mark.long)])
def test_its_pages_are_fit_for_everybody(
    seat: Sit, alice: User, bob: User, carol: User, look: tuple[int, str]
) -> None:
    others = players(9)
    reds = clubs.club(alice, bob, *others[:5], about="We roll on Mondays.\nhttps://example.org/" + "w" * 80)
    clubs.officer(reds, bob)
    blues = clubs.club(others[5], *others[6:8], name="W" * 32, way="open")
    membership.come(reds.pk, carol, "I " + "w" * 150)
    membership.invite(reds.pk, others[8], alice)
    talking.say(OfClub(reds), bob, "Hello, everybody.")
    remark = talking.say(OfClub(reds), bob, "x" * 200)
    naming = matches.challenge(blues.pk, reds.pk, others[5], clubs.TERMS)
    matches.accept(naming.pk, alice)
    for player in (alice, bob, *others[:2]):
        matches.say_yes(naming.pk, reds.pk, player)
    asked = matches.challenge(reds.pk, clubs.club(carol, name="Green").pk, alice, clubs.TERMS)
    announcing.choose(reds.pk, alice, "https://127.0.0.1/in", "plain")
    trying.try_now(Hook.objects.get(), alice)
    type(reds).objects.update(deviation=200, won=2)
    page, found = seat(alice, *look), list[str]()
    addresses = {
        "all": "/clubs/",
        "found": "/clubs/?q=red",
        "how": "/clubs/how/",
        "rules": "/rules/organised/clubs/",
        "ranking": "/clubs/ranking/",
        "new": "/clubs/new/",
        "club": "/clubs/red-dice/",
        "lead": "/clubs/red-dice/lead/",
        "change": "/clubs/red-dice/change/",
        "webhook": "/clubs/red-dice/webhook/",
        "talk": "/clubs/red-dice/talk/",
        "down": f"/clubs/red-dice/talk/{remark.pk}/down/",
        "log": "/clubs/red-dice/log/",
        "challenge": "/clubs/red-dice/challenge/",
        "match": f"/clubs/matches/{naming.pk}/",
        "asked": f"/clubs/matches/{asked.pk}/",
        "stranger": f"/clubs/{blues.slug}/",
        **of_two(reds, blues),
    }
    for name, address in addresses.items():
        found += look_over(page, address)
        if KEPT:
            page.screenshot(path=Path(KEPT) / f"clubs-{name}-{look[0]}-{look[1]}.png", full_page=True)
    assert not found
