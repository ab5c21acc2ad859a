"""Pages that change while they are open: the bell, My matches, notices; and nothing that is typed is lost."""

from __future__ import annotations

import re

import pytest
from django.db import connection
from playwright.sync_api import Page, expect
from pytest_django import Settings

from accounts import notices
from accounts.models import Notice, User
from games.clock import DEFAULT_PRESET
from games.match import channels
from games.rules.base import Kind, Move, Pace
from games.seats import lobby, waiting
from tests.browser.answers import COMPLAINTS
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.browser.listening import hearing, reached
from tests.browser.waiting import settled
from tests.games.tables import begin, make, play_out, to_move

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


@pytest.fixture
def stream_url(stream: str, settings: Settings) -> str:
    return reached(stream, settings)


def listening(page: Page, address: str) -> Page:
    """The page at this address, once it hears."""
    with hearing(page):
        page.goto(address)
    return page


def tell(player: User, key: str) -> None:
    notices.tell([player], "event", key, f"News {key}", "/news/")
    connection.close()


def test_the_bell_rings_on_any_page_and_is_still_when_all_is_read(seat: Sit, alice: User) -> None:
    page, other = listening(seat(alice), "/rules/"), seat(alice)
    expect(page.locator("#bell .badge")).to_have_count(0)
    tell(alice, "one")
    expect(page.locator("#bell summary .badge")).to_have_text("1 new notice")
    expect(page.locator("#stream")).to_have_text("1 new notice")
    page.locator("#bell summary").click()
    tell(alice, "two")
    expect(page.locator("#bell summary .badge")).to_have_text("2 new notices")
    expect(page.locator("#bell details")).to_have_attribute("open", "")
    expect(page.locator("#bell summary")).to_be_focused()
    other.goto("/accounts/notices/")
    other.get_by_role("button", name="Mark all as read").click()
    expect(page.locator("#bell .badge")).to_have_count(0)


def test_the_list_of_notices_grows_by_itself(seat: Sit, alice: User) -> None:
    page = listening(seat(alice), "/accounts/notices/")
    expect(page.locator("#notices li")).to_have_count(0)
    tell(alice, "one")
    expect(page.locator("#notices li")).to_have_count(1)
    tell(alice, "two")
    expect(page.locator("#notices li").first).to_contain_text("News two")


