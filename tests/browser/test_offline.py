"""Without a line the site says so, and shows no table as if it were current."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.models import Match
from games.rules.base import Pace
from games.seats import lobby
from tests.browser.answers import COMPLAINTS
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
    expect(page.get_by_text("Clocks keep running")).to_be_visible()
    page.context.set_offline(False)
    expect(page.locator("#table")).to_be_visible()
    assert page.url.endswith(f"/matches/{match.pk}/")


def test_a_form_that_could_not_be_sent_leads_back_to_where_it_stood(
    seat: Sit, watch: Watch, alice: User, bob: User
) -> None:
    watch.expected = COMPLAINTS
    lobby.invite(bob, [alice], "BZ", {}, Pace.TURNS, "main")
    page = seat(alice, 360)
    page.goto("/matches/?all=1")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.context.set_offline(True)
    page.get_by_role("button", name="Accept").first.click()
    expect(page.get_by_role("heading", name="There is no connection")).to_be_visible()
    page.context.set_offline(False)
    page.wait_for_url("**/matches/?all=1")
    assert Match.objects.get().status == Match.Status.INVITING, "it was not sent"
    page.get_by_role("button", name="Accept").first.click()
    expect(page.locator("#table")).to_be_visible()
    assert Match.objects.get().status == Match.Status.RUNNING
