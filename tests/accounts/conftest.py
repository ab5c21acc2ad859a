"""The world outside, for the tests of what is sent there."""

from __future__ import annotations

import pytest

from accounts.notices import send
from tests.accounts.sending import World


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    """Everything posted goes to it."""
    made = World()
    monkeypatch.setattr(send, "post_all", made.post_all)
    return made
