"""The sheet beside the dice: what a phone shows of it at once, what a finger hits, and that nothing jumps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from accounts.models import User
from games.models import Match
from games.rules.base import Kind, Move, Pace
from games.tables import robots
from tests.browser.answers import pass_time
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import flaws
from tests.browser.waiting import settled, stop_time, tap, until
from tests.games.tables import begin, make, seat_of, to_move
from tests.long import sample

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]

LEAST = 24
"""Pixels of a row that a finger is to hit, on the lowest screen."""
MOST_SHIFT = 0.01
CLOSELY, SELDOM = 12, 5
"""Moves at the beginning each of which is looked at; then only so many at a time."""
PAUSE = 300
"""Milliseconds between two taps that are no double click."""


def at(page: Page, match: Match, width: int = 360, height: int = 640) -> Page:
    """The table, on a screen of this size."""
    page.set_viewport_size({"width": width, "height": height})
    page.goto(f"/matches/{match.pk}/")
    return page


def rows(page: Page) -> list[tuple[float, float]]:
    """Top and height of every row that may be chosen."""
    boxes = [row.bounding_box() for row in page.locator(".score tr:has([name=box])").all()]
    return [(box["y"], box["height"]) for box in boxes if box]


def bottom(one: Locator) -> float:
    """Where it ends on the screen."""
    box = one.bounding_box()
    assert box
    return box["y"] + box["height"]


def rolled(match: Match, times: int = 1) -> User:
    """Who is to move, after so many rolls."""
    player = to_move(match)
    for _ in range(times):
        make(match, player, Move(Kind.ROLL))
    return player


@pytest.mark.parametrize("code", ["BZ", "BX"])
def test_dice_buttons_and_the_whole_sheet_fit_a_small_phone(
    seat: Sit, alice: User, bob: User, code: str
) -> None:
    match = begin(code, alice, bob)
    page = at(seat(rolled(match), 360), match)
    assert bottom(page.locator(".score tfoot")) <= 640
    assert page.evaluate("scrollY") == 0
    for one in (page.locator("[name=keep]").first, page.locator("[data-roll]"), page.locator("[data-score]")):
        expect(one).to_be_in_viewport(ratio=1)
    assert len(rows(page)) == 13
    assert min(height for _, height in rows(page)) >= LEAST
    page.set_viewport_size({"width": 360, "height": 800})
    until(page, lambda: min(height for _, height in rows(page)) >= 44)
    page.locator(".score tr").last.scroll_into_view_if_needed()
    for one in (page.locator("[name=keep]").first, page.locator("[data-roll]"), page.locator("[data-score]")):
        expect(one).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize(("code", "width"), [("BZ", 640), ("BT", 640), ("BT", 844)])
def test_a_telephone_on_its_side_shows_dice_and_buttons_beside_the_sheet(
    seat: Sit, alice: User, bob: User, code: str, width: int
) -> None:
    match = begin(code, alice, bob)
    page = at(seat(rolled(match), width), match, width, 360)
    felt, sheet = page.locator(".move > .felt").bounding_box(), page.locator(".sheet").bounding_box()
    assert felt
    assert sheet
    assert felt["x"] + felt["width"] <= sheet["x"]
    assert abs(felt["y"] - sheet["y"]) < LEAST
    page.locator(".score tfoot").scroll_into_view_if_needed()
    for one in (page.locator("[name=keep]").last, page.locator("[data-roll]"), page.locator("[data-score]")):
        expect(one).to_be_in_viewport(ratio=1)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert min(height for _, height in rows(page)) >= LEAST


@pytest.mark.parametrize(("code", "width", "height"), [("BT", 768, 700), ("BZ", 1280, 800)])
def test_on_a_wide_screen_dice_and_buttons_go_down_with_the_eye_beside_a_long_sheet(
    seat: Sit, alice: User, bob: User, code: str, width: int, height: int
) -> None:
    match = begin(code, alice, bob)
    page = at(seat(rolled(match), width), match, width, height)
    above = page.locator(".past").bounding_box()
    assert above
    assert bottom(page.locator(".felt")) <= above["y"], "its place is as high as it is"
    page.locator(".score tfoot").scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 0
    for one in (page.locator("[name=keep]").last, page.locator("[data-roll]"), page.locator("[data-score]")):
        expect(one).to_be_in_viewport(ratio=1)
    page.locator(".past summary").first.focus()
    expect(page.locator(".felt")).to_have_css("position", "static")


CUT = """() => [...document.querySelectorAll(".felt__actions .button :is(span, small)")]
  .filter((one) => one.clientWidth < one.scrollWidth || one.clientHeight > 24)
  .map((one) => [one.textContent.trim(), one.scrollWidth, one.clientWidth, one.clientHeight])"""


@pytest.mark.parametrize(("width", "height"), [(360, 640), (640, 360), (768, 1024), (1024, 768)])
@pytest.mark.parametrize("code", ["BX", "DG"])
def test_what_the_buttons_on_the_felt_say_is_never_cut_off(
    seat: Sit, alice: User, bob: User, carol: User, code: str, width: int, height: int
) -> None:
    long = User.objects.create_user("Bartholomew-Quick", "quick@example.org")
    match = begin(code, alice, bob, carol, long)
    page = at(seat(rolled(match), width), match, width, height)
    tap(page.locator("[name=keep]").first)
    tap(page.locator("[name=keep]").nth(3))
    expect(page.locator("[data-roll]")).to_contain_text("Roll 3 dice")
    assert page.evaluate(CUT) == []


def test_a_turn_takes_a_tap_to_roll_and_two_on_any_part_of_a_row(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    page = at(seat(to_move(match), 360), match)
    page.locator("[data-roll]").click()
    expect(page.locator(".felt__rolls")).to_have_text("2 rolls left")
    settled(page)
    row = page.locator(".score tr:has([value=chance])")
    others = row.locator("td").last
    row.locator("th").click()
    expect(page.locator("[value=chance]")).to_be_checked()
    expect(page.locator("[data-score]")).to_have_text(re.compile(r"Score \d+ in Chance"))
    page.locator(".score tr:has([value=sixes]) td").last.click()
    expect(page.locator("[value=sixes]")).to_be_checked()
    others.click()
    page.wait_for_timeout(PAUSE)
    assert match.moves.filter(kind=Kind.SCORE).count() == 0
    others.click()
    expect(page.locator(".cell--last")).to_have_count(1)
    assert match.moves.get(kind=Kind.SCORE).box == "chance"


def test_a_double_click_a_slip_and_undo_score_nothing_and_a_finger_that_rests_does(
    seat: Sit, alice: User, bob: User
) -> None:
    match = begin("BZ", alice, bob)
    page = seat(rolled(match), 360)
    page.clock.install()
    at(page, match)
    stop_time(page)  # how long a click takes and a finger rests is not the machine's to say
    chance = page.locator("[value=chance]")
    page.locator(".score tr:has([value=chance]) th").dblclick()
    expect(chance).to_be_checked()
    page.locator("[type=reset]").click()
    page.clock.run_for(1)
    expect(chance).not_to_be_checked()
    expect(page.locator("[data-score]")).to_be_disabled()
    page.locator(".score tr:has([value=chance]) th").hover()
    page.mouse.down()
    page.mouse.move(200, 100)
    pass_time(page, 1)
    page.mouse.up()
    assert match.moves.filter(kind=Kind.SCORE).count() == 0
    page.locator(".score tr:has([value=chance]) th").hover()
    page.mouse.down()
    pass_time(page, 1)
    expect(page.locator(".cell--last")).to_have_count(1)
    page.mouse.up()
    assert match.moves.get(kind=Kind.SCORE).box == "chance"


def test_my_columns_are_whole_and_those_of_others_are_folded_until_they_are_asked_for(
    seat: Sit, alice: User, bob: User
) -> None:
    match = begin("BT", alice, bob)
    first = to_move(match)
    for player, box in ((first, "sixes-3"), (bob if first == alice else alice, "fives-2")):
        make(match, player, Move(Kind.ROLL))
        make(match, player, Move(Kind.SCORE, box=box))
    for scripts in (True, False):
        page = at(seat(rolled(match) if scripts else first, 360, scripts=scripts), match, 360, 800)
        fives = page.locator(".score tr:has([value=fives-1]) td:visible")
        expect(fives).to_have_count(4)
        page.locator(".folds label").click()
        expect(fives).to_have_count(6)
        page.locator(".seat label:visible").click()
        expect(fives).to_have_count(4)
        page.locator(".folds label").click()
        if scripts:
            page.locator("[data-roll]").click()
            expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
            assert flaws(page, page.url) == []
        expect(fives).to_have_count(6)


def test_ten_lie_side_by_side_on_a_phone_beside_labels_that_stay(
    seat: Sit, alice: User, bob: User, carol: User
) -> None:
    others = [User.objects.create_user(f"player{number}", f"{number}@example.org") for number in range(7)]
    match = begin("BZ", alice, bob, carol, *others)
    for player in {alice, to_move(match)}:
        page = at(seat(player, 360, "dark"), match)
        expect(page.locator(".score thead .seat")).to_have_count(10)
        expect(page.locator(".score thead .seat").first).to_contain_text(player.username)
        label = page.locator(".score tbody th").first
        before = label.bounding_box()
        page.locator(".sheet").evaluate("one => one.scrollLeft = 9999")
        assert label.bounding_box() == before
        expect(page.locator(".score tbody td").last).to_be_in_viewport()
        assert flaws(page, page.url) == []


def test_cards_that_are_hidden_lie_there_as_such(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob, pace=Pace.SPLIT)
    rolled(match)
    make(match, alice, Move(Kind.SCORE, box="chance"))
    page = at(seat(bob, 360), match)
    expect(page.locator(".cell--hidden")).to_have_count(13)
    expect(page.locator(".sheet__note")).to_have_text("Hidden until you have finished your own card.")
    stranger = at(seat(None, 360), match)
    expect(stranger.locator(".cell--hidden")).to_have_count(26)
    expect(stranger.locator(".sheet__note")).to_have_text("Hidden until everybody has finished.")


def test_the_felt_says_that_kept_dice_count_like_all_on_the_last_roll(
    seat: Sit, alice: User, bob: User
) -> None:
    match = begin("BZ", alice, bob)
    page = at(seat(rolled(match, 2), 360), match)
    tap(page.locator("[name=keep]").first)
    page.locator("[data-roll]").click()
    expect(page.locator(".felt__rolls")).to_have_text("No roll left")
    expect(page.locator(".felt__word")).to_have_text("No more rolls: all dice count now.")
    settled(page)
    tops = {round(die["y"]) for die in map(Locator.bounding_box, page.locator(".felt li").all()) if die}
    assert len(tops) == 1


def test_after_the_last_roll_the_eye_stays_at_the_dice_though_another_match_could_be_skipped_to(
    seat: Sit, alice: User, bob: User
) -> None:
    match = begin("BZ", alice, bob)
    player = rolled(match, 2)
    begin("PG", player)
    page = at(seat(player, 360), match)
    expect(page.get_by_role("button", name="Skip for now")).to_have_count(1)
    page.keyboard.press("r")
    expect(page.locator(".felt__rolls")).to_have_text("No roll left")
    settled(page)
    expect(page.locator("[name=box]").first).to_be_focused()
    assert page.evaluate("scrollY") == 0


COUNT_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) {
      const sources = one.sources.map(({ node }) => node?.id || node?.className || node?.nodeName);
      if (!one.hadRecentInput) window.shifts.push([one.startTime, one.value, String(sources)]);
    }
  }).observe({ type: "layout-shift", buffered: true });
}"""


