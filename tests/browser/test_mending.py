"""A page that was shown while the site is being mended is loaded anew by itself once all is well."""

from __future__ import annotations

import pytest
from django.template.loader import render_to_string
from playwright.sync_api import Route, expect

from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.failover.looking import MENDING

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool")]


def test_it_asks_until_the_site_answers_and_shows_the_page_then(seat: Sit, watch: Watch) -> None:
    watch.expected = ("503", "Failed to load resource")
    page = seat(None, 360)
    page.add_init_script("Math.random = () => -0.97")  # a pause of a tenth of a second
    shown, asked = render_to_string("_mending.html", {"mending": True}), []

    def mended(route: Route) -> None:
        request = route.request
        if request.headers.get("x-asked-by"):
            asked.append(request.method)
            route.fulfill(status=503) if len(asked) < 3 else route.continue_()
        elif len(asked) < 3:
            route.fulfill(body=f"<!doctype html><title>Rules</title>{shown}", content_type="text/html")
        else:
            route.continue_()

    page.route("**/rules/", mended)
    page.goto("/rules/")
    expect(page.get_by_text(MENDING)).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page.get_by_text(MENDING)).to_have_count(0)
    assert asked == ["HEAD"] * 3
