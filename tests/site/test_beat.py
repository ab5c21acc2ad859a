"""Of several beats one sends, and another takes over when that one is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import redis
from django.conf import LazySettings

from boatzee_site import beat
from boatzee_site.beat import Scheduler
from boatzee_site.celery import app


@pytest.fixture
def another(tmp_path: Path, settings: LazySettings) -> Iterator[Callable[[], Scheduler]]:
    """Begin one more beat; nobody holds the lease at first, nor at the end."""
    made: list[Scheduler] = []
    settings.CELERY_BEAT_SCHEDULE_FILENAME = str(tmp_path / "beat")
    line = redis.Redis.from_url(settings.REDIS_URL)
    line.delete(beat.NAME)

    def begin() -> Scheduler:
        made.append(Scheduler(app=app, schedule_filename=str(tmp_path / f"beat-{len(made)}")))
        return made[-1]

    yield begin
    line.delete(beat.NAME)
    line.close()


def test_one_of_two_sends(another: Callable[[], Scheduler]) -> None:
    one, other = another(), another()
    assert [one.holds(), other.holds(), one.holds(), other.holds()] == [True, False, True, False]


def test_whoever_does_not_hold_the_lease_sends_nothing(
    another: Callable[[], Scheduler], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = another(), another()
    sent: list[str] = []
    monkeypatch.setattr(Scheduler, "apply_entry", lambda self, entry, **_: sent.append(entry.name))
    assert one.holds()
    assert other.tick() == beat.TICK
    assert sent == []
    assert beat.sign().exists(), "it is alive all the same"


def test_one_that_ends_hands_on_at_once(another: Callable[[], Scheduler]) -> None:
    one, other = another(), another()
    assert one.holds()
    one.close()
    assert other.holds()


def test_one_that_was_killed_is_missed_when_its_lease_is_over(
    another: Callable[[], Scheduler], settings: LazySettings
) -> None:
    one, other = another(), another()
    assert one.holds()
    line = redis.Redis.from_url(settings.REDIS_URL)
    assert 0 < line.pttl(beat.NAME) <= 1000 * beat.LEASE
    line.delete(beat.NAME)  # as Redis does when the time is over
    assert other.holds()
    assert not one.holds(), "one that only slept does not send beside it"


def test_each_turn_of_the_loop_keeps_the_lease(
    another: Callable[[], Scheduler], settings: LazySettings
) -> None:
    one = another()
    assert one.holds()
    line = redis.Redis.from_url(settings.REDIS_URL)
    line.pexpire(beat.NAME, 2000)
    assert one.holds()
    assert line.pttl(beat.NAME) > 2000
    assert beat.LEASE > 2 * beat.TICK, "a turn may be late"


def test_without_redis_nobody_sends_and_nobody_falls(
    another: Callable[[], Scheduler], settings: LazySettings
) -> None:
    one = another()
    good = settings.REDIS_URL
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert one.tick() == beat.TICK
    one.close()
    settings.REDIS_URL = good
    assert another().holds()
