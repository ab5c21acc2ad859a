"""What makes a table quick: a first box in four clicks, the keyboard alone, words, and one's own ways."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match
from games.rules.base import Kind, Move
from games.rules.cards.scorecard import Scorecard
from games.tables import robots
from tests.browser.answers import pass_time
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import look_over
from tests.browser.waiting import scripted, settled, stop_time, tap
from tests.games.tables import begin, make, play_out, seat_of, to_move

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_stranger_scores_a_first_box_in_four_clicks(seat: Sit, scripts: bool) -> None:
    page = seat(None, 360, scripts=scripts)
    page.goto("/")
    page.get_by_role("button", name="Roll the dice").click()
    scripted(page)
    page.locator(".score .box").last.click()
    page.get_by_role("button", name=re.compile("^Score")).click()
    expect(page.locator(".cell--last")).to_have_text(re.compile(r"^\d+"))
    match = Match.objects.get()
    assert match.seats.get().total > 0, "chance, in three clicks"


def test_practice_goes_along_to_the_new_account(seat: Sit) -> None:
    page = seat(None, 360)
    page.goto("/")
    page.get_by_role("button", name="Roll the dice").click()
    scripted(page)
    page.locator(".score .box").last.click()
    page.get_by_role("button", name=re.compile("^Score")).click()
    expect(page.locator(".cell--last")).to_be_visible()
    assert look_over(page, page.url) == []
    table = page.url
    page.locator("main").get_by_role("link", name="Sign up").click()
    page.get_by_label("Name or e-mail").fill("dora")
    page.get_by_label("Password", exact=True).fill("correct horse 1")
    page.get_by_role("button", name="Sign up").click()
    page.wait_for_url(table)
    expect(page.locator(".score .seat--mine")).to_contain_text("dora")
    expect(page.locator(".cell--last")).to_be_visible()


def heard(page: Page) -> list[str]:
    """What a screen reader is told of the page, as a flat list of roles and names."""
    found: list[str] = []

    def walk(nodes: list[dict[str, Any]]) -> None:
        for node in nodes:
            name = node.get("name", {}).get("value", "")
            found.append(f"{node.get('role', {}).get('value', '')}: {name}")

    session = page.context.new_cdp_session(page)
    walk(session.send("Accessibility.getFullAXTree")["nodes"])
    session.detach()
    return found


def test_a_whole_match_by_keyboard_alone_as_a_screen_reader_tells_it(seat: Sit, alice: User) -> None:
    match = begin("BO", alice)
    assert isinstance(match.rules, Scorecard)
    page = seat(alice)
    page.goto(f"/matches/{match.pk}/")
    for turn in range(1, 12):
        settled(page)
        with page.expect_response("**/move/"):
            page.keyboard.press("r")
        expect(page.locator("[name=keep]")).to_have_count(match.rules.dice)
        settled(page)
        assert "Roll again, or choose a box" in page.locator("[role=status]#status").inner_text()
        dice = [line for line in heard(page) if line.startswith("checkbox: ")]
        match.refresh_from_db()
        words = ("", "one", "two", "three", "four", "five", "six")
        assert dice == [f"checkbox: {words[face]}" for face in match.table.hands[0].dice]
        page.keyboard.press("1")
        assert page.locator("[name=keep]:checked").count() == 1
        with page.expect_response("**/move/"):
            page.keyboard.press("r")
        expect(page.locator(".felt__rolls")).to_have_text(re.compile("1 roll left"))
        settled(page)
        told = heard(page)
        match.refresh_from_db()
        kept = match.table.hands[0].dice[0]
        assert any(re.fullmatch(rf"checkbox: {words[kept]}, kept", line) for line in told)
        boxes = [line for line in told if line.startswith("radio: ")]
        assert len(boxes) == 12 - turn
        assert all(re.search(r"\d+ points?$", line) for line in boxes)
        page.keyboard.press("ArrowDown")
        focused = page.evaluate("document.activeElement.getAttribute('aria-label')")
        assert f"radio: {focused}" in boxes
        page.keyboard.press("Enter")
        if page.locator("#zero").is_visible():
            assert any(line == "dialog: Take a zero?" for line in heard(page))
            with page.expect_response("**/move/"):
                page.keyboard.press("Tab")
                page.keyboard.press("Enter")
        expect(page.locator("[name=box]")).to_have_count(0)
        expect(page.locator("#table :focus")).to_have_count(1)
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    expect(page.locator("#status")).to_contain_text(f"Finished with {seat_of(match, alice).total} points")


def test_news_wait_for_the_tap_that_is_under_way(seat: Sit, alice: User) -> None:
    match = begin("BZ", alice)
    make(match, alice, Move(Kind.ROLL))
    page = seat(alice, 360)
    page.clock.install()
    page.goto(f"/matches/{match.pk}/")
    page.evaluate("document.querySelector('#status').append('!')")
    old = page.locator("#table").element_handle()
    page.locator(".pick").nth(1).hover()
    stop_time(page)  # nothing waits for ever for a finger
    page.mouse.down()
    with page.expect_request_finished(lambda asked: asked.url == page.url):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.clock.run_for(200)
    pass_time(page, 2)
    assert old.evaluate("one => one.isConnected")
    page.mouse.up()
    page.clock.run_for(200)
    expect(page.locator("#status")).not_to_contain_text("!")
    expect(page.locator("[name=keep]").nth(1)).to_be_checked()
    assert not old.evaluate("one => one.isConnected")


def test_words_play_a_whole_turn(seat: Sit, alice: User) -> None:
    match = begin("BZ", alice)
    page = seat(alice, 360)
    page.goto(f"/matches/{match.pk}/")
    page.keyboard.press("/")
    expect(page.locator("#typed")).to_be_focused()
    page.keyboard.type("roll")
    page.keyboard.press("Enter")
    expect(page.locator(".felt__rolls")).to_have_text(re.compile("2 rolls left"))
    expect(page.locator("#typed")).to_be_focused()
    match.refresh_from_db()
    first = match.table.hands[0].dice[0]
    settled(page)
    page.keyboard.type(f"keep {first} roll")
    page.keyboard.press("Enter")
    expect(page.locator(".felt__rolls")).to_have_text(re.compile("1 roll left"))
    settled(page)
    page.keyboard.type("score cha")
    page.keyboard.press("Enter")
    expect(page.locator(".cell--last")).to_be_visible()


def test_words_that_are_no_move_are_answered(seat: Sit, watch: Any, alice: User) -> None:
    watch.expected = ("400",)
    match = begin("BZ", alice)
    page = seat(alice, 360)
    page.goto(f"/matches/{match.pk}/")
    page.locator("#typed").fill("score yahtzee")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("is no move you can make now")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.locator("#typed")).to_be_focused()
    expect(page.locator("#typed")).to_be_in_viewport()


def test_one_tap_scores_and_a_turn_rolls_itself_where_one_likes_it_so(seat: Sit, alice: User) -> None:
    alice.board = {"auto_roll": True, "confirm": False, "sounds": True, "felt": "wine", "large": True}
    alice.save()
    match = begin("BZ", alice)
    page = seat(alice, 360)
    page.goto(f"/matches/{match.pk}/")
    expect(page.locator("[name=keep]")).to_have_count(5)
    settled(page)
    page.locator(".score .box").last.click()
    expect(page.locator("[name=box]")).to_have_count(12)
    expect(page.locator("[name=keep]")).to_have_count(5)
    match.refresh_from_db()
    assert match.moves.count() == 3
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_the_page_follows_what_is_chosen_before_it_is_kept(seat: Sit, alice: User) -> None:
    for width, scheme in ((360, "dark"), (1280, "light")):
        assert look_over(seat(alice, width, scheme), "/accounts/board/") == []
    page = seat(alice)
    page.goto("/accounts/board/")
    page.get_by_label("Wine felt").check()
    page.get_by_label("Dark", exact=True).check()
    page.get_by_label(re.compile("left hand")).check()
    expect(page.locator("body.felt-wine.left")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"
    page.get_by_role("button", name="Save").click()
    expect(page.locator("body.felt-wine.left")).to_be_visible()
    alice.refresh_from_db()
    assert alice.looks.felt == "wine"


def test_the_others_turn_is_shown_dice_by_dice_and_can_be_skipped(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    other = to_move(match)
    me = bob if other == alice else alice
    for _ in range(2):
        make(match, other, Move(Kind.ROLL))
    make(match, other, Move(Kind.SCORE, box="chance"))
    page = seat(me, 360, motion="no-preference")
    page.clock.install()
    page.goto("/rules/")
    stop_time(page)
    page.goto(f"/matches/{match.pk}/")
    cover = page.locator(".felt__watch")
    for _ in range(2):
        expect(cover).to_contain_text(other.username)
        expect(cover).not_to_contain_text("scored")
        page.clock.run_for(1000)
    expect(cover).to_contain_text(re.compile(r"scored \d+ in Chance"))
    page.clock.run_for(1300)
    expect(cover).to_have_count(0)
    page.reload()
    expect(page.locator("[data-roll]")).to_be_visible()
    expect(cover).to_have_count(0)
    again = seat(me, 360, motion="no-preference")
    again.clock.install()
    again.goto("/rules/")
    stop_time(again)
    again.goto(f"/matches/{match.pk}/")
    expect(again.locator(".felt__watch")).to_be_visible()
    again.locator(".felt__watch").click()
    expect(again.locator(".felt__watch")).to_have_count(0)
    still = seat(me, 360)
    still.goto(f"/matches/{match.pk}/")
    expect(still.locator("[data-roll]")).to_be_visible()
    expect(still.locator(".felt__watch")).to_have_count(0)


def test_the_next_match_is_one_tap_away(seat: Sit, alice: User, bob: User) -> None:
    first, second, third = (begin("BZ", alice, bob) for _ in range(3))
    for match in (first, second, third):
        while to_move(match) != alice:
            index = seat_of(match, bob).index
            match.refresh_from_db()
            make(match, bob, robots.by_rule_of_thumb(robots.Level.CASUAL, match.rules, match.table, index))
    make(first, alice, Move(Kind.ROLL))
    page = seat(alice, 360)
    page.goto(f"/matches/{first.pk}/")
    page.locator(".score .box").last.click()
    page.get_by_role("button", name=re.compile("^Score")).click()
    expect(page.locator("[data-next]")).to_have_text(re.compile(r"Next match\s+2 waiting for you"))
    page.locator("[data-next]").click()
    expect(page.locator("#status")).to_contain_text("Your turn")


def test_it_can_be_used_at_twice_the_size_and_in_forced_colours(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BT", alice, bob)
    make(match, to_move(match), Move(Kind.ROLL))
    page = seat(to_move(match), 640)  # 1280 at 200 %
    page.goto(f"/matches/{match.pk}/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    page.emulate_media(forced_colors="active")
    tap(page.locator("[name=keep]").first)
    outlined = page.locator(".pick:has(:checked)").evaluate("one => getComputedStyle(one).outlineStyle")
    assert outlined == "solid"


def test_a_replay_is_shared_by_a_link_that_works_signed_out(seat: Sit, alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    page = seat(None, 360)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"/matches/{match.pk}/")
    page.get_by_role("link", name="Picture to share").click()
    page.get_by_role("button", name="Copy the link").click()
    expect(page.get_by_role("button", name="Link copied")).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    page.goto(link)
    expect(page.get_by_role("heading", name=re.compile("Replay"))).to_be_visible()
    expect(page.locator(".totals svg").first).to_be_visible()
    assert look_over(page, link) == []
