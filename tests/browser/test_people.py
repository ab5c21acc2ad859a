"""People in a browser: a page of one's own, messages, ignoring, and signing in by a passkey."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from tests.browser.conftest import Seat as Sit
from tests.conftest import PASSWORD
from tests.games.tables import begin, play_out

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


def test_a_page_of_ones_own_messages_and_ignoring(seat: Sit, watch: object, alice: User, bob: User) -> None:
    play_out(begin("BO", alice, bob))  # newcomers may only answer
    mine, theirs = seat(alice, 360), seat(bob)
    mine.goto("/people/me/")
    mine.get_by_label("About").fill("I like https://example.org/dice and <b>boats</b>")
    mine.get_by_role("button", name="Save").click()

    theirs.goto("/people/?q=alic")
    theirs.get_by_role("region", name="Found").get_by_role("link", name="alice").click()
    about = theirs.locator(".about")
    expect(about).to_contain_text("<b>boats</b>")
    expect(about.get_by_role("link")).to_have_attribute("rel", re.compile("nofollow ugc noopener"))

    theirs.get_by_role("link", name="Write", exact=True).click()
    theirs.get_by_label("Write to alice").fill("A match on Sunday?")
    theirs.get_by_role("button", name="Send").click()
    expect(theirs.locator(".said__mine")).to_contain_text("A match on Sunday?")

    mine.goto("/people/messages/")
    expect(mine.locator(".relations .badge")).to_have_text("new")
    mine.get_by_role("link", name="bob").click()
    expect(mine.locator(".said")).to_contain_text("A match on Sunday?")
    mine.goto("/people/messages/")
    expect(mine.locator(".relations .badge")).to_have_count(0)

    mine.goto("/players/bob/")
    mine.get_by_role("button", name="Ignore").click()
    expect(mine.get_by_role("button", name="Stop ignoring")).to_be_visible()
    theirs.goto("/people/messages/alice/")
    expect(theirs.get_by_role("button", name="Send")).to_have_count(0)
    expect(theirs.locator("main")).to_contain_text("You two cannot write to each other.")


def _sign_in(page: Page) -> None:
    page.goto("/accounts/login/")
    page.locator("[name=login]").fill("alice")
    _type_password(page)
    page.wait_for_url("**/matches/")


def _type_password(page: Page) -> None:
    page.locator("[name=password]").fill(PASSWORD)
    page.locator("[name=password]").press("Enter")


def test_a_passkey_signs_in_without_a_password(seat: Sit, alice: User) -> None:
    page = seat()
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    _sign_in(page)
    page.goto("/accounts/2fa/webauthn/add/")
    _type_password(page)
    page.wait_for_url("**/webauthn/add/")
    page.locator("[name=name]").fill("My phone")
    page.locator("[name=passwordless]").check()
    page.locator("#mfa_webauthn_add").click()
    page.wait_for_url("**/recovery-codes/**")
    page.context.clear_cookies()
    page.goto("/accounts/login/")
    page.locator("#passkey_login").click()
    page.wait_for_url("**/matches/")
    expect(page.locator("summary", has_text="alice")).to_be_visible()
