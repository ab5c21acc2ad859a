"""A ladder, somebody who leads events, and two clubs that meet."""

from __future__ import annotations

import pytest

from accounts.models import User
from ladders.clubs import matches
from ladders.models import ClubMatch, Ladder
from tests.ladders import clubs
from tests.ladders.clubs import TERMS
from tests.ladders.events import players
from tests.worker import work


@pytest.fixture
def ladder(db: None) -> Ladder:
    return Ladder.objects.create(code="BO")


@pytest.fixture
def director(db: None) -> User:
    return User.objects.create_superuser("referee1", "r@example.org")


@pytest.fixture
def four(alice: User, bob: User) -> tuple[User, User, User, User]:
    """Two of Red Dice, two of Blue Dice."""
    return alice, bob, *players(2)  # type: ignore[return-value]


@pytest.fixture
def asked(four: tuple[User, User, User, User]) -> ClubMatch:
    """A challenge of two boards."""
    reds = clubs.club(four[0], four[1])
    blues = clubs.club(four[2], four[3], name="Blue Dice")
    return matches.challenge(reds.pk, blues.pk, four[0], TERMS)


@pytest.fixture
def naming(asked: ClubMatch, four: tuple[User, User, User, User]) -> ClubMatch:
    """The line-ups are open."""
    matches.accept(asked.pk, four[2])
    asked.refresh_from_db()
    return asked


@pytest.fixture
def begun(naming: ClubMatch, four: tuple[User, User, User, User]) -> ClubMatch:
    """Both boards are played."""
    for number, player in enumerate(four):
        matches.say_yes(naming.pk, naming.home_id if number < 2 else naming.away_id, player)
    matches.close(naming.pk, naming.home_id, four[0])
    matches.close(naming.pk, naming.away_id, four[2])
    work()
    naming.refresh_from_db()
    return naming
