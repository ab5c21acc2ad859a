"""Without a line the site says so, and shows no table as if it were current."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.games.tables import begin

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


def test_no_line_no_table(seat: Sit, watch: Watch, alice: User, bob: User) -> None:
    watch.expected = ("ERR_INTERNET_DISCONNECTED", "Failed to load resource")
    match = begin("BZ", alice, bob)
    page = seat(alice, 360)
    page.goto(f"/matches/{match.pk}/")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    expect(page.locator("#table")).to_be_visible()
    page.context.set_offline(True)
    page.goto(f"/matches/{match.pk}/")
    expect(page.get_by_role("heading", name="There is no connection")).to_be_visible()
    expect(page.locator("#table")).to_have_count(0)
    page.context.set_offline(False)
    page.goto(f"/matches/{match.pk}/")
    expect(page.locator("#table")).to_be_visible()
