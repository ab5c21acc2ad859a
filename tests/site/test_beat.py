"""Of several beats one sends, and another takes over when that one is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest
import redis
from celery.schedules import crontab
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
    line.delete(beat.NAME, f"{beat.NAME}:notes")

    def begin() -> Scheduler:
        made.append(Scheduler(app=app, schedule_filename=str(tmp_path / f"beat-{len(made)}")))
        return made[-1]

    yield begin
    line.delete(beat.NAME)
    line.close()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the tasks that were sent; none of them goes anywhere."""
    names: list[str] = []
    monkeypatch.setattr(Scheduler, "apply_entry", lambda self, entry, **_: names.append(entry.name))
    return names


def by_the_calendar(one: Scheduler) -> list[str]:
    """The names of the tasks that are due at an hour, or on a day."""
    return [name for name, entry in one.schedule.items() if isinstance(entry.schedule, crontab)]


def go_round(one: Scheduler) -> None:
    """So many turns that all which is due is sent."""
    for _ in range(3 * len(one.schedule)):
        one.tick()


def test_one_of_two_sends(another: Callable[[], Scheduler]) -> None:
    one, other = another(), another()
    assert [one.holds(), other.holds(), one.holds(), other.holds()] == [True, False, True, False]


def test_whoever_does_not_hold_the_lease_sends_nothing(
    another: Callable[[], Scheduler], sent: list[str]
) -> None:
    one, other = another(), another()
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


def test_one_that_lost_its_lease_says_so_once(
    another: Callable[[], Scheduler], settings: LazySettings, caplog: pytest.LogCaptureFixture
) -> None:
    one, other = another(), another()
    assert one.holds()
    redis.Redis.from_url(settings.REDIS_URL).delete(beat.NAME)
    assert other.holds()
    assert [one.holds(), one.holds()] == [False, False]
    assert [told.message for told in caplog.records] == ["Another acts now."]
    other.close()
    assert one.holds()


def test_whoever_takes_over_sends_nothing_that_was_sent_and_all_that_was_missed(
    another: Callable[[], Scheduler], sent: list[str]
) -> None:
    one, other = another(), another()
    now = app.now()
    weekly, daily, *_ = by_the_calendar(one)
    one.schedule[weekly].last_run_at = now - timedelta(days=30)
    while weekly not in sent:
        one.tick()
    sent.clear()
    for beside in (weekly, daily):  # it has stood by for a month
        other.schedule[beside].last_run_at = now - timedelta(days=30)
    assert other.tick() == beat.TICK
    one.lease.note(daily, (now - timedelta(days=20)).isoformat())  # type: ignore[union-attr]
    one.lease.note("gone-since", now.isoformat())  # type: ignore[union-attr]
    one.close()
    go_round(other)
    assert weekly not in sent
    assert daily in sent


def test_what_was_missed_while_none_ran_is_sent_by_one_that_has_just_begun(
    another: Callable[[], Scheduler], sent: list[str]
) -> None:
    one = another()
    weekly, *_ = by_the_calendar(one)
    assert one.holds()
    assert one.lease
    one.lease.note(weekly, (app.now() - timedelta(days=30)).isoformat())
    go_round(one)
    assert weekly in sent


def test_what_it_sent_itself_it_knows_though_redis_has_forgotten(
    another: Callable[[], Scheduler], sent: list[str]
) -> None:
    one, other = another(), another()
    weekly, *_ = by_the_calendar(one)
    long_ago = app.now() - timedelta(days=30)
    one.schedule[weekly].last_run_at = long_ago
    while weekly not in sent:
        one.tick()
    assert one.lease
    one.lease.note(weekly, long_ago.isoformat())  # as it stood in a copy from which Redis was put back
    one.lease.release()
    assert other.holds()
    assert one.tick() == beat.TICK
    other.close()
    sent.clear()
    go_round(one)
    assert weekly not in sent


def test_a_clock_that_ran_ahead_holds_nothing_up(another: Callable[[], Scheduler]) -> None:
    one, other = another(), another()
    assert one.holds()
    assert one.lease
    name = next(iter(one.schedule))
    one.lease.note(name, (app.now() + timedelta(days=1)).isoformat())
    one.close()
    other.tick()
    last = other.schedule[name].last_run_at
    assert last
    assert last <= app.now()


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
