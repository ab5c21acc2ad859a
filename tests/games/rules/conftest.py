"""Matches that have just begun, for the tests of score-card games."""

import pytest

from games.rules.cards.boatzee import BOATZEE
from games.rules.cards.scorecard_turn import State
from tests.games.rules.scorecards import TURNS


@pytest.fixture
def two() -> State:
    return BOATZEE.start(2, {}, TURNS, 1)


@pytest.fixture
def three() -> State:
    return BOATZEE.start(3, {}, TURNS, 0)
