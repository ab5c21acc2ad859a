"""Dice that are thrown: at once, without a face until it is final, in nobody's way, and back if need be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match
from games.rules.base import Kind, Move
from tests.browser.answers import COMPLAINTS, Broken
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.browser.waiting import note, noted, settled, tap, until
from tests.games.tables import begin, make, to_move

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]
SOON = 6
"""Frames that the page draws from a tap to the first motion, however slow the machine is."""
WHOLE = 900
"""Milliseconds of a whole throw."""
TAPPED = """() => new Promise((done) => {
  document.addEventListener("click", () => {
    let frames = 0;
    const seen = () => {
      frames += 1;
      const at = [...document.querySelectorAll(".cube__body")].map((one) => getComputedStyle(one).transform);
      if (at.some((one, place) => place in first && first[place] !== one)) return (window.moved = frames);
      first.push(...at.slice(first.length));
      requestAnimationFrame(seen);
    };
    const first = [];
    requestAnimationFrame(seen);
  }, { capture: true, once: true });
  done();
})"""
ENDS = "() => Math.max(0, ...document.getAnimations().map((one) => one.effect.getComputedTiming().endTime))"
MOVING = """() => new Promise((say) => requestAnimationFrame(() => requestAnimationFrame(() =>
  say(document.getAnimations().length))))"""
"""What moves two frames on: where motion is not wanted, what changes is over in one."""
RETURN = "document.dispatchEvent(new Event('visibilitychange'))"


def rolled(player: User, code: str = "BZ") -> Match:
    match = begin(code, player)
    return make(match, player, Move(Kind.ROLL))


def faces(page: Page) -> list[str]:
    return [str(pick.get_attribute("value")) for pick in page.locator("#move [name=keep]").all()]


def at_table(page: Page, match: Match) -> Page:
    page.goto(f"/matches/{match.pk}/")
    settled(page)
    return page


def held_back(page: Page) -> Broken:
    """A site that answers no move before it is let go."""
    site = Broken(page)
    site.hold()
    return site


def test_dice_leave_at_the_tap_have_no_face_until_it_is_final_and_are_in_nobodys_way(
    seat: Sit, alice: User
) -> None:
    page = at_table(seat(alice, 360, motion="no-preference"), rolled(alice))
    tap(page.locator("[name=keep]").nth(1))
    kept = faces(page)[1]
    site = held_back(page)
    page.evaluate(TAPPED)
    page.locator("[data-roll]").click()
    expect(page.locator(".flies")).to_have_count(4)
    until(page, lambda: page.evaluate("window.moved"))
    assert page.evaluate("window.moved") <= SOON
    assert page.locator(".cube circle").count() == 0, "a die in the hand has no face"
    hidden = page.locator(".flies > .die").evaluate_all(
        "all => all.every((one) => getComputedStyle(one).visibility === 'hidden')"
    )
    assert hidden, "nor is its old one seen"
    assert page.locator(".pick:not(.flies) [name=keep]").get_attribute("value") == kept
    site.let_go()
    expect(page.locator(".felt")).to_contain_text("1 roll left")
    assert page.evaluate(ENDS) <= WHOLE
    settled(page)
    hit = page.locator(".pick").last.evaluate(
        "one => { const { left, top, width, height } = one.getBoundingClientRect();"
        " return document.elementFromPoint(left + width / 2, top + height / 2)?.name }"
    )
    assert hit == "keep", "a die can be tapped while it flies"
    tap(page.locator("[name=keep]").nth(0), chosen=False)
    expect(page.locator(".cube")).to_have_count(0)
    assert faces(page)[0] == kept
    shown = page.locator("#move .felt__dice .die").evaluate_all(
        "all => all.map((one) => [one.dataset.face, getComputedStyle(one).visibility])"
    )
    assert shown == [[face, "visible"] for face in faces(page)]


def test_dice_come_back_where_the_site_refuses_and_where_the_line_is_lost(
    seat: Sit, alice: User, watch: Watch
) -> None:
    watch.expected = COMPLAINTS
    match = rolled(alice)
    page = at_table(seat(alice, 360, motion="no-preference"), match)
    before = faces(page)
    missing = next(face for face in "123456" if before.count(face) < 5)
    page.locator("#typed").fill(f"keep {missing * 5} roll")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.locator(".cube, .flies")).to_have_count(0)
    assert faces(page) == before
    page.locator("#typed").fill("")
    site = Broken(page)
    site.cut()
    page.locator("[data-roll]").click()
    expect(page.locator("#line [role=status]")).to_contain_text("no connection")
    expect(page.locator(".cube, .flies")).to_have_count(0)
    assert faces(page) == before
    site.mend()
    expect(page.locator(".felt")).to_contain_text("1 roll left")
    expect(page.locator(".cube, .flies")).to_have_count(0)
    assert match.moves.filter(kind=Kind.ROLL.value).count() == 2


def test_what_another_tab_rolled_lands_here_and_five_alike_are_celebrated(seat: Sit, alice: User) -> None:
    match = begin("BZ", alice)
    page = at_table(seat(alice, motion="no-preference"), match)
    make(match, alice, Move(Kind.ROLL))
    match.refresh_from_db()
    state = match.table
    match.state = match.rules.dump(replace(state, hands=(replace(state.hands[0], dice=(6,) * 5),)))
    match.save(update_fields=["state"])
    note(page, ".flies", ".felt__cheer")
    page.evaluate(RETURN)
    until(page, lambda: "Five alike!" in noted(page, ".felt__cheer")[1])
    assert noted(page, ".flies")[0] == 5
    expect(page.locator(".felt__cheer, .felt__spark, .cube")).to_have_count(0)


@pytest.mark.parametrize("by", ["device", "choice"])
def test_nothing_moves_where_motion_is_not_wanted(seat: Sit, alice: User, by: str) -> None:
    if by == "choice":
        alice.board = {"motion": False}
        alice.save()
    page = seat(alice, 360, motion="reduce" if by == "device" else "no-preference")
    at_table(page, rolled(alice))
    site = held_back(page)
    page.locator("[data-roll]").click()
    expect(page.locator(".away")).to_have_count(5)
    assert page.evaluate(MOVING) == 0
    site.let_go()
    expect(page.locator(".felt")).to_contain_text("1 roll left")
    assert page.locator(".cube").count() == 0
    assert page.evaluate(MOVING) == 0


def test_sound_is_asked_for_once_after_the_first_throw(seat: Sit, alice: User) -> None:
    match = rolled(alice)
    page = at_table(seat(alice, 360, motion="no-preference"), match)
    question = page.locator("#sounds")
    expect(question).to_be_hidden()
    page.locator("[data-roll]").click()
    expect(question).to_be_visible()
    with page.expect_response("**/board/sounds/") as answered:
        question.get_by_role("button", name="Yes").click()
    assert answered.value.ok
    expect(question).to_be_hidden()
    alice.refresh_from_db()
    assert alice.looks.sounds is True
    page.reload()
    tap(page.locator("[name=keep]").first)
    page.locator("[data-roll]").click()  # heard, and nothing complains
    expect(page.locator("[name=keep]")).to_have_count(0)
    expect(page.locator("#sounds")).to_have_count(0)


def test_a_question_that_is_passed_over_hides_neither_dice_nor_head(seat: Sit, alice: User) -> None:
    match = rolled(alice)
    page = at_table(seat(alice, 360, motion="no-preference"), match)
    question, felt = page.locator("#sounds"), page.locator(".felt")
    page.locator("[data-roll]").click()
    expect(question).to_be_visible()
    page.mouse.wheel(0, 400)
    until(page, lambda: page.evaluate("scrollY") > 200)
    asked, dice = question.bounding_box(), felt.bounding_box()
    assert asked
    assert dice
    assert dice["y"] >= asked["y"] + asked["height"], "the dice are in sight, scrolled or not"
    page.locator("[data-roll]").click()
    expect(page.locator("[data-roll]")).to_have_count(0)
    expect(question).to_be_hidden()


def test_a_roll_that_loses_the_turn_is_seen_all_the_same(seat: Sit, alice: User) -> None:
    match = begin("PG", alice, options={"target": 200})
    page = at_table(seat(alice, 360, motion="no-preference"), match)
    note(page, ".felt__watch")
    while True:
        with page.expect_response("**/move/"):
            page.keyboard.press("r")
        settled(page)
        match.refresh_from_db()
        if match.moves.latest("number").dice == [1]:
            break
    expect(page.locator("[data-roll]")).to_be_enabled()
    until(page, lambda: "rolled a 1" in noted(page, ".felt__watch")[1])
    assert 'data-face="1"' in noted(page, ".felt__watch")[1]
    page.locator("[data-roll]").click()  # it is not in the way
    expect(page.locator(".felt__watch").get_by_text("rolled a 1")).to_have_count(0)


def test_the_others_last_turn_is_one_line_and_its_rolls_are_there_on_demand(
    seat: Sit, alice: User, bob: User
) -> None:
    match = begin("BZ", alice, bob)
    other = to_move(match)
    me = bob if other == alice else alice
    make(match, other, Move(Kind.ROLL))
    make(match, other, Move(Kind.SCORE, box="chance"))
    match.refresh_from_db()
    points = match.table.cards[[alice, bob].index(other)].columns[0][-1]
    page = at_table(seat(me, 360, scripts=False), match)
    line = page.locator(".turn summary")
    expect(line).to_have_text(f"{other.username} scored {points} in Chance")
    expect(page.locator(".turn .dice")).to_be_hidden()
    line.click()
    expect(page.locator(".turn .dice")).to_be_visible()
    sums: Any = page.locator(".turn .die").evaluate_all("all => all.map((one) => Number(one.dataset.face))")
    assert sum(sums) == points
