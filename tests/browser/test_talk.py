"""Talk in a browser: what others say appears by itself, and what one types is never lost by it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from pytest_django import Settings

from accounts import talk
from accounts.models import User
from accounts.talk.rooms import Room
from games.chat import Beside
from ladders.events import entries, teams
from ladders.events.rooms import OfEvent, OfTeam
from tests.browser.answers import Broken
from tests.browser.conftest import Seat as Sit
from tests.browser.listening import hearing, reached
from tests.browser.test_accessibility import look_over
from tests.games.tables import begin, play_out
from tests.ladders.events import opened
from tests.long import sample
from tests.talking import say

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


@pytest.fixture
def stream_url(stream: str, settings: Settings) -> str:
    return reached(stream, settings)


def rooms(alice: User, bob: User) -> list[tuple[str, Room]]:
    """A room of each kind, and a page on which alice comes to it."""
    play_out(begin("BO", alice, bob))  # newcomers only read
    match = begin("BZ", alice, bob)
    team = teams.make_team(opened("team").pk, alice, "Reds", [bob])
    teams.accept(team.pk, bob)
    event = opened("league")
    for player in (alice, bob):
        entries.enter(event.pk, player)
    return [
        (f"/matches/{match.pk}/", Beside(match)),
        (team.get_absolute_url(), OfTeam(team)),
        (event.get_absolute_url(), OfEvent(event)),
        ("/people/messages/bob/", talk.Two(bob, alice)),
    ]


def listening(page: Page, address: str, room: Room) -> None:
    """Come to the room, open it where it is closed, and hear its channel."""
    with hearing(page):
        page.goto(address)
        if page.locator("#chat").count():
            page.locator("#chat summary").click()
            expect(page.locator("#remarks")).to_be_visible()
            page.wait_for_timeout(300)
    expect(page.locator(f"#heard[data-refresh={room.channel}]")).to_be_visible()


def test_what_others_say_appears_and_typed_words_stay(seat: Sit, alice: User, bob: User) -> None:
    page = seat(alice, 360)
    for number, (address, room) in enumerate(rooms(alice, bob)):
        listening(page, address, room)
        page.locator("#say").fill("I am just wri")
        say(room, bob, f"Hello alice {number}")
        expect(page.locator("#remarks")).to_contain_text(f"Hello alice {number}")
        expect(page.locator("#say")).to_have_value("I am just wri")
        page.locator("#say").fill("And to you")
        page.get_by_role("button", name="Send").click()
        expect(page.locator("#remarks")).to_contain_text("And to you")
        expect(page.locator("#say")).to_have_value("")


def test_a_newcomer_can_answer_as_soon_as_somebody_has_written(
    seat: Sit, alice: User, bob: User, carol: User
) -> None:
    play_out(begin("BO", bob, carol))
    page = seat(alice, 360)
    room = talk.Two(bob, alice)
    listening(page, "/people/messages/bob/", room)
    expect(page.locator("#heard")).to_contain_text("you can only answer")
    expect(page.locator("#say")).to_be_hidden()
    say(room, bob, "Welcome")
    expect(page.locator("#remarks")).to_contain_text("Welcome")
    page.locator("#say").fill("Thank you")
    page.get_by_role("button", name="Send").click()
    expect(page.locator("#remarks")).to_contain_text("Thank you")


def test_what_one_types_while_one_sends_stays(seat: Sit, alice: User, bob: User) -> None:
    play_out(begin("BO", alice, bob))
    page = seat(alice, 360)
    page.goto("/people/messages/bob/")
    site = Broken(page, "**/people/messages/bob/", method="POST")
    site.hold()
    page.locator("#say").fill("The first thing")
    with page.expect_request(lambda request: request.method == "POST"):
        page.get_by_role("button", name="Send").click()
    page.locator("#say").fill("The seco")
    site.let_go()
    expect(page.locator("#remarks")).to_contain_text("The first thing")
    expect(page.locator("#say")).to_have_value("The seco")


@pytest.mark.parametrize(("width", "scheme"), sample([(360, "dark"), (1280, "light")], 360))
def test_the_pages_can_be_read_by_all(seat: Sit, alice: User, bob: User, width: int, scheme: str) -> None:
    page = seat(alice, width, scheme)
    for _, room in rooms(alice, bob):
        say(room, bob, "See https://example.org/" + "long" * 60 + "\nand more")
        mine = talk.Two(alice, bob) if isinstance(room, talk.Two) else room
        say(mine, alice, "Thank you")
        assert look_over(page, mine.address) == []
