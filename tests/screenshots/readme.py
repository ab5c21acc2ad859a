"""The pictures in README, made anew: `make test ARGS="tests/screenshots/readme.py -n 0"`."""

from __future__ import annotations

import base64
import io
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import Page

from accounts.models import User
from boatzee_site.local import ROOT
from games.models import Match, Seat
from games.rules.base import Kind, Move
from games.tables.robots import Level, by_rule_of_thumb
from tests.browser.conftest import Seat as Sit
from tests.browser.waiting import tap
from tests.games.tables import begin, make, seat_of, to_move
from tests.worker import work

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]
FOLDER = ROOT / "docs/img"
PHONE = {"width": 360, "height": 780}
SIDE_BY_SIDE = """
<style>
  body { margin: 0; display: flex; gap: 26px; background: #fff; }
  img { inline-size: 360px; block-size: 780px; border-radius: 18px; box-shadow: inset 0 0 0 1px #888; }
</style>
"""


def play_well(match: Match, turns: int | None = None, until: User | None = None) -> Match:
    """Play by the best rule of thumb: so many turns, then on until it is that player's; else to the end."""
    ended = 0
    for _ in range(5000):
        player = to_move(match)
        if turns is not None and ended >= turns and player == until:
            return match
        match.refresh_from_db()
        seat = seat_of(match, player).index
        match = make(match, player, by_rule_of_thumb(Level.PERFECT, match.rules, match.table, seat))
        if match.over:
            break
        ended += to_move(match) != player
    work()
    return match


def choose(page: Page) -> None:
    """Tap what somebody would: the first that scores of those listed, or else the dice that are alike."""
    dice = page.locator("#move [name=keep]").all()
    faces = [die.get_attribute("value") or "" for die in dice]
    listed = page.locator("[data-keep]")
    wanted = listed.first.get_attribute("data-keep") or "" if listed.count() else ""
    alike = max(faces, key=lambda face: (faces.count(face), face), default="")
    left = list(wanted or alike * faces.count(alike))
    for die, face in zip(dice, faces, strict=True):
        if face in left:
            left.remove(face)
            tap(die)


def seen(page: Page, match: Match, *, chosen: bool = True) -> bytes:
    """A phone's screen with the table, and some dice tapped."""
    page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    page.goto(f"/matches/{match.pk}/")
    if chosen:
        choose(page)
    page.wait_for_load_state("networkidle")
    return page.screenshot()


def put(picture: bytes, path: Path) -> None:
    """Keep a picture with the colours that a palette holds: a third of the size, and looks the same."""
    whole = Image.open(io.BytesIO(picture)).convert("RGB")
    whole.quantize(240, kmeans=4, dither=Image.Dither.NONE).save(path, optimize=True)


def hang(wall: Page, phones: Sequence[bytes], path: Path) -> None:
    """Four phones' screens beside each other."""
    wall.set_viewport_size({"width": 4 * 360 + 3 * 26, "height": 780})
    images = (base64.b64encode(phone).decode() for phone in phones)
    wall.set_content(SIDE_BY_SIDE + "".join(f'<img src="data:image/png;base64,{image}">' for image in images))
    put(wall.screenshot(), path)


def test_the_pictures_in_readme(seat: Sit, alice: User, bob: User, carol: User) -> None:
    single = play_well(begin("BZ", alice, bob, carol), 21, alice)
    make(single, alice, Move(Kind.ROLL))
    triple = play_well(begin("BT", alice, bob), 24, alice)
    make(triple, alice, Move(Kind.ROLL))
    race = begin("DK", alice, bob, carol)
    for turns in (12, 1, 1, 1):  # again, should she go bust
        race = make(play_well(race, turns, alice), alice, Move(Kind.ROLL))
        if to_move(race) == alice:
            break
    over = play_well(begin("BZ", alice, bob))

    desk = seat(alice)
    desk.set_viewport_size({"width": 1280, "height": 900})
    desk.goto(f"/matches/{single.pk}/")
    choose(desk)
    desk.wait_for_load_state("networkidle")
    put(desk.screenshot(), FOLDER / "table.png")

    winner = Seat.objects.get(match=over, place=1).player
    light, dark, won = seat(alice, 360), seat(alice, 360, "dark"), seat(winner, 360, "dark")
    phones = [seen(light, single), seen(dark, triple, chosen=False), seen(light, race), seen(won, over)]
    hang(seat(None), phones, FOLDER / "phones.png")


def test_the_same_table_in_four_languages(seat: Sit, alice: User, bob: User) -> None:
    match = play_well(begin("BZ", alice, bob), 12, alice)
    make(match, alice, Move(Kind.ROLL))
    phone, phones = seat(alice, 360), []
    for code in ("nl", "de", "es", "pl"):
        User.objects.filter(pk=alice.pk).update(language=code)
        phones.append(seen(phone, match))
    hang(seat(None), phones, FOLDER / "languages.png")
