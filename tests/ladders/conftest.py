"""A ladder, and somebody who leads events."""

from __future__ import annotations

import pytest

from accounts.models import User
from ladders.models import Ladder


@pytest.fixture
def ladder(db: None) -> Ladder:
    return Ladder.objects.create(code="BO")


@pytest.fixture
def director(db: None) -> User:
    return User.objects.create_superuser("referee1", "r@example.org")
