"""Back, after a sign-out: nothing private is left to see."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.conftest import Seat as Sit

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


@pytest.mark.parametrize("scripts", [True, False])
def test_back_after_a_sign_out_shows_nothing_private(seat: Sit, alice: User, scripts: bool) -> None:
    page = seat(alice, scripts=scripts)
    page.goto("/accounts/settings/")
    expect(page.get_by_text("alice@example.org")).to_be_visible()
    page.goto("/accounts/logout/")
    page.get_by_role("main").get_by_role("button").first.click()
    page.wait_for_url(lambda url: "logout" not in url)
    for _ in range(2):
        page.go_back()
        assert "alice" not in page.content()
    assert "/accounts/login/" in page.url
