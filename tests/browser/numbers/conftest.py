"""A match that a player has begun with numbers of her browser's own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from accounts.models import User
from games.models import Match
from tests.browser.conftest import Seat as Sit
from tests.browser.test_play import click
from tests.browser.waiting import until
from tests.games.tables import begin, seat_of


@pytest.fixture
def match(alice: User) -> Match:
    """Alice plays alone."""
    return begin("BZ", alice)


@pytest.fixture
def page(seat: Sit, alice: User, match: Match) -> Iterator[Page]:
    """She has rolled once; her next set is reserved under a number of her browser's."""
    found = seat(alice)
    found.goto(f"/matches/{match.pk}/")
    click(found, "roll")
    assert seat_of(match, alice).reserved[0][6]
    until(found, lambda: found.evaluate("localStorage.getItem('boatzee-proved')"))  # its check has begun
    yield found
    found.unroute_all(behavior="ignoreErrors")  # an answer that a test changes may still be on its way
