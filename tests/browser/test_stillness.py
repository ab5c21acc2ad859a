"""Nothing moves under the eye or the finger through whole matches on a phone, by typing and by tapping.

What stands where is looked at after each move, whoever made it: no time is measured, and what a browser
forgives because somebody has just tapped is not forgiven here.
"""

from __future__ import annotations

from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games import typed
from games.models import Match
from games.rules import RULES
from games.rules.base import Kind, Move
from games.tables import robots
from tests.browser.conftest import Seat as Sit
from tests.browser.test_sheet import COUNT_SHIFTS, MOST_SHIFT, cumulative_shift
from tests.browser.waiting import settled, tap
from tests.games.tables import begin, make, seat_of, to_move
from tests.long import sample

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]
WITH_CARE = 3
"""My turns in which all rolls are made; in the others of a card the first roll is taken as it lies."""
SHORT = {"DK": {"target": 3000}}
PLACES = """() => Object.fromEntries(
  [".move > .race, .move > .sheet", ".past", ".typed", ".keeps", ".folds", ".table__foot", "#chat", "footer"]
    .map((name) => [name, document.querySelector(name)])
    .filter(([, one]) => one)
    .map(([name, one]) => [name, Math.round(one.getBoundingClientRect().top + scrollY)]))"""


def chosen(match: Match, player: User, turn: int) -> Move:
    """What a robot would do here; in later turns on a card it takes the best box at once."""
    index = seat_of(match, player).index
    moves = match.rules.moves(match.table, index)
    boxes = [move for move in moves if move.kind is Kind.SCORE]
    if turn > WITH_CARE and boxes:
        points = match.rules.preview(match.table, index)
        return max(boxes, key=lambda move: points[move.box])
    return robots.by_rule_of_thumb(robots.Level.CASUAL, match.rules, match.table, index)


def type_it(page: Page, match: Match, move: Move) -> None:
    """Write the move in the line, and send it with Enter."""
    line = page.locator("#typed")
    line.fill(typed.words(match.rules, move))
    line.press("Enter")


def tap_it(page: Page, match: Match, move: Move) -> None:
    """Tap the dice that the move names, then its box, then its button."""
    left = Counter(move.keep)
    for pick in page.locator("#move [name=keep]").all():
        face = int(pick.get_attribute("value") or 0)
        tap(pick, chosen=left[face] > 0)
        left[face] -= 1
    if move.box:
        tap(page.locator(f"#move [name=box][value={move.box}]"))
    page.locator(f"#move button[name=do][value={move.kind.value}]").click()


def look(page: Page, match: Match) -> None:
    """Let the page find out what the other has done, and be there with it."""
    with page.expect_response(lambda answer: answer.url == page.url):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(f"#table[data-version='{match.version}']")).to_be_visible()


@pytest.mark.parametrize("way", sample([type_it, tap_it], tap_it), ids=["typed", "tapped"])
@pytest.mark.parametrize("code", sample(RULES, "BZ"))
def test_nothing_moves_through_a_whole_match_on_a_phone(
    seat: Sit, alice: User, bob: User, code: str, way: object
) -> None:
    match = begin(code, alice, bob, options=SHORT.get(code, {}))
    page = seat(alice, 360)
    page.goto(f"/matches/{match.pk}/")
    page.evaluate(COUNT_SHIFTS)
    if way is type_it:
        page.locator("#chat").scroll_into_view_if_needed()
    seen: dict[str, set[int]] = {}
    turns = 0
    while not match.over:
        if way is tap_it and turns == 1 and not alice.seats.exclude(match=match).exists():
            begin("PG", alice)  # from now on another match waits: it can be skipped to, and gone on to
        player = to_move(match)
        if player == alice:
            move = chosen(match, alice, turns)
            turns += move.kind is not Kind.ROLL
            way(page, match, move)  # type: ignore[operator]
            expect(page.locator(f"#table:not([data-version='{match.version}'])")).to_be_visible()
            settled(page)
        else:
            while not match.over and to_move(match) == bob:
                match = make(match, bob, chosen(match, bob, WITH_CARE + 1))
            look(page, match)
        match.refresh_from_db()
        if not match.over:
            for name, top in page.evaluate(PLACES).items():
                seen.setdefault(name, set()).add(top)
    assert {name: tops for name, tops in seen.items() if len(tops) > 1} == {}
    shift, found = cumulative_shift(page)
    assert shift <= MOST_SHIFT, found
