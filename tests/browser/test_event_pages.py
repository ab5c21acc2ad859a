"""Brackets, cross tables, terms and what explains them, looked over narrow and wide, light and dark."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from accounts.models import User
from ladders.events.views.explained import TOPICS
from tests.browser.conftest import Seat as Sit
from tests.browser.test_accessibility import LOOKS, look_over
from tests.games.tables import play_out
from tests.ladders.events import begun, open_matches, opened, players
from tests.long import sample
from tests.worker import work

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("pool"),
]


@pytest.mark.parametrize(("width", "scheme"), sample(LOOKS, 360))
def test_what_explains_organised_play(seat: Sit, width: int, scheme: str) -> None:
    page = seat(None, width, scheme)
    found = look_over(page, "/rules/organised/") + look_over(page, "/rules/")
    for topic in TOPICS:
        found += look_over(page, f"/rules/organised/{topic}/")
    assert found == []


@pytest.mark.long
def test_brackets_scroll_inside_the_page(seat: Sit, alice: User) -> None:
    who = [alice, *players(6)]
    for form in ("knockout", "double"):
        event = begun(opened(form, pace="turns"), who)
        for seed, match in enumerate(open_matches(event)[:4]):
            play_out(match, seed)
        work()
        for width, scheme in LOOKS:
            page = seat(alice, width, scheme)
            assert look_over(page, event.get_absolute_url()) == []
            expect(page.locator(".bracket").first).to_contain_text("winner of tie 2.1")
            wide = page.locator(".bracket").first.evaluate("one => one.scrollWidth > one.clientWidth")
            assert wide or width > 360, "a narrow page scrolls the bracket, not itself"


@pytest.mark.parametrize(("width", "scheme"), sample(LOOKS, 1280))
def test_terms_and_the_other_formats(seat: Sit, alice: User, width: int, scheme: str) -> None:
    who = [alice, *players(3)]
    page = seat(alice, width, scheme)
    found = look_over(page, opened("league", recurring=True, most=9).get_absolute_url())
    for form in ("round-robin", "score"):
        event = begun(opened(form), who)
        play_out(open_matches(event)[0], 2)
        found += look_over(page, event.get_absolute_url())
    found += look_over(page, "/matches/")
    assert found == []
