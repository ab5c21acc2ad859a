"""`make screenshots`: every table and page as a picture, three widths, light and dark, in `screenshots/`.

Some of them: `make screenshots ARGS="-k 'tables and DK and 360 and dark'"`.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from playwright.sync_api import Page

from accounts.models import User
from accounts.people import relations
from boatzee_site.local import ROOT
from games.chat import Beside
from games.models import Match
from games.rules import RULES
from games.rules.base import Kind, Move, Pace
from games.seats import lobby, waiting
from ladders.ladder import climbing
from ladders.models import Ladder
from tests.browser import scenes
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import Watch
from tests.browser.test_accessibility import FOR_PLAYERS, FOR_VISITORS
from tests.games.tables import begin, make, play_out, to_move
from tests.ladders.events import begun, opened
from tests.talking import say, write

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool", "robots"),
    pytest.mark.parametrize("scheme", ["light", "dark"]),
    pytest.mark.parametrize("width", [360, 768, 1280]),
]
FOLDER = ROOT / "screenshots"
CHANGED = FOLDER / "changed.txt"
STATES = {"": [], "-hovered": ["hover"], "-pressed": ["active"], "-focused": ["focus", "focus-visible"]}
"""What a picture of the components is called, and the states that all of them are put in for it."""
MISSING = "/nothing/"  # the page of what is not there
SHORT = {"DK": {"target": 2000}}


def name_of(address: str) -> str:
    """A file's name for an address: its words."""
    return address.strip("/").replace("/", "-").replace("?", "-") or "home"


def take(page: Page, pictures: Iterable[tuple[str, str]], width: int, scheme: str) -> None:
    """A picture of each address, whole, under its name."""
    folder: Path = FOLDER / f"{width}-{scheme}"
    folder.mkdir(parents=True, exist_ok=True)
    for name, address in pictures:
        answer = page.goto(address)
        assert answer
        assert answer.ok or address == MISSING, f"{address}: {answer.status}"
        page.wait_for_load_state("networkidle")
        page.screenshot(path=folder / f"{name}.png", full_page=True)


def take_pages(page: Page, addresses: Iterable[str], width: int, scheme: str) -> None:
    """A picture of each page, named for its address."""
    take(page, [(name_of(address), address) for address in addresses], width, scheme)


def put_in_state(page: Page, state: list[str]) -> None:
    """Have all that can be hovered, pressed or focused look as if it were."""
    browser = page.context.new_cdp_session(page)
    for domain in ("DOM", "CSS"):
        browser.send(f"{domain}.enable")
    top = browser.send("DOM.getDocument")["root"]["nodeId"]
    parts = {"nodeId": top, "selector": "main :is(a, button, input, select, textarea, summary, label)"}
    for part in browser.send("DOM.querySelectorAll", parts)["nodeIds"]:
        browser.send("CSS.forcePseudoState", {"nodeId": part, "forcedPseudoClasses": state})


def compare(page: Page, path: Path) -> None:
    """A picture in place of the last one; it is noted if the two differ."""
    before = path.read_bytes() if path.exists() else b""
    after = page.screenshot(path=path, full_page=True)
    if before and before != after:
        with CHANGED.open("a") as changed:
            changed.write(f"{path.relative_to(FOLDER)}\n")


@pytest.mark.urls("tests.screenshots.urls")
def test_components(seat: Sit, width: int, scheme: str) -> None:
    page = seat(None, width, scheme)
    folder = FOLDER / f"{width}-{scheme}"
    folder.mkdir(parents=True, exist_ok=True)
    page.goto("/components/")
    page.reload()  # by now the face of the headings is there
    page.evaluate("document.fonts.ready")
    for name, state in STATES.items():
        put_in_state(page, state)
        compare(page, folder / f"components{name}.png")


def test_pages_for_visitors(seat: Sit, watch: Watch, width: int, scheme: str) -> None:
    watch.expected = ("404",)
    rules = [f"/rules/{code.lower()}/" for code in RULES]
    take_pages(seat(None, width, scheme), [*FOR_VISITORS, *rules], width, scheme)


def test_pages_for_players(seat: Sit, alice: User, bob: User, width: int, scheme: str) -> None:
    begin("BZ", alice, bob, pace=Pace.SPLIT)
    asked = lobby.invite(bob, [alice], "DK", {}, Pace.TURNS, "main")
    waiting.seek(bob, 3, "BO", {}, Pace.TURNS, "main", private=False)
    ended = play_out(begin("BO", alice, bob))
    write(alice, bob, "Hello bob")
    write(bob, alice, "Hello alice")
    say(Beside(ended), bob, "Well played")
    relations.buddy(alice, bob)
    page = seat(alice, width, scheme)
    take_pages(page, FOR_PLAYERS, width, scheme)
    more = {"invitation": asked.pk, "chat": f"{ended.pk}/chat", "replay": f"{ended.pk}/replay"}
    take(page, [(name, f"/matches/{place}/") for name, place in more.items()], width, scheme)


@pytest.mark.parametrize("code", list(RULES))
def test_tables(seat: Sit, alice: User, bob: User, code: str, width: int, scheme: str) -> None:
    match = begin(code, alice, bob)
    mover = to_move(match)
    page, other = seat(mover, width, scheme), seat(bob if mover == alice else alice, width, scheme)
    take(page, [(f"table-{code}-mine", place(match))], width, scheme)
    make(match, mover, Move(Kind.ROLL))
    take(page, [(f"table-{code}-rolled", place(match))], width, scheme)
    take(other, [(f"table-{code}-theirs", place(match))], width, scheme)
    ended = play_out(begin(code, alice, bob, options=SHORT.get(code)))
    take(page, [(f"table-{code}-over", place(ended))], width, scheme)


def place(match: Match) -> str:
    """Where the table is."""
    return f"/matches/{match.pk}/"


def test_events(seat: Sit, alice: User, bob: User, carol: User, width: int, scheme: str) -> None:
    event = begun(opened("league"), [alice, bob, carol])
    entering = opened("knockout")
    ladder = Ladder.objects.create(code="BO")
    for player in (alice, bob, carol):
        climbing.join(ladder.pk, player)
    pictures = {
        "events": "/events/",
        "event-running": f"/events/{event.pk}/",
        "event-log": f"/events/{event.pk}/log/",
        "event-open": f"/events/{entering.pk}/",
    }
    page = seat(alice, width, scheme)
    pictures |= scenes.of_events(alice, bob, carol)
    take(page, [*pictures.items(), ("ladder", f"/ladders/{ladder.code.lower()}/")], width, scheme)


def test_clubs(seat: Sit, alice: User, bob: User, carol: User, width: int, scheme: str) -> None:
    pictures = scenes.of_clubs(alice, bob, carol)
    take(seat(alice, width, scheme), pictures.items(), width, scheme)


def test_the_archive(seat: Sit, alice: User, bob: User, width: int, scheme: str) -> None:
    pictures = scenes.of_the_archive(alice, bob)
    take(seat(alice, width, scheme), pictures.items(), width, scheme)


def test_programs(seat: Sit, alice: User, bob: User, width: int, scheme: str) -> None:
    pictures = scenes.of_programs(alice, bob)
    take(seat(alice, width, scheme), pictures.items(), width, scheme)


def test_the_admin(seat: Sit, width: int, scheme: str) -> None:
    page = seat(User.objects.create_superuser("boss", "boss@example.org"), width, scheme)
    pages = {"admin": "", "admin-heartbeats": "boatzee_site/heartbeat/", "admin-dice": "dicepool/refill/"}
    take(page, [(name, f"/admin/{path}") for name, path in pages.items()], width, scheme)
