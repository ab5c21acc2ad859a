"""People play whole matches through the pages, in browser sessions of their own."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games.models import Match, Seat
from games.rules import RULES
from games.rules.base import Kind, Move
from games.rules.cards.scorecard import Scorecard
from tests.browser.conftest import Seat as Sit
from tests.browser.waiting import settled, tap
from tests.games.tables import begin, legal, make, seat_of, to_move
from tests.long import sample

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]
MOST_TURNS = 400
BY_HAND = 2
"""Turns at either end that are played in the browser, one of each player; what lies between is played by the
rules' own moves."""
WHOLE = ("DK", "PG")
"""What is played by hand from the first turn to the last; a card is in test_table, by keyboard alone."""


def ask_to_play(page: Page, code: str, opponent: str, *, pace: str = "turns") -> None:
    """Fill in the form for a new match."""
    page.goto("/matches/new/?whom=named")
    page.get_by_role("radio", name=RULES[code].name, exact=True).check()
    page.get_by_label("Names").fill(opponent)
    if code == "DK":
        page.locator("[name=DK_target]").fill("2000")
    elif code == "PG":
        page.locator("[name=PG_target]").fill("50")
    else:
        page.locator(".more summary").click()
        page.locator(f"[name=pace][value={pace}]").check()
    page.get_by_role("button", name="Invite them").click()


def accept(page: Page) -> None:
    """Answer the invitation that stands on top of one's matches."""
    page.goto("/matches/")
    page.get_by_role("button", name="Accept").first.click()


def card_turn(page: Page) -> None:
    """Roll once, on a single card keep a high die and roll again, then take the best box."""
    click(page, "roll")
    single = not page.locator(".sheet--2, .sheet--3").count()
    picks = page.locator("#move [name=keep]")
    faces = [int(pick.get_attribute("value") or 0) for pick in picks.all()]
    if single and faces and max(faces) < 6:
        tap(picks.nth(faces.index(max(faces))))
        click(page, "roll")
    boxes = page.locator("#move [name=box]").all()
    points = [int(box.get_attribute("data-points") or 0) for box in boxes]
    tap(boxes[points.index(max(points))])
    click(page, "score")


def ten_thousand_turn(page: Page) -> None:
    """Set the best dice aside and go on until the turn can be banked, is bust, or has won."""
    click(page, "roll")
    while page.locator("#move [name=keep]").count():
        best = page.locator("[data-keep]").first
        keep = list(best.get_attribute("data-keep") or "")
        bankable = best.get_attribute("data-bankable") is not None
        picks = page.locator("#move [name=keep]").all()
        for pick in picks:
            face = pick.get_attribute("value") or ""
            if face in keep:
                keep.remove(face)
                tap(pick)
        if bankable:
            click(page, "bank")
            return
        click(page, "roll")


def pig_turn(page: Page) -> None:
    """Roll until the turn has 15 points, and bank them, unless a 1 comes first."""
    click(page, "roll")
    while (bank := page.locator("#move [data-bank]")).count():
        points = int(re.findall(r"\d+", bank.inner_text())[0])
        click(page, "bank" if points >= 15 or "reaches" in page.locator(".felt").inner_text() else "roll")


def click(page: Page, value: str) -> None:
    """Press a button and wait for the table after it: swapped in place, or, without scripts, a new page."""
    before = page.locator("#table").get_attribute("data-version") or ""
    page.locator(f"#move button[name=do][value={value}]").click()
    page.locator(f"#table:not([data-version='{before}'])").wait_for()
    settled(page)


def quick_turn(match: Match, player: User) -> None:
    """Roll once and take a box, without a page."""
    make(match, player, Move(Kind.ROLL))
    make(match, player, legal(match, player)[-1])


def play_out(match: Match, pages: dict[User, Page], turn: object) -> None:
    """Everybody takes turns until the match is over; pages are looked at again when it is one's turn."""
    rules = match.rules
    boxes = len(pages) * rules.columns * len(rules.boxes) if isinstance(rules, Scorecard) else 0
    long = bool(boxes) and rules.code not in WHOLE
    for number in range(MOST_TURNS):
        match.refresh_from_db()
        if match.over:
            return
        if long and BY_HAND <= number < boxes - BY_HAND:
            quick_turn(match, to_move(match))
            continue
        page = pages[to_move(match)]
        page.goto(f"/matches/{match.pk}/")
        turn(page)  # type: ignore[operator]
    raise AssertionError("the match did not end")


TURNS = {"DK": ten_thousand_turn, "PG": pig_turn}


