"""How the site is: the page is the same for everybody, in UTC, and tells times by each browser's clock."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from boatzee_site import heartbeats, status
from boatzee_site.models import Silence
from tests.browser.conftest import Seat as Sit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.parametrize(("scripts", "hour"), [(True, 5), (False, 20)])
def test_what_stood_still_is_told_by_the_browser_s_clock(
    seat: Sit, monkeypatch: pytest.MonkeyPatch, *, scripts: bool, hour: int
) -> None:
    monkeypatch.setattr(status, "_known", None)
    heartbeats.note(*heartbeats.LATE_AFTER)
    day = (timezone.now() - timedelta(days=3)).date()
    at = datetime(day.year, day.month, day.day, 20, 7, tzinfo=UTC)
    for part in ("play", "stream"):
        Silence.objects.create(part=part, from_at=at, until_at=at + timedelta(minutes=4))
    page = seat(width=360, scripts=scripts)
    page.context.new_cdp_session(page).send("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    page.goto("/status/")
    stop = page.get_by_role("listitem").filter(has_text="stood still for")
    expect(stop).to_contain_text(
        "Clocks, robots and pairing stood still for 4 minutes.".replace("4 ", "4\xa0")
    )
    expect(stop.locator("time")).to_contain_text(f"{hour:02}:07")
    expect(stop.locator("time")).to_contain_text("UTC" if not scripts else str((day + timedelta(days=1)).day))
