"""A player's browser that has promised numbers, and a match at which it is always hers to move."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.models import Match
from games.rules.base import Pace
from games.seats import lobby
from tests.games.own_numbers import Browser


@pytest.fixture
def browser(alice: User) -> Browser:
    """Alice's, which has promised numbers for first rolls."""
    found = Browser(alice)
    found.stock()
    return found


@pytest.fixture
def alone(alice: User, browser: Browser) -> Match:
    """A match in which alice is always to move."""
    return lobby.invite(alice, [], "BZ", {}, Pace.TURNS, "main")
