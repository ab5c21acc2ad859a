"""The pages about programs in a browser: the API is tried with a token, and an application is let in."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from accounts import applications, tokens
from accounts.models import User
from tests.browser.conftest import Seat

pytestmark = pytest.mark.browser


def test_the_api_is_tried_with_a_token(seat: Seat, alice: User) -> None:
    _token, secret = tokens.make(alice, "a test", ["read"], None)
    page = seat(alice)
    page.goto("/help/api/try/")
    page.get_by_role("button", name="Authorize").first.click()
    own = page.locator(".auth-container").filter(has=page.locator("#auth-bearer-value"))
    own.locator("input").fill(secret)
    own.locator("button.authorize").click()
    page.locator(".modal-ux .close-modal").first.click()
    block = page.locator("#operations-me-get_me")
    block.click()
    block.get_by_role("button", name="Try it out").click()
    block.get_by_role("button", name="Execute").click()
    expect(block.locator(".live-responses-table")).to_contain_text('"name": "alice"')


def test_an_application_is_let_in(seat: Seat, alice: User, bob: User) -> None:
    """The browser follows the form to where the application is, which is nowhere here."""
    back = "http://127.0.0.1:65001/back"
    made, _secret = applications.register(bob, "Score keeper", [back], secret=False, device=False)
    page = seat(alice)
    page.goto(
        f"/identity/o/authorize?client_id={made.pk}&redirect_uri={back}&response_type=code&scope=openid%20read"
        f"&state=s&code_challenge={'c' * 43}&code_challenge_method=S256"
    )
    expect(page.get_by_role("heading", level=1)).to_have_text("Let Score keeper in?")
    with page.expect_request(re.compile(r"http://127\.0\.0\.1:65001/back\?code=")):
        page.get_by_role("button", name="Let it in").click()
