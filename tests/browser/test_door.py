"""In and on: a stranger with a phone, from the front page to a scored box and to an account."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match, Move
from games.rules.base import Kind, Pace
from games.seats import lobby
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.browser.test_accessibility import flaws

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool", "robots"),
]
PHONE = {"width": 360, "height": 640}


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def phone(seat: Sit, player: User | None = None, *, scripts: bool = True) -> Page:
    page = seat(player, 360, scripts=scripts)
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    return page


def in_sight(page: Page, selector: str) -> bool:
    """Whether it can be tapped without scrolling."""
    box = page.locator(selector).bounding_box()
    assert box
    return box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"]


def test_a_stranger_scores_a_box_in_three_taps_and_keeps_the_table_in_two_more(seat: Sit) -> None:
    page = phone(seat)
    page.goto("/")
    roll = "form[action='/practice/'] button"
    assert in_sight(page, roll)
    page.locator(roll).click()
    page.locator("html.scripted #table").wait_for()
    page.locator(".score tr:has([value=chance]) th").click()
    page.locator("[data-score]").click()
    expect(page.locator(".cell--last")).to_be_visible()
    assert Move.objects.filter(kind=Kind.SCORE).count() == 1
    table = page.url

    page.get_by_role("navigation", name="Main").get_by_role("link", name="Sign up").click()
    fields = page.locator("main form :is(input, select, textarea):visible")
    expect(fields).to_have_count(2)
    page.get_by_label("Name or e-mail").fill("dora")
    page.get_by_label("Password", exact=True).fill("correct horse 1")
    assert in_sight(page, "main form .button--big")
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(table)
    expect(page.get_by_text("Welcome, dora!")).to_be_visible()
    assert Match.objects.get().seats.get().player == User.objects.get(username="dora")


def test_a_password_is_typed_once_and_can_be_looked_at(seat: Sit) -> None:
    page = phone(seat)
    page.goto("/accounts/signup/")
    expect(page.get_by_text("We show times in your time zone")).to_be_visible()
    expect(page.get_by_role("button", name="With a passkey instead")).to_be_visible()
    field = page.get_by_label("Password", exact=True)
    page.get_by_role("button", name="Show the password").click()
    expect(field).to_have_attribute("type", "text")
    assert flaws(page, page.url) == []
    page.get_by_role("button", name="Hide the password").click()
    expect(field).to_have_attribute("type", "password")
    plain = phone(seat, scripts=False)
    plain.goto("/accounts/signup/")
    expect(plain.get_by_role("button", name="With a passkey instead")).to_be_hidden()
    plain.get_by_label("Name or e-mail").fill("dora")
    plain.get_by_label("Password", exact=True).fill("correct horse 1")
    plain.get_by_role("button", name="Sign up").click()
    plain.wait_for_url("**/matches/")


def test_a_passkey_is_made_and_opens_the_account(seat: Sit, watch: Watch) -> None:
    watch.expected = ("400",)  # a name that cannot be
    page = phone(seat)
    keys = page.context.new_cdp_session(page)
    keys.send("WebAuthn.enable")
    able = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    able |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    keys.send("WebAuthn.addVirtualAuthenticator", {"options": able})
    page.goto("/accounts/signup/?next=/rules/bz/")
    page.get_by_label("Name or e-mail").fill("admin")
    page.get_by_role("button", name="With a passkey instead").click()
    expect(page.get_by_role("alert")).to_contain_text("kept for the site itself")
    page.get_by_label("Name or e-mail").fill("dora")
    page.get_by_role("button", name="With a passkey instead").click()
    page.wait_for_url(re.compile("^[^?]+/rules/bz/$"))
    assert not User.objects.get(username="dora").has_usable_password()
    page.locator(".site-nav summary").click()
    page.get_by_role("button", name="Sign out").click()
    page.goto("/accounts/login/?next=/rules/dk/")
    page.get_by_role("button", name="With a passkey instead").click()
    page.wait_for_url(re.compile("^[^?]+/rules/dk/$"))


@pytest.mark.parametrize("name", ["alexandra", "WWWWWWWWWWWWWWWWWWWW"])
def test_the_head_is_one_line_on_a_phone_and_a_tablet_whatever_it_has_to_say(
    seat: Sit, alice: User, name: str
) -> None:
    player = User.objects.create_user(name, "w@example.org")
    for _ in range(2):
        match = lobby.invite(player, [], "BO", {}, Pace.TURNS, "main")
    page = phone(seat, player)
    for address in (f"/matches/{match.pk}/", "/waiting/", "/matches/"):
        page.goto(address)
        head = page.locator(".site-head").bounding_box()
        assert head
        assert head["height"] <= 44, address
        tops = {round(one.bounding_box()["y"]) for one in page.locator(".site-nav > ul > li").all()}  # type: ignore[index]
        assert len(tops) == 1
        assert page.locator(".site-head").evaluate("head => head.scrollWidth <= innerWidth")
    for width in (640, 768, 959):
        page.set_viewport_size({"width": width, "height": 900})
        tops = {round(one.bounding_box()["y"]) for one in page.locator(".brand, .site-nav > ul > li").all()}  # type: ignore[index]
        assert max(tops) - min(tops) <= 4, f"one line at {width}, too"
        assert page.locator(".site-head").evaluate("head => head.scrollWidth <= innerWidth")
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".site-nav summary").click()
    expect(page.get_by_role("link", name="My page")).to_be_visible()
    assert flaws(page, page.url) == []
    visitor = phone(seat)
    visitor.goto("/")
    head = visitor.locator(".site-head").bounding_box()
    assert head
    assert head["height"] <= 44


@pytest.mark.parametrize("scripts", [True, False])
def test_a_match_is_two_steps_away_and_a_robot_one_tap(
    seat: Sit, alice: User, bob: User, scripts: bool
) -> None:
    page = phone(seat, alice, scripts=scripts)
    page.goto("/matches/new/")
    page.get_by_role("link", name="Players by name").click()
    page.get_by_label("Names").fill("bob")
    page.get_by_role("button", name="Invite them").click()
    expect(page.get_by_text("bob can now accept")).to_be_visible()
    page.goto("/matches/new/")
    page.get_by_role("button", name="Play a robot now").click()
    expect(page.locator("#table")).to_be_visible()
    assert Match.objects.get(status=Match.Status.RUNNING).seats.get(index=1).player.level == "casual"  # type: ignore[union-attr]
