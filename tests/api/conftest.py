"""Nothing is counted from one test to the next."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis
from django.conf import settings

from accounts import limits
from accounts.limits import Rate


@pytest.fixture(autouse=True)
def _not_counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Tests ask as often as they like, but for those of the rate itself, which set one."""
    monkeypatch.setattr(limits, "API", dict.fromkeys(("player", "address"), Rate(100_000, 60)))
    yield
    with redis.Redis.from_url(settings.REDIS_URL) as line:
        for key in line.scan_iter("boatzee:api:*"):
            line.delete(key)
