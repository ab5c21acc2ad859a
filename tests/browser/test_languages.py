"""What is longer in another language still fits: no page is wider than a phone, and nothing on it is cut."""

from __future__ import annotations

import os

import pytest
from playwright.sync_api import Page

from accounts.models import User
from boatzee_site.catalogues.languages import PSEUDO, TURNED
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import FOR_PLAYERS, FOR_VISITORS, too_wide
from tests.games.tables import begin
from tests.languages.conftest import _two_languages  # noqa: F401  (a fixture)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool")]
EVERY = os.environ.get("ALL_PAGES") == "1"
WIDTHS = [360, 1280] if EVERY else [360]
VISITORS = FOR_VISITORS if EVERY else ["/status/", "/help/questions/", "/"]
PLAYERS = FOR_PLAYERS if EVERY else ["/accounts/notices/", "/accounts/settings/"]
CUT = """() => [...document.querySelectorAll("button, .button, h1, h2, th, label, summary, .badge")]
  .filter((one) => one.offsetParent && one.clientWidth && one.scrollWidth > one.clientWidth + 1
    && getComputedStyle(one).overflowX !== "visible" && getComputedStyle(one).overflowX !== "auto")
  .map((one) => `${one.tagName.toLowerCase()}: ${one.textContent.trim().slice(0, 60)}`)"""
"""Whatever has words that one must read whole, and is cut off."""
OVER = """() => [...document.querySelectorAll("body *")]
  .filter((one) => !one.children.length && one.offsetParent)
  .filter((one) => one.getBoundingClientRect().right > innerWidth + 1
    || one.getBoundingClientRect().left < -1)
  .slice(0, 3).map((one) => `${one.tagName.toLowerCase()}: ${one.textContent.trim().slice(0, 60)}`)"""
"""The first things that stand beyond the edge of the screen."""


def look(page: Page, addresses: list[str], code: str) -> list[str]:
    """What does not fit on these pages, a line each."""
    found = []
    for address in addresses:
        page.goto(address)
        html = page.locator("html")
        assert html.get_attribute("lang") == code, address
        assert html.get_attribute("dir") == ("rtl" if code == TURNED.code else "ltr"), address
        if too_wide(page, address):
            found.append(f"{address}: wider than the screen: {', '.join(page.evaluate(OVER))}")
        found += [f"{address}: cut off: {one}" for one in page.evaluate(CUT)]
    return found


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("code", [PSEUDO.code, TURNED.code])
def test_pages_fit(seat: Sit, watch: object, alice: User, bob: User, width: int, code: str) -> None:
    watch.expected = ("404",)  # type: ignore[attr-defined]
    User.objects.filter(pk=alice.pk).update(language=code)
    table = begin("BZ", alice, bob)
    visitor = seat(None, width)
    visitor.set_extra_http_headers({"Accept-Language": code})
    flaws = look(visitor, VISITORS, code)
    flaws += look(seat(alice, width), [*PLAYERS, f"/matches/{table.pk}/"], code)
    assert not flaws, "\n".join(flaws)
