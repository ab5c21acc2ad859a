"""A coach who is there at once: tests of what becomes of a review need none that is right."""

from __future__ import annotations

import pytest

from games.coach import advice
from tests.games.coach.coached import Simple


@pytest.fixture
def coach(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "advisor", lambda rules: Simple())
