"""From signing up to a first match, by every way there is."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from accounts.models import User
from games.match import play
from games.models import Match
from games.rules.base import Pace
from games.seats import automatch, waiting
from tests.browser.conftest import Seat as Sit
from tests.games.tables import begin, seat_of

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool", "robots"),
]


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def sign_up(page: Page, address: str = "/accounts/signup/") -> None:
    """Fill in the form of whoever is new."""
    page.goto(address)
    page.get_by_label("Name or e-mail").fill("dora")
    page.get_by_label("Password", exact=True).fill("correct horse 1")
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(lambda url: "/signup/" not in url)


def at_a_table(page: Page) -> None:
    """The newcomer sits at a match that runs."""
    expect(page.locator("#table")).to_be_visible()
    assert Match.objects.get(seats__player__username="dora").status == Match.Status.RUNNING


def test_by_an_open_invitation(seat: Sit, alice: User) -> None:
    waiting.seek(alice, 2, "BZ", {}, Pace.TURNS, "main", private=False)
    page = seat(None, 360)
    sign_up(page)
    page.goto("/waiting/")
    page.get_by_role("button", name="Join").click()
    at_a_table(page)


def test_by_asking_for_an_opponent(seat: Sit, alice: User) -> None:
    automatch.wish(alice, ["BZ"], "main", 1)
    page = seat(None, 360)
    sign_up(page)
    page.goto("/waiting/")
    page.get_by_role("link", name="Find me a match").click()
    page.get_by_role("button", name="Find me a match").click()
    expect(page.get_by_text("Looking for 1 match")).to_be_visible()
    assert automatch.run() == 1
    page.goto("/matches/")
    page.locator(".match__link").first.click()
    at_a_table(page)


def test_against_a_robot(seat: Sit) -> None:
    page = seat(None, 360)
    sign_up(page)
    page.get_by_role("link", name="New match").click()
    page.get_by_role("button", name="Play a robot now").click()
    at_a_table(page)
    match = Match.objects.get(seats__player__username="dora")
    assert match.seats.get(index=1).player == User.objects.get(level="casual")


def test_by_a_private_link(seat: Sit, alice: User) -> None:
    made = waiting.seek(alice, 2, "BO", {}, Pace.TURNS, "main", private=True)
    page = seat(None, 360)
    page.goto(f"/waiting/link/{made.token}/")
    page.get_by_role("link", name="Sign up and play").click()
    sign_up(page, page.url)
    at_a_table(page)


def test_by_playing_again(seat: Sit, alice: User) -> None:
    page = seat(None, 360)
    sign_up(page)
    page.wait_for_url("**/matches/")
    dora = User.objects.get(username="dora")
    match = begin("BZ", alice, dora)
    match.refresh_from_db()
    play.resign(match.pk, alice, play.version_for(match, seat_of(match, alice)))
    page.goto(f"/matches/{match.pk}/")
    page.get_by_role("button", name="Play again").click()
    expect(page.get_by_text("alice").first).to_be_visible()
    other = seat(alice)
    other.goto(f"/matches/{match.pk}/")
    other.get_by_role("button", name="Play again").click()
    expect(other.locator("#table")).to_be_visible()
    assert Match.objects.get(rematch_of=match).status == Match.Status.RUNNING
