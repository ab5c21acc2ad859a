"""What is longer in another language still fits: no page is wider than a phone, and nothing on it is cut.

`make languages` looks at every page that axe looks over, in every language that the site speaks; a plain
`make test` at a few, in the one that nobody speaks.
"""

from __future__ import annotations

import os
from typing import Any

import pytest
from playwright.sync_api import Page

from accounts.models import User
from boatzee_site.catalogues.languages import OFFERED, PSEUDO, TURNED, offered
from ladders.ladder import climbing
from ladders.models import Ladder
from tests.browser import scenes
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.browser.test_accessibility import FOR_PLAYERS, FOR_VISITORS, too_wide
from tests.games.tables import begin, play_out
from tests.languages.conftest import _two_languages  # noqa: F401  (a fixture)

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool")]
EVERY = os.environ.get("ALL_PAGES") == "1"
WIDTHS = [360, 1280] if EVERY else [360]
SPOKEN = [PSEUDO.code, TURNED.code, *OFFERED] if EVERY else [PSEUDO.code, TURNED.code]
VISITORS = FOR_VISITORS if EVERY else ["/status/", "/help/questions/", "/"]
PLAYERS = FOR_PLAYERS if EVERY else ["/accounts/notices/", "/accounts/settings/"]
CUT = """() => [...document.querySelectorAll("button, .button, h1, h2, th, label, summary, .badge")]
  .filter((one) => one.offsetParent && !one.closest(".visually-hidden"))
  .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1
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
    """What does not fit on these pages in a language, a line each."""
    found = []
    for address in addresses:
        page.goto(address)
        html = page.locator("html")
        assert html.get_attribute("lang") == code, address
        assert html.get_attribute("dir") == ("rtl" if code in {TURNED.code, "he"} else "ltr"), address
        if too_wide(page, address):
            found.append(f"{address}: wider than the screen: {', '.join(page.evaluate(OVER))}")
        found += [f"{address}: cut off: {one}" for one in page.evaluate(CUT)]
    return found


@pytest.fixture
def _spoken(settings: Any) -> None:
    """The site speaks all that it offers, and those that nobody speaks."""
    settings.LANGUAGES = [(one.code, one.name) for one in (*offered(), PSEUDO, TURNED)]


def look_as(player: User, page: Page, addresses: list[str]) -> list[str]:
    """The same in each language, read by a player at this page, a line each with the language before it."""
    found = []
    for code in SPOKEN:
        User.objects.filter(pk=player.pk).update(language=code)
        found += [f"{code}: {one}" for one in look(page, addresses, code)]
    return found


@pytest.mark.usefixtures("_spoken")
@pytest.mark.parametrize("width", WIDTHS)
def test_pages_for_visitors_fit(seat: Sit, watch: Watch, width: int) -> None:
    watch.expected = ("404",)
    visitor, flaws = seat(None, width), []
    for code in SPOKEN:
        visitor.set_extra_http_headers({"Accept-Language": code})
        flaws += [f"{code}: {one}" for one in look(visitor, VISITORS, code)]
    assert not flaws, "\n".join(flaws)


@pytest.mark.usefixtures("_spoken")
@pytest.mark.parametrize("width", WIDTHS)
def test_pages_for_players_fit(seat: Sit, alice: User, bob: User, width: int) -> None:
    table = begin("BZ", alice, bob)
    flaws = look_as(alice, seat(alice, width), [*PLAYERS, f"/matches/{table.pk}/"])
    assert not flaws, "\n".join(flaws)


@pytest.mark.skipif(not EVERY, reason="make languages looks at all pages")
@pytest.mark.usefixtures("_spoken")
@pytest.mark.parametrize("width", WIDTHS)
def test_tables_and_organised_play_fit(seat: Sit, alice: User, bob: User, carol: User, width: int) -> None:
    ladder = Ladder.objects.create(code="BO")
    climbing.join(ladder.pk, alice)
    tables = [begin(code, alice, bob) for code in ("BT", "BO", "DK", "PG")]
    over = play_out(begin("BO", alice, bob))
    pages = [f"/matches/{table.pk}/" for table in (*tables, over)] + [f"/matches/{over.pk}/replay/?step=5"]
    pages += [f"/ladders/{ladder.code.lower()}/", "/events/"]
    pages += scenes.of_events(alice, bob, carol).values()
    flaws = look_as(alice, seat(alice, width), pages)
    assert not flaws, "\n".join(flaws)


STYLE = """(one) => {
  const { direction, textAlign, unicodeBidi } = getComputedStyle(one);
  return [direction, textAlign, unicodeBidi];
}"""


def test_figures_are_read_from_the_left_on_a_page_that_is_not(seat: Sit, alice: User, bob: User) -> None:
    User.objects.filter(pk=alice.pk).update(language=TURNED.code)
    over = play_out(begin("BO", alice, bob))
    page = seat(alice, 360)
    page.goto(f"/matches/{over.pk}/")
    assert page.locator("html").evaluate(STYLE)[0] == "rtl"
    assert page.locator(".end__rating").first.evaluate(STYLE)[0] == "ltr", "1500 → 1620 +120"
    cells = page.locator(".score td:not(:empty)")
    assert cells.first.evaluate(STYLE)[1:] == ["right", "plaintext"], "units stand under units"
    page.goto(f"/matches/{over.pk}/replay/")
    assert page.locator("svg:has(text)").first.evaluate(STYLE)[0] == "ltr", "time goes to the right"
