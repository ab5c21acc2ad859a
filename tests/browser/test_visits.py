"""A first visit is light, and nothing moves while a page comes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.conf import settings
from django.test import Client, override_settings
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from games.rules.base import Kind, Move
from tests.browser.conftest import Seat as Sit
from tests.browser.conftest import let_answers_end
from tests.browser.visits import WATCH, Visit, visit
from tests.games.tables import begin, make, play_out, to_move
from tests.long import sample

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool", "_at_rest"),
]
MOST_BYTES = 60_000
"""Of all that a first visit brings, headers and all but pictures."""
MOST_SHIFT = 0.01


@pytest.fixture
def _at_rest(transactional_db: None) -> Iterator[None]:
    """No stream is there, and all that was asked for has been answered before the tables are emptied."""
    with override_settings(EVENTS_URL=""):
        yield
        let_answers_end()


def come(chromium: Browser, site: LiveServer, player: User | None, address: str, width: int = 360) -> Visit:
    """A player's visit, or a stranger's, and what it cost."""
    if player is None:
        return visit(chromium, site.url + address, width=width)
    client = Client()
    client.force_login(player)
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    cookie = {"name": settings.SESSION_COOKIE_NAME, "value": key, "url": site.url}
    return visit(chromium, site.url + address, cookie, width)


def rolled(code: str, *players: User) -> tuple[User, str]:
    """Who is to move at a table, after a roll, and its address."""
    match = begin(code, *players)
    mover = to_move(match)
    make(match, mover, Move(Kind.ROLL))
    return mover, f"/matches/{match.pk}/"


def test_a_first_visit_is_light(chromium: Browser, live_server: LiveServer, alice: User, bob: User) -> None:
    over = play_out(begin("BO", alice, bob))
    pages: dict[str, tuple[User | None, str]] = {
        "front page": (None, "/"),
        "my matches": (alice, "/matches/"),
        "Boatzee": rolled("BZ", alice, bob),
        "Triple Boatzee": rolled("BT", alice, bob),
        "replay": (None, f"/matches/{over.pk}/replay/?step=20"),
    }
    for name, (player, address) in pages.items():
        found = come(chromium, live_server, player, address)
        assert found.files, name
        assert found.bytes < MOST_BYTES, (name, found.files)
        assert not [file for file, _ in found.files if "/static/" in file and len(file.split(".")) < 3], name


PIECE = 2500
"""Characters that come at once where a line is slow, or the processor of a phone."""
PIECES = """async (size) => {
  const text = await (await fetch(location.href)).text();
  const drawn = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const body = text.indexOf("<body");
  document.open();
  document.write(text.slice(0, body));
  while ([...document.querySelectorAll("link[rel=stylesheet]")].some(({ sheet }) => !sheet)) await drawn();
  for (let at = body; at < text.length; at += size) {
    document.write(text.slice(at, at + size));
    await drawn();
  }
  document.close();
  await drawn();
}"""


@pytest.mark.parametrize("width", sample([360, 768, 1280], 360))
@pytest.mark.parametrize("code", sample(["BX", "BT", "DG", "DK", "PG"], "BT", "DK"))
def test_nothing_moves_while_a_table_comes_piece_by_piece(
    seat: Sit, alice: User, bob: User, code: str, width: int
) -> None:
    mover, address = rolled(code, alice, bob)
    for player in (mover, None):
        page = seat(player, width)
        page.goto(address)
        page.wait_for_load_state("networkidle")
        page.evaluate(WATCH)
        before = page.evaluate("seen.shift")
        page.evaluate(PIECES, PIECE)
        expect(page.locator(".move > .felt")).to_be_visible()
        assert page.evaluate("seen.shift") - before <= MOST_SHIFT, (player, page.evaluate("seen.shifts"))


@pytest.mark.parametrize("width", sample([360, 1280], 360))
def test_nothing_moves_while_a_table_comes(
    chromium: Browser, live_server: LiveServer, alice: User, bob: User, width: int
) -> None:
    for code in ("BZ", "BT", "DG", "DK", "PG"):
        found = come(chromium, live_server, *rolled(code, alice, bob), width)
        assert found.shift <= MOST_SHIFT, (code, found.shifts)
