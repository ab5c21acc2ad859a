"""The longest name of the widest letters: wherever it stands, nothing leaves the screen or its column."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from accounts.models import NAME_LENGTH, User
from games.rules.base import Pace
from games.seats import lobby, waiting
from tests.browser.conftest import Seat as Sit
from tests.games.tables import begin, play_out
from tests.long import sample

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]
LEAVES = """() => {
  const cut = (one) => one && (getComputedStyle(one).overflowX !== "visible" || cut(one.parentElement));
  return [...document.querySelectorAll("main :not(svg, svg *)")]
    .filter((one) => !one.children.length && one.textContent.trim() && !cut(one))
    .filter((one) => {
      const words = document.createRange();
      words.selectNodeContents(one);
      const column = one.closest(".past")?.getBoundingClientRect().right ?? innerWidth;
      return words.getBoundingClientRect().right > Math.min(innerWidth, column) + 1;
    })
    .map((one) => one.outerHTML.slice(0, 120));
}"""


def leaving(page: Page, address: str) -> list[str]:
    """What of a page leaves the screen, or the column it stands in."""
    answer = page.goto(address)
    assert answer
    assert answer.ok, address
    return [f"{address}: {one}" for one in page.evaluate(LEAVES)]


@pytest.mark.parametrize("width", sample([360, 768], 360))
def test_nothing_leaves_the_screen(seat: Sit, alice: User, bob: User, width: int) -> None:
    wide = User.objects.create_user("W" * NAME_LENGTH, "wide@example.org")
    running, single = begin("BT", alice, bob, wide), begin("DK", wide, alice)
    asked = lobby.invite(wide, [alice], "BZ", {}, Pace.TURNS, "main")
    waiting.seek(wide, 2, "BO", {}, Pace.TURNS, "main", private=False)
    over = play_out(begin("BO", alice, wide))
    page = seat(alice, width)
    tables = [f"/matches/{match.pk}/" for match in (running, single, asked, over)]
    others = ["/matches/", "/waiting/", "/watch/", f"/players/{wide.username}/"]
    others.append(f"/matches/{over.pk}/replay/?step=9")
    assert [found for address in [*tables, *others] for found in leaving(page, address)] == []
    page.goto(f"/matches/new/?whom=named&against={wide.username}")
    page.get_by_role("button", name="Invite them").click()
    page.wait_for_url("**/matches/*/")
    assert page.evaluate(LEAVES) == [], "nor does what is told once"


@pytest.mark.parametrize("width", [360, 1280])
def test_a_name_stands_whole_over_a_sheet_of_one(seat: Sit, width: int) -> None:
    long = User.objects.create_user("bartholomew-of-ayr-7", "long@example.org")
    page = seat(long, width)
    page.goto(f"/matches/{begin('BZ', long).pk}/")
    name = page.locator("thead .seat__name")
    assert name.evaluate("one => one.scrollWidth <= one.clientWidth"), name.inner_text()
