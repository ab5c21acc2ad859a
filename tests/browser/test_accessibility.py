"""Every page and every kind of table, looked over by axe: WCAG 2.2 AA, light and dark, narrow and wide.

Of the many pages axe reads every other one in each look, since all share their colours and most of their
parts; with EVERY_LOOK=1 all of them in both. Whether a page fits the screen is asked in both always.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from accounts.models import User
from accounts.people import relations
from games.chat import Beside
from games.rules.base import Kind, Move, Pace
from games.seats import lobby, waiting
from tests.browser import scenes
from tests.browser.conftest import Seat as Sit
from tests.games.tables import begin, make, play_out, to_move
from tests.long import sample
from tests.talking import say, write

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]

RULES_OF_AXE = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],  # to tell of all that is well, too, takes axe a third of its time
}
FOR_VISITORS = [
    *("/", "/rules/", "/rules/bz/", "/rules/bx/", "/rules/dk/", "/accounts/login/", "/accounts/signup/"),
    *("/accounts/password/reset/", "/dice/", "/dice/observatory/", "/dice/batch/1/", "/nothing/"),
    "/dice/witnesses/",
    *("/dice/log/", "/watch/", "/waiting/", "/people/", "/robots/"),
    "/bots/",
    *("/news/", "/voices/", "/help/", "/help/features/", "/help/questions/", "/offline/"),
    *("/help/first-match/", "/help/fair-play/", "/help/dice/", "/help/first-program/"),
    *("/leaders/", "/leaders/records/", "/leaders/achievements/", "/leaders/puzzles/", "/rules/organised/"),
    *("/daily/", "/daily/days/", "/puzzles/", "/puzzles/days/", "/lessons/", "/forum/", "/status/"),
    *("/privacy/", "/terms/", "/contact/"),
]
FOR_PLAYERS = [
    *(
        "/matches/",
        "/matches/new/",
        "/matches/new/?whom=robot",
        "/waiting/",
        "/matches/dice/",
        "/accounts/settings/",
        "/accounts/close/",
    ),
    *("/accounts/email/", "/accounts/password/change/", "/accounts/notices/", "/accounts/notices/settings/"),
    *("/people/", "/people/buddies/", "/people/me/", "/people/messages/", "/people/messages/bob/"),
    *("/people/bob/report/", "/players/bob/", "/players/alice/", "/accounts/data/", "/accounts/decisions/"),
    *("/matches/find/", "/matches/friend/", "/accounts/2fa/", "/accounts/sessions/", "/accounts/board/"),
    "/accounts/bots/",
    *("/matches/play/", "/puzzles/mine/", "/daily/", "/forum/", "/forum/followed/", "/contact/"),
]
LOOKS = [(1280, "light"), (360, "dark")]
EVERY_LOOK = os.environ.get("EVERY_LOOK") == "1"


def look_over(page: Page, address: str) -> list[str]:
    """What axe finds on a page, a line each; and whether it is wider than the screen."""
    page.goto(address)
    return flaws(page, address)


def flaws(page: Page, address: str) -> list[str]:
    """The same of the page that is open, once all of it has come.

    A click returns as soon as the next page has begun: there may be no document to read yet.
    """
    page.wait_for_load_state()
    found = Axe().run(page, options=RULES_OF_AXE).response["violations"]
    lines = [
        f"{address}: {one['id']}: {one['nodes'][0]['html'][:120]} {one['nodes'][0]['failureSummary'][:200]}"
        for one in found
    ]
    return lines + too_wide(page, address)


def too_wide(page: Page, address: str) -> list[str]:
    """A line where the page that is open does not fit the screen."""
    page.wait_for_load_state()
    wide = page.evaluate("() => document.documentElement.scrollWidth > innerWidth")
    return [f"{address}: wider than the screen"] if wide else []


def look_over_all(page: Page, addresses: Sequence[str], look: tuple[int, str]) -> list[str]:
    """What is wrong with any of these pages in one of the looks; axe takes turns with the other look."""
    found = []
    for number, address in enumerate(addresses):
        page.goto(address)
        whole = EVERY_LOOK or number % len(LOOKS) == LOOKS.index(look)
        found += flaws(page, address) if whole else too_wide(page, address)
    return found


@pytest.mark.parametrize(("width", "scheme"), sample(LOOKS, 1280))
def test_pages_for_visitors(seat: Sit, watch: object, width: int, scheme: str) -> None:
    watch.expected = ("404",)  # type: ignore[attr-defined]
    page = seat(None, width, scheme)
    assert look_over_all(page, FOR_VISITORS, (width, scheme)) == []


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
@pytest.mark.urls("tests.screenshots.urls")
def test_all_components(seat: Sit, width: int, scheme: str) -> None:
    page = seat(None, width, scheme)
    assert look_over(page, "/components/") == []
    assert page.evaluate("document.fonts.ready.then(() => document.fonts.check('700 2rem Besley'))"), (
        "headings have their face"
    )


@pytest.mark.parametrize(("width", "scheme"), sample(LOOKS, 360))
def test_pages_for_players(seat: Sit, alice: User, bob: User, width: int, scheme: str) -> None:
    begin("BZ", alice, bob, pace=Pace.SPLIT)
    asked = lobby.invite(bob, [alice], "DK", {}, Pace.TURNS, "main")
    waiting.seek(bob, 3, "BO", {}, Pace.TURNS, "main", private=False)
    mine = waiting.seek(alice, 2, "BT", {}, Pace.TURNS, "main", private=True)
    for seed in (1, 2):
        ended = play_out(begin("BO", alice, bob), seed)
    write(alice, bob, "Hello, see https://example.org/")
    write(bob, alice, "Hello alice")
    say(Beside(ended), bob, "Well played")
    relations.buddy(alice, bob)
    page = seat(alice, width, scheme)
    more = [f"/matches/{ended.pk}/chat/"]
    more += [
        f"/matches/{asked.pk}/",
        f"/waiting/link/{mine.token}/",
        f"/matches/{ended.pk}/replay/?step=5",
    ]
    assert look_over_all(page, FOR_PLAYERS + more, (width, scheme)) == []


@pytest.mark.long
@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_clubs_and_the_archive(
    seat: Sit, alice: User, bob: User, carol: User, width: int, scheme: str
) -> None:
    pages = scenes.of_clubs(alice, bob, carol) | scenes.of_the_archive(alice, bob)
    assert look_over_all(seat(alice, width, scheme), list(pages.values()), (width, scheme)) == []


@pytest.mark.parametrize(("width", "scheme"), sample(LOOKS, 360))
def test_what_programs_may_do(seat: Sit, alice: User, bob: User, width: int, scheme: str) -> None:
    pages = scenes.of_programs(alice, bob)
    page = seat(alice, width, scheme)
    tried = pages.pop("api-try")
    found = look_over_all(page, list(pages.values()), (width, scheme))
    page.goto(tried)
    page.locator(".opblock").first.wait_for()
    assert found + too_wide(page, tried) == []


@pytest.mark.parametrize(
    ("code", "width", "scheme"),
    sample(
        [("BT", *LOOKS[1]), ("BX", *LOOKS[0]), *((code, *look) for code in ("BO", "DK") for look in LOOKS)],
        "BX",
        ("DK", *LOOKS[1]),
    ),
)
def test_tables(seat: Sit, alice: User, bob: User, code: str, width: int, scheme: str) -> None:
    match = begin(code, alice, bob)
    mover = to_move(match)
    page, other = seat(mover, width, scheme), seat(bob if mover == alice else alice, width, scheme)
    address = f"/matches/{match.pk}/"
    found = look_over(page, address) + look_over(other, address)
    make(match, mover, Move(Kind.ROLL))
    found += look_over(page, address) + look_over(other, address)
    found += look_over(page, f"{address}{'orders' if code == 'DK' else 'resign'}/")
    ended = play_out(begin(code, alice, bob, options={"target": 2000} if code == "DK" else {}))
    found += look_over(page, f"/matches/{ended.pk}/")
    assert found == []


def test_a_table_of_many(seat: Sit, alice: User, bob: User, carol: User) -> None:
    others = [User.objects.create_user(f"guest-{number}", f"g{number}@example.org") for number in range(7)]
    match = begin("BT", alice, bob, carol, *others)
    for _ in range(24):
        mover = to_move(match)
        make(match, mover, Move(Kind.ROLL))
        rules = match.rules
        match.refresh_from_db()
        make(match, mover, Move(Kind.SCORE, box=next(iter(rules.preview(match.table, match.table.turn)))))
    page = seat(to_move(match), 360)
    assert look_over(page, f"/matches/{match.pk}/") == []
