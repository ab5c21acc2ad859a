"""Whatever comes back for a move: the table, the chosen dice and the box stay, and the move happens once."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from accounts.models import User
from games.rules.base import Kind, Move
from tests.browser.answers import (
    COMPLAINTS,
    FOREIGN,
    RESTED,
    Broken,
    expect_kept,
    lay,
    line,
    pass_time,
    rolls,
)
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.browser.waiting import tap
from tests.games.tables import begin, make, to_move
from tests.long import sample

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


@pytest.fixture(autouse=True)
def _complaints(watch: Watch) -> None:
    watch.expected = COMPLAINTS


Answer = Callable[[Broken], None]
ANSWERS: dict[str, tuple[Answer, str]] = {
    "500": (lambda site: site.say(500, FOREIGN.format("Server Error (500)")), "cannot answer at the moment"),
    "502": (lambda site: site.say(502, FOREIGN.format("502 Bad Gateway")), "cannot answer at the moment"),
    "503": (lambda site: site.say(503, FOREIGN.format("503"), retry_after="1"), "cannot answer"),
    "504": (lambda site: site.say(504, FOREIGN.format("504 Gateway Time-out")), "cannot answer"),
    "429": (lambda site: site.say(429, FOREIGN.format("429"), retry_after="1"), "a little slower"),
    "404": (lambda site: site.say(404, FOREIGN.format("404 Not Found")), "cannot find this page"),
    "another page": (lambda site: site.say(200, FOREIGN.format("Free wifi")), "Something other"),
    "an empty page": (lambda site: site.say(200), "Something other"),
    "no content": (lambda site: site.say(204), "Something other"),
    "nothing": (Broken.cut, "no connection"),
}


@pytest.mark.parametrize("name", sample(ANSWERS, "503", "an empty page", "nothing"))
def test_the_table_stays_and_the_move_is_made_when_the_site_is_back(
    seat: Sit, alice: User, name: str
) -> None:
    page = seat(alice, 360)
    match = lay(page, alice)
    site = Broken(page)
    break_it, words = ANSWERS[name]
    break_it(site)
    page.locator("[data-roll]").click()
    expect(line(page)).to_contain_text(words)
    expect(line(page)).to_contain_text("sent again by itself")
    expect_kept(page)
    site.mend()
    pass_time(page, 3)
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
    expect(line(page)).to_contain_text("connection is back")
    assert rolls(match) == 2
    assert len({body.split("&", 1)[1] for body in site.asked}) == 1, "but for its token, the same request"
    pass_time(page, 2.5)
    assert rolls(match) == 2, "and not once more"


def test_an_answer_that_does_not_come_is_not_waited_for(seat: Sit, alice: User) -> None:
    page = seat(alice)
    match = lay(page, alice)
    wait = page.locator("#line")
    assert 10_000 <= int(wait.get_attribute("data-timeout") or 0) <= 15_000
    wait.evaluate("one => (one.dataset.timeout = 700)")
    site = Broken(page)
    site.hold()
    page.locator("[data-roll]").click()
    expect(line(page)).to_contain_text("did not answer in time")
    expect_kept(page)
    site.mend()  # first: what is held back from now on would be waited for as long
    wait.evaluate("one => (one.dataset.timeout = 12000)")
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
    assert rolls(match) == 2


def test_who_goes_too_fast_waits_as_long_as_the_site_asks(seat: Sit, alice: User) -> None:
    page = seat(alice)
    match = lay(page, alice)
    site = Broken(page)
    site.say(429, retry_after="3")
    page.locator("[data-roll]").click()
    expect(line(page)).to_contain_text("a little slower")
    expect(page.get_by_role("button", name="Try now")).to_be_hidden()
    site.mend()
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
    first, second = site.times
    assert second - first > 2
    assert rolls(match) == 2


def test_a_refusal_with_the_table_in_it_is_shown_and_choices_stay(seat: Sit, alice: User) -> None:
    page = seat(alice)
    lay(page, alice)
    page.locator("#typed").fill("score yahtzee")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_contain_text("is no move you can make now")
    expect(page.locator("#typed")).to_have_value("score yahtzee")
    page.locator("#typed").fill("keep 1")
    expect_kept(page)
    expect(line(page)).to_be_empty()


def test_a_dry_pool_is_named_and_the_roll_is_made_when_there_are_dice(seat: Sit, alice: User) -> None:
    page = seat(alice)
    match = lay(page, alice)
    site = Broken(page)
    sentence = "The dice are being rolled. Nothing was changed: try again in a moment."
    table = f'<div id="table"><p data-refusal role="alert">{sentence}</p></div>'
    site.say(503, table, retry_after="1")
    page.locator("[data-roll]").click()
    expect(line(page)).to_contain_text("The dice are being rolled. What you did is kept")
    expect_kept(page)
    site.mend()
    pass_time(page, 3)
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
    assert rolls(match) == 2


def test_a_refusal_that_a_new_token_does_not_mend_is_told_and_not_repeated(seat: Sit, alice: User) -> None:
    page = seat(alice)
    match = lay(page, alice)
    site = Broken(page)
    site.say(403, "<p data-refusal>You are not playing in this match. Go away.</p>")
    page.locator("[data-roll]").click()
    expect(line(page)).to_contain_text("You are not playing in this match. Nothing is sent again.")
    expect(page.get_by_role("link", name="Load again")).to_be_visible()
    expect_kept(page)
    pass_time(page, 2.5)
    assert len(site.asked) == 2
    assert rolls(match) == 1
    site.mend()
    page.locator("[data-roll]").click()
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")


def test_a_slow_site_is_named_before_it_is_given_up(seat: Sit, alice: User) -> None:
    page = seat(alice)
    match = lay(page, alice)
    site = Broken(page)
    site.hold()
    page.locator("[data-roll]").click()
    pass_time(page, 3)
    expect(line(page)).to_contain_text("Still waiting")
    site.let_go()
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
    expect(line(page)).to_be_empty()
    assert rolls(match) == 2


def test_a_button_pressed_again_and_again_sends_once(seat: Sit, alice: User) -> None:
    page = seat(alice)
    match = lay(page, alice)
    site = Broken(page)
    site.hold()
    page.locator("[data-roll]").click()
    page.keyboard.press("r")
    page.locator("#typed").fill("roll")
    page.keyboard.press("Enter")
    page.wait_for_timeout(500)
    assert len(site.asked) == 1
    site.mend()
    site.let_go()
    expect(page.locator(".felt__rolls")).to_have_text("1 roll left")
    page.wait_for_timeout(500)
    assert rolls(match) == 2


def test_who_chooses_anew_takes_back_what_was_to_be_sent(seat: Sit, alice: User) -> None:
    page = seat(alice)
    match = lay(page, alice)
    site = Broken(page)
    site.be_away()
    page.locator("[data-roll]").click()
    expect(line(page)).to_contain_text("sent again by itself")
    tap(page.locator("[name=keep]").nth(1))
    tap(page.locator("[name=keep]").nth(1), chosen=False)  # also who chooses the same again says so anew
    expect(line(page)).to_contain_text("nothing is sent until you say so")
    site.mend()
    pass_time(page, RESTED)
    assert len(site.asked) == 1
    assert rolls(match) == 1
    site.be_away()
    page.locator("[data-roll]").click()
    expect(line(page)).to_contain_text("sent again by itself")
    page.keyboard.press("Escape")
    expect(line(page)).to_contain_text("nothing is sent until you say so")
    site.mend()
    pass_time(page, RESTED)
    assert len(site.asked) == 2
    assert rolls(match) == 1


def test_another_move_takes_the_place_of_the_one_that_waits(seat: Sit, alice: User) -> None:
    page = seat(alice)
    match = lay(page, alice)
    site = Broken(page)
    site.be_away()
    page.locator("[data-roll]").click()
    expect(line(page)).to_contain_text("sent again by itself")
    site.mend()
    page.locator("#typed").fill("score chance")
    page.keyboard.press("Enter")
    expect(page.locator(".cell--last")).to_be_visible()
    pass_time(page, RESTED)
    assert rolls(match) == 1
    assert match.moves.count() == 2


def test_who_leaves_the_page_takes_back_what_was_to_be_sent(seat: Sit, alice: User) -> None:
    page = seat(alice)
    match = lay(page, alice)
    site = Broken(page)
    site.be_away()
    page.locator("[data-roll]").click()
    expect(line(page)).to_contain_text("sent again by itself")
    # Browsers may keep a page that was left as it stood, and take it out again
    page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    site.mend()
    pass_time(page, RESTED)
    assert len(site.asked) == 1
    assert rolls(match) == 1


def test_at_dice_ten_thousand_too(seat: Sit, alice: User, bob: User) -> None:
    page = seat(alice, 360)
    while not page.locator("[name=keep]").count():  # bob may begin, and a first roll may be bust
        match = begin("DK", alice, bob)
        if to_move(match) == alice:
            make(match, alice, Move(Kind.ROLL))
            page.goto(f"/matches/{match.pk}/")
    site = Broken(page)
    site.say(500)
    keep = page.locator("[data-keep]").first.get_attribute("data-keep") or ""
    for pick in page.locator("[name=keep]").all():
        face = pick.get_attribute("value") or ""
        if face in keep:
            keep = keep.replace(face, "", 1)
            tap(pick)
    chosen = page.locator("[name=keep]:checked").count()
    page.locator("[data-roll]").click()
    expect(line(page)).to_contain_text("cannot answer")
    expect(page.locator("[name=keep]:checked")).to_have_count(chosen)
    expect(page.locator("[data-roll]")).to_be_enabled()
    site.mend()
    expect(line(page)).to_contain_text("connection is back")
    assert rolls(match) == 2