def cumulative_shift(page: Page) -> tuple[float, list[tuple[float, float, str]]]:
    """The page's Cumulative Layout Shift as browsers count it: of all bursts of shifts that nobody had tapped
    for, with less than a second between two and five seconds at most, the sum of the worst; and every shift.
    """
    found: list[tuple[float, float, str]] = page.evaluate("window.shifts")
    bursts: list[list[tuple[float, float, str]]] = []
    for one in found:
        if bursts and one[0] - bursts[-1][-1][0] < 1000 and one[0] - bursts[-1][0][0] < 5000:
            bursts[-1].append(one)
        else:
            bursts.append([one])
    return max((sum(value for _, value, _ in burst) for burst in bursts), default=0), found


@pytest.mark.parametrize(
    ("code", "width", "height"), sample([("BO", 360, 640), ("BZ", 1280, 800), ("DK", 360, 740)], "DK")
)
def test_nothing_jumps_through_a_match(
    seat: Sit, alice: User, bob: User, code: str, width: int, height: int
) -> None:
    match = begin(code, alice, bob, options={"target": 2000} if code == "DK" else {})
    page = at(seat(alice, width), match, width, height)
    page.evaluate(COUNT_SHIFTS)
    felt = page.locator(".felt").bounding_box()
    while not match.over:
        player = to_move(match)
        seat_index = seat_of(match, player).index
        match = make(
            match, player, robots.by_rule_of_thumb(robots.Level.CASUAL, match.rules, match.table, seat_index)
        )
        if match.version > CLOSELY and match.version % SELDOM and not match.over:
            continue
        with page.expect_response(lambda answer: answer.url == page.url):
            page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        expect(page.locator(f"#table[data-version='{match.version}']")).to_be_visible()
        if not match.over:
            assert page.locator(".felt").bounding_box() == felt
    shift, found = cumulative_shift(page)
    assert shift <= MOST_SHIFT, found