@pytest.mark.parametrize(
    ("code", "scripts", "scheme"),
    sample(
        [
            ("BZ", True, "light"),
            ("BD", True, "dark"),
            ("BO", False, "light"),
            ("BX", True, "light"),
            ("DK", True, "dark"),
            ("PG", True, "dark"),
            ("DG", True, "light"),
            ("BT", True, "light"),
        ],
        "BO",
        "DK",
    ),
)
def test_two_people_play_a_whole_match(
    seat: Sit, alice: User, bob: User, code: str, scripts: bool, scheme: str
) -> None:
    pages = {
        alice: seat(alice, 1280, scheme, scripts=scripts),
        bob: seat(bob, 360, scheme, scripts=scripts),
    }
    ask_to_play(pages[alice], code, "bob")
    accept(pages[bob])
    match = Match.objects.get()
    assert match.status == Match.Status.RUNNING
    play_out(match, pages, TURNS.get(code, card_turn))
    seats = list(Seat.objects.filter(match=match).select_related("player").order_by("index"))
    for page in pages.values():
        page.goto(f"/matches/{match.pk}/")
        for played in seats:
            expect(page.locator("#status")).to_contain_text(re.compile(rf"{played.name}"))
            expect(page.locator("#status")).to_contain_text(f"{played.total:,}")
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    pages[bob].get_by_role("link", name="Replay").click()
    pages[bob].get_by_role("link", name="Last step").click()
    expect(pages[bob].locator(".steps__at")).to_contain_text(re.compile(r"Step (\d+) of \1"))


def play_alone(match: Match, player: User, page: Page) -> None:
    """All turns of one player of a split match, the first and the last of them by hand."""
    rules = match.rules
    assert isinstance(rules, Scorecard)
    turns = len(rules.boxes)
    for number in range(turns):
        if 1 <= number < turns - 1:
            quick_turn(match, player)
            continue
        page.goto(f"/matches/{match.pk}/")
        card_turn(page)


def test_three_people_play_a_split_match_unseen(seat: Sit, alice: User, bob: User, carol: User) -> None:
    pages = {alice: seat(alice), bob: seat(bob, 360), carol: seat(carol, 768, "dark")}
    ask_to_play(pages[alice], "BO", "bob, carol", pace="split")
    accept(pages[bob])
    accept(pages[carol])
    match = Match.objects.get()
    answers: list[str] = []
    pages[bob].on(
        "response", lambda answer: answers.append(answer.text()) if "/matches/" in answer.url else None
    )
    play_alone(match, alice, pages[alice])
    pages[bob].goto(f"/matches/{match.pk}/")
    expect(pages[bob].get_by_text("Hidden until you have finished").first).to_be_visible()
    serials = [str(serial) for move in match.moves.filter(seat=0) for serial in move.serials]
    assert serials
    shown = "".join(answers)
    assert not any(re.search(rf"#{serial}\b", shown) for serial in serials), "nothing of alice's reached bob"
    for player in (bob, carol):
        play_alone(match, player, pages[player])
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    for page in pages.values():
        page.goto(f"/matches/{match.pk}/")
        for played in Seat.objects.filter(match=match):
            expect(page.locator("#status")).to_contain_text(f"{played.total:,}")


def test_keys_do_what_a_hand_does(seat: Sit, alice: User) -> None:
    match = begin("BZ", alice)
    page = seat(alice)
    page.goto(f"/matches/{match.pk}/")
    keys = page.keyboard
    with page.expect_response("**/move/"):
        keys.press("r")
    expect(page.locator(".felt__rolls")).to_have_text(re.compile("2 rolls left"))
    settled(page)
    keys.press("1")
    keys.press("3")
    expect(page.locator("[name=keep]:checked")).to_have_count(2)
    expect(page.locator("[data-roll]")).to_have_text(re.compile("Roll 3 dice"))
    keys.press("Escape")
    expect(page.locator("[name=keep]:checked")).to_have_count(0)
    keys.press("?")
    expect(page.locator("#keys")).to_be_visible()
    keys.press("Escape")
    for _ in range(13):
        keys.press("ArrowDown")
    with page.expect_response("**/move/"):
        keys.press("Enter")  # the last box, chance, is never a zero
    expect(page.get_by_text(re.compile(r"scored \d+ in Chance"))).to_be_visible()
    assert seat_of(match, alice).total > 0


def test_a_zero_is_asked_for_once_where_something_else_would_score(seat: Sit, alice: User) -> None:
    match = begin("BZ", alice)
    page = seat(alice, 360)
    page.goto(f"/matches/{match.pk}/")
    click(page, "roll")
    zero = page.locator("[name=box][data-points='0']").first
    tap(zero)
    page.locator("[data-score]").click()
    expect(page.locator("#zero")).to_be_visible()
    page.get_by_role("button", name="Choose again").click()
    match.refresh_from_db()
    assert match.version == 1
    page.locator("[data-score]").click()
    with page.expect_response("**/move/"):
        page.get_by_role("button", name="Take the zero").click()
    expect(page.locator(".cell--last")).to_have_text(re.compile("^0"))


def test_a_second_tab_is_told_that_the_table_has_changed(seat: Sit, alice: User, watch: object) -> None:
    watch.expected = ("409",)  # type: ignore[attr-defined]
    match = begin("BZ", alice)
    first = seat(alice)
    second = first.context.new_page()
    for page in (first, second):
        page.goto(f"/matches/{match.pk}/")
    click(first, "roll")
    second.locator("[data-roll]").click()
    expect(second.get_by_role("alert")).to_contain_text("has changed")
    expect(second.locator(".felt__rolls")).to_have_text(re.compile("2 rolls left"))
    match.refresh_from_db()
    assert match.version == 1
