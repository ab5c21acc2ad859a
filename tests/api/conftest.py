"""Nothing is counted from one test to the next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis
from django.conf import settings
from pytest_django import DjangoDbBlocker

from accounts import limits
from accounts.limits import Rate
from accounts.live import places
from tests.api.listening import database, process


@pytest.fixture(autouse=True)
def _not_counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tests ask as often as they like, but for those of the rate itself, which set one."""
    monkeypatch.setattr(limits, "API", dict.fromkeys(("player", "address"), Rate(100_000, 60)))
    yield
    with redis.Redis.from_url(settings.REDIS_URL) as line:
        for key in line.scan_iter("boatzee:api:*"):
            line.delete(key)


@pytest.fixture
def nobody_listens() -> None:
    """No place is taken by a stream of the test before."""
    with redis.Redis.from_url(settings.REDIS_URL) as line:
        for key in line.scan_iter(f"{places.PREFIX}*"):
            line.delete(key)


@pytest.fixture(scope="module")
def origin(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[str]:
    """A process that all tests share that do not stop it."""
    with django_db_blocker.unblock():
        there = database()
    with process(there) as found:
        yield found
