"""A line that drops in the middle of a request: all happens once, and the page catches up by itself."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db.models import F
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match, Seat
from games.rules.base import Kind, Move
from ladders.events import entries, lifecycle
from ladders.models import Event
from tests.browser.answers import COMPLAINTS, CUTS, FOREIGN, Broken, expect_kept, lay, line, pass_time, rolls
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.browser.test_accessibility import LOOKS, RULES_OF_AXE
from tests.browser.waiting import stop_time
from tests.games.tables import begin, make, play_out, to_move
from tests.worker import work

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


@pytest.fixture(autouse=True)
def _complaints(watch: Watch) -> None:
    watch.expected = COMPLAINTS


def roll(page: Page) -> None:
    """With the button."""
    page.locator("[data-roll]").click()


def type_roll(page: Page) -> None:
    """In words."""
    page.locator("#typed").fill("roll")
    page.keyboard.press("Enter")


RETURN = "document.dispatchEvent(new Event('visibilitychange'))"
WAYS = {"button": roll, "words": type_roll}


@pytest.mark.parametrize("way", WAYS)
def test_a_move_whose_answer_was_lost_has_happened_once(seat: Sit, alice: User, way: str) -> None:
    page = seat(alice, 360)
    match = lay(page, alice)
    site = Broken(page)
    site.cut_after()
    stop_time(page)
    WAYS[way](page)
    expect(line(page)).to_contain_text("no connection")
    assert rolls(match) == 2
    pass_time(page, 3)
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
    expect(line(page)).to_contain_text("connection is back")
    expect(page.locator("#table [role=alert]")).to_have_count(0)
    expect(page.locator("[name=box]:checked")).to_have_count(0)
    pass_time(page, 3)
    assert rolls(match) == 2


def test_a_move_that_is_found_done_only_when_it_is_sent_again_is_no_fault(seat: Sit, alice: User) -> None:
    page = seat(alice, 360)
    match = lay(page, alice)
    old = page.request.get(page.url).text()
    site = Broken(page)
    site.cut_after()
    look = Broken(page, f"**/matches/{match.pk}/")
    look.say(200, old)  # the look before the second try comes too early to show it
    roll(page)
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
    assert len(site.asked) == 2
    expect(page.locator("#table [role=alert]")).to_have_count(0)
    expect(line(page)).to_contain_text("connection is back")
    assert rolls(match) == 2


@pytest.mark.parametrize("way", WAYS)
def test_a_move_that_never_arrived_is_made_once(seat: Sit, alice: User, way: str) -> None:
    page = seat(alice, 360)
    match = lay(page, alice)
    site = Broken(page)
    site.cut()
    WAYS[way](page)
    expect(line(page)).to_contain_text("no connection")
    expect(page.locator("#table")).to_be_visible()
    assert rolls(match) == 1
    site.mend()
    pass_time(page, 3)
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
    pass_time(page, 2.5)
    assert rolls(match) == 2


def test_a_phone_without_a_net_plays_on_when_it_has_one_again(seat: Sit, alice: User) -> None:
    page = seat(alice, 360)
    match = lay(page, alice)
    page.context.set_offline(True)
    roll(page)
    expect(line(page)).to_contain_text("no connection")
    for _ in range(2):  # two more tries are in vain
        pass_time(page, 3)
    expect_kept(page)
    page.context.set_offline(False)
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
    assert rolls(match) == 2


@pytest.mark.parametrize("sign", ["dispatchEvent(new Event('online'))", RETURN])
def test_what_would_wait_long_goes_on_at_once_when_there_is_hope(seat: Sit, alice: User, sign: str) -> None:
    page = seat(alice, 360)
    match = lay(page, alice)
    site = Broken(page)
    site.say(503, retry_after="90")
    roll(page)
    expect(line(page)).to_contain_text("cannot answer")
    site.mend()
    page.evaluate(sign)
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
    assert rolls(match) == 2


@pytest.mark.parametrize(("width", "scheme"), LOOKS)
def test_what_the_line_says_can_be_read_by_all(seat: Sit, alice: User, width: int, scheme: str) -> None:
    page = seat(alice, width, scheme)
    lay(page, alice)
    Broken(page).cut()
    page.locator("[data-roll]").hover()  # scrolls to it
    before = page.locator("[data-roll]").bounding_box()
    roll(page)
    expect(line(page)).to_contain_text("no connection")
    assert page.locator("[data-roll]").bounding_box() == before, "nothing moved under the finger"
    assert Axe().run(page, options=RULES_OF_AXE).response["violations"] == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_the_line_can_be_tried_by_hand(seat: Sit, alice: User) -> None:
    page = seat(alice, 360)
    match = lay(page, alice)
    site = Broken(page)
    site.say(500)
    roll(page)
    for _ in range(3):
        with page.expect_response("**/move/"):
            page.get_by_role("button", name="Try now").click()
    site.mend()
    page.get_by_role("button", name="Try now").click()
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
    assert rolls(match) == 2


@pytest.mark.parametrize("cut", CUTS, ids=["before", "after"])
def test_a_win_is_claimed_once(seat: Sit, alice: User, bob: User, cut: Callable[[Broken], None]) -> None:
    User.objects.update(spend_holiday=False)
    match = begin("BZ", alice, bob)
    late = to_move(match)
    span = timedelta(hours=49)
    Seat.objects.filter(deadline__isnull=False).update(deadline=F("deadline") - span)
    Match.objects.update(deadline=F("deadline") - span, due=F("due") - span)
    page = seat(bob if late == alice else alice, 360)
    page.clock.install()
    page.goto(f"/matches/{match.pk}/")
    stop_time(page)
    site = Broken(page, "**/claim/")
    cut(site)
    page.get_by_role("button", name="Take the win").click()
    expect(line(page)).to_contain_text("no connection")
    expect(page.locator("#table")).to_be_visible()
    site.mend()
    pass_time(page, 3)
    expect(page.locator("#status")).to_contain_text("You have won")
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    expect(page.locator("#table [role=alert]")).to_have_count(0)


@pytest.mark.parametrize("cut", CUTS, ids=["before", "after"])
def test_a_match_is_resigned_once(seat: Sit, alice: User, bob: User, cut: Callable[[Broken], None]) -> None:
    match = begin("BZ", alice, bob)
    page = seat(alice, 360)
    page.clock.install()
    page.goto(f"/matches/{match.pk}/resign/")
    stop_time(page)
    site = Broken(page, "**/resign/", "POST")
    cut(site)
    page.get_by_role("button", name="Resign").click()
    expect(line(page)).to_contain_text("no connection")
    site.mend()
    pass_time(page, 3)
    page.wait_for_url(f"**/matches/{match.pk}/")
    expect(page.locator("#status")).to_contain_text("bob has won")
    assert match.moves.filter(kind=Kind.RESIGN.value).count() == 1


def test_what_is_refused_when_resigning_is_shown_whole(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    page = seat(alice, 360)
    page.goto(f"/matches/{match.pk}/resign/")
    make(match, to_move(match), Move(Kind.ROLL))
    page.get_by_role("button", name="Resign").click()
    expect(page.get_by_role("alert")).to_contain_text("has changed")
    expect(page.locator("#table")).to_be_visible()
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_a_replay_goes_on_where_it_stood(seat: Sit, alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    page = seat(None, 360)
    page.goto(f"/matches/{match.pk}/replay/?step=0")
    site = Broken(page, "**/replay/?step=*")
    site.say(502, FOREIGN.format("502 Bad Gateway"))
    page.locator("[data-forward]").click()
    expect(line(page)).to_contain_text("cannot answer")
    expect(page.locator(".steps__at")).to_contain_text("Step 0")
    site.mend()
    expect(page.locator(".steps__at")).to_contain_text("Step 1")
    expect(line(page)).to_contain_text("connection is back")


def test_a_step_of_a_replay_that_does_not_come_is_not_waited_for(seat: Sit, alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    page = seat(None, 360)
    page.goto(f"/matches/{match.pk}/replay/?step=0")
    page.locator("#line").evaluate("one => (one.dataset.timeout = 700)")
    site = Broken(page, "**/replay/?step=*")
    site.hold()
    page.locator("[data-forward]").click()
    expect(line(page)).to_contain_text("did not answer in time")
    site.mend()  # first: what is held back from now on would be waited for as long
    page.locator("#line").evaluate("one => (one.dataset.timeout = 12000)")
    expect(page.locator(".steps__at")).to_contain_text("Step 1")


def test_an_events_table_catches_up(seat: Sit, alice: User, bob: User, carol: User) -> None:
    event = Event.objects.create(name="Winter cup", format="league", code="BO", matches=1)
    lifecycle.open_entries(event.pk)
    for player in (alice, bob, carol):
        entries.enter(event.pk, player)
    lifecycle.start(event.pk)
    work()
    page = seat(alice, 360)
    page.goto(f"/events/{event.pk}/")
    winner = play_out(Match.objects.get(event=event.pk)).seats.get(place=1).name
    site = Broken(page, f"**/events/{event.pk}/")
    site.say(200, FOREIGN.format("Free wifi"))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(line(page)).to_contain_text("Something other than this page came back. All is as it was")
    expect(page.locator(".standings tbody tr").first).to_be_visible()
    site.mend()
    expect(page.locator(".standings tbody tr").first).to_contain_text(winner)
    expect(line(page)).to_contain_text("connection is back")