def test_my_matches_follow_the_game(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    other = bob if mover == alice else alice
    page = listening(seat(other), "/matches/")
    expect(page.locator("[aria-labelledby=others] li")).to_have_count(1)
    make(match, mover, Move(Kind.ROLL))
    make(match, mover, Move(Kind.SCORE, box="chance"))
    expect(page.locator("[aria-labelledby=mine] li")).to_have_count(1)
    expect(page.locator("#stream")).to_have_text("One match waits for you.")
    expect(page.locator("#waiting .badge")).to_have_text("1 waiting for you")
    expect(page).to_have_title("(1) My matches · Boatzee")
    lobby.invite(mover, [other], "BO", {}, Pace.TURNS, DEFAULT_PRESET)
    connection.close()
    expect(page.get_by_role("heading", name="You are asked to play")).to_be_visible()
    page.get_by_role("button", name="Accept").focus()
    lobby.invite(mover, [other], "BD", {}, Pace.TURNS, DEFAULT_PRESET)
    connection.close()
    expect(page.locator("[aria-labelledby=asked] li")).to_have_count(2)
    held = page.locator(":focus").evaluate("one => one.closest('li').querySelector('a').textContent")
    assert held == "Boat", "the button in hand is still that of the same invitation"


def test_who_waits_for_a_match_is_led_to_its_table_and_who_only_looks_is_not(
    seat: Sit, alice: User, bob: User, carol: User
) -> None:
    made = waiting.seek(alice, 2, "BZ", {}, Pace.TURNS, "main", private=False)
    private = waiting.seek(carol, 2, "BO", {}, Pace.TURNS, "main", private=True)
    room, link = seat(alice, 360), listening(seat(carol), f"/waiting/link/{private.token}/")
    listening(room, "/waiting/")
    match, other = waiting.join(made.pk, bob), waiting.join(private.pk, bob, private.token)
    connection.close()
    assert match is not None
    assert other is not None
    expect(room).to_have_url(re.compile(f"/matches/{match.pk}/$"))
    expect(link).to_have_url(re.compile(f"/matches/{other.pk}/$"))
    looking = listening(seat(bob), "/waiting/")
    third = begin("PG", bob, alice)
    connection.close()
    expect(looking.locator(f"#begun [href='/matches/{third.pk}/']")).to_be_visible()
    expect(looking).to_have_title(re.compile("Your match has begun"))
    expect(looking).to_have_url(re.compile("/waiting/$"))


def test_two_tabs_of_one_player_are_both_live(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    place = f"/matches/{match.pk}/"
    first = listening(seat(to_move(match)), place)
    second = listening(first.context.new_page(), place)
    for here, there, left in ((first, second, "2 rolls left"), (second, first, "1 roll left")):
        here.locator("[data-roll]").click()
        for page in (here, there):
            expect(page.locator(".felt__rolls")).to_have_text(left)
        settled(there)
    first.locator("[name=box][value=chance]").click()
    first.locator("[data-score]").click()
    expect(second.locator("#move")).to_have_count(0)
    expect(second.locator(".cell--last")).to_have_count(1)


def test_a_list_hears_nothing_of_what_is_played_on_hidden_cards(seat: Sit, alice: User, bob: User) -> None:
    match = begin("BO", alice, bob, pace=Pace.SPLIT)
    page = listening(seat(bob), "/matches/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    make(match, alice, Move(Kind.ROLL))
    make(match, alice, Move(Kind.SCORE, box="ones"))
    page.wait_for_timeout(1000)
    assert asked == []
    assert channels.of_list(bob.pk) in (page.locator("#stream").get_attribute("data-channels") or "")


def test_what_is_typed_stays(seat: Sit, alice: User, bob: User) -> None:
    play_out(begin("BO", alice, bob))  # newcomers may only answer
    page = listening(seat(alice), f"/people/messages/{bob.username}/")
    page.get_by_label(f"Write to {bob.username}").press_sequentially("Hello there")
    page.keyboard.press("ArrowLeft")
    tell(alice, "one")
    expect(page.locator("#bell summary .badge")).to_have_text("1 new notice")
    field = page.get_by_label(f"Write to {bob.username}")
    expect(field).to_be_focused()
    page.keyboard.type("!")
    expect(field).to_have_value("Hello ther!e")


def test_a_tab_that_slept_looks_when_it_wakes(seat: Sit, alice: User, watch: Watch) -> None:
    watch.expected = COMPLAINTS
    page = listening(seat(alice), "/rules/")
    page.route("**/events?*", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('pagehide'))")  # as the browser does it when it leaves the page
    tell(alice, "one")
    page.wait_for_timeout(500)
    expect(page.locator("#bell .badge")).to_have_count(0)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    expect(page.locator("#bell summary .badge")).to_have_text("1 new notice")


def test_without_a_stream_the_bell_looks_by_itself_and_complains_of_nothing(
    seat: Sit, alice: User, watch: Watch
) -> None:
    watch.expected = (*COMPLAINTS, "429", "CORS")
    page = seat(alice)
    page.route("**/events?t=*", lambda route: route.fulfill(status=429, body="So many"))
    page.goto("/rules/")
    tell(alice, "one")
    expect(page.locator("#bell summary .badge")).to_have_text("1 new notice", timeout=30_000)
    expect(page.locator("#line [role=status]")).to_be_empty()
    assert Notice.objects.count() == 1


TRIED = """async () => {
  const { change } = await import("/static/js/change.js");
  const any = (most) => Math.floor(Math.random() * most);
  const token = () => `<input name="csrfmiddlewaretoken" value="${any(99)}">`;
  const plain = (text) => text.replace(/value="\\d+"/g, "");
  const row = () => [
    `<li><a href="/${any(6)}/">${any(3)}</a></li>`,
    `<li id="row-${any(4)}">${any(3)}<form action="/${any(3)}/">${token()}</form></li>`,
    `<li>${any(3)}</li>`,
    `<li><details><summary>${any(2)}</summary>${any(9)}</details></li>`,
    ` said `,
  ][any(5)];
  const list = () => {
    const one = document.createElement("ul");
    one.innerHTML = Array.from({ length: any(7) }, row).join(any(2) ? "\\n" : "");
    return one;
  };
  for (let time = 0; time < 2000; time += 1) {
    const [shown, fresh] = [list(), list()];
    const before = shown.innerHTML;
    const changed = change(shown, fresh);
    if (shown.innerHTML !== fresh.innerHTML) return [before, shown.innerHTML, fresh.innerHTML];
    if (!changed && plain(before) !== plain(fresh.innerHTML)) return [before, "silent"];
    const same = [...shown.childNodes];
    for (const one of fresh.querySelectorAll("input")) one.setAttribute("value", "another");
    if (change(shown, fresh)) return [before, "loud"];
    if (same.some((one, at) => one !== shown.childNodes[at])) return [before, "not the same nodes"];
  }
  return [];
}"""


def test_whatever_stood_there_what_came_fresh_stands_there_then(seat: Sit) -> None:
    page = seat()
    page.goto("/rules/")
    assert page.evaluate(TRIED) == []
