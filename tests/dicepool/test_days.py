"""Counting finished days."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import numpy as np
import psycopg
import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from numpy.typing import NDArray

from dicepool import days, pool, refill, retire, statistics, stock, tasks
from dicepool.models import Batch, Count, Day, Fate, Handout

HandOut = Callable[[int], list[pool.Drawn]]

TODAY = datetime(2026, 5, 20, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _today(batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: TODAY)


def put(drawn: list[pool.Drawn], at: datetime) -> list[pool.Drawn]:
    """Let these sets have been handed out then."""
    for table in (Handout, Fate):
        table.objects.filter(serial__in=[d.serial for d in drawn]).update(at=at)
    return drawn


def dice(drawn: list[pool.Drawn]) -> NDArray[np.uint8]:
    return np.array([d.dice for d in drawn], dtype=np.uint8)


def test_each_finished_day_is_counted_once(hand_out: HandOut) -> None:
    first = put(hand_out(40), TODAY - timedelta(days=2))
    second = put(hand_out(30), datetime(2026, 5, 19, 0, 0, tzinfo=UTC))
    second += put(hand_out(10), datetime(2026, 5, 19, 23, 59, 59, tzinfo=UTC))
    put(hand_out(20), datetime(2026, 5, 20, 0, 0, tzinfo=UTC))
    assert days.count_finished_days() == [date(2026, 5, 18), date(2026, 5, 19)]
    assert days.count_finished_days() == []
    one, two = Day.objects.order_by("date")
    assert one.counts == statistics.tally(dice(first)).dump()
    assert two.counts == statistics.tally(dice(second)).dump()
    assert statistics.load(two.total).rolls == 80


def test_a_day_is_not_counted_before_its_last_transactions_are_over(
    hand_out: HandOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(hand_out(4), TODAY - timedelta(days=1))
    midnight = datetime(2026, 5, 20, tzinfo=UTC)
    monkeypatch.setattr(timezone, "now", lambda: midnight + timedelta(minutes=14))
    assert days.count_finished_days() == []
    monkeypatch.setattr(timezone, "now", lambda: midnight + timedelta(minutes=15))
    tasks.count_days()
    assert Day.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_nor_before_one_is_over_that_has_lasted_for_longer(
    hand_out: HandOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = datetime.now(UTC)
    over = datetime(now.year, now.month, now.day, 1, tzinfo=UTC) + timedelta(days=1)
    [before, late] = hand_out(2)
    put([before], now - timedelta(days=1))
    with psycopg.connect(**connection.get_connection_params()) as writer:
        writer.execute("SELECT pg_current_xact_id()")  # as whoever has written
        monkeypatch.setattr(timezone, "now", lambda: over)
        assert len(days.count_finished_days()) == 1, "the day before, which that one does not reach"
        days.count_on()
        assert not Count.objects.exists()
        put([late], now)
    days.count_on()
    assert Count.objects.get().sets == 2
    days.count_finished_days()
    assert [statistics.load(day.counts).rolls for day in Day.objects.order_by("date")] == [1, 1]


def test_days_without_dice_are_days_too(hand_out: HandOut) -> None:
    put(hand_out(5), TODAY - timedelta(days=4))
    days.count_finished_days()
    put(hand_out(5), TODAY - timedelta(hours=1))
    assert [statistics.load(day.counts).rolls for day in Day.objects.order_by("date")] == [5, 0, 0, 0]


def test_sets_that_were_lost_are_not_counted(hand_out: HandOut) -> None:
    one = put(hand_out(1), TODAY - timedelta(days=1))
    with transaction.atomic():
        pool.draw(3)
        transaction.set_rollback(True)
    two = put(hand_out(1), TODAY - timedelta(days=1))
    days.count_finished_days()
    assert Day.objects.get().counts == statistics.tally(dice(one + two)).dump()


@pytest.mark.django_db(transaction=True)
def test_batches_that_were_published_and_dropped_are_counted_too(batch: Batch, hand_out: HandOut) -> None:
    refill.add_sets(1000, "test")
    drawn = put(hand_out(batch.size + 9), TODAY - timedelta(days=1))
    retire.retire()
    days.count_finished_days()
    assert Day.objects.get().counts == statistics.tally(dice(drawn)).dump()


def test_nothing_happens_before_the_first_draw() -> None:
    assert days.count_finished_days() == []
    assert stock.stock().days_left is None


def test_the_stock_counts_days_and_what_came_after(batch: Batch, hand_out: HandOut) -> None:
    put(hand_out(60), TODAY - timedelta(days=1))
    days.count_finished_days()
    put(hand_out(30), TODAY - timedelta(hours=1))
    now = stock.stock()
    assert now.handed_out == 90
    assert now.left == batch.size - 90
    assert now.pace == pytest.approx(60)  # 90 sets in a day and a half
    assert now.days_left == pytest.approx((batch.size - 90) / 60)


def test_nobody_counts_again_what_the_worker_has_counted(batch: Batch, hand_out: HandOut) -> None:
    def counted_from() -> datetime | None:
        with CaptureQueriesContext(connection) as asked:
            found.append(stock.stock())
        [query] = [one["sql"] for one in asked if "COUNT(*)" in one["sql"] and "dicepool_fate" in one["sql"]]
        since = re.search(r">= '(.+?)'", query)
        return datetime.fromisoformat(since[1]) if since else None

    found: list[stock.Stock] = []
    Count.objects.all().delete()
    old = put(hand_out(30), TODAY - timedelta(minutes=20))
    new = put(hand_out(5), TODAY)
    assert counted_from() is None
    for _ in range(2):
        days.count_on()
        assert counted_from() == TODAY - timedelta(minutes=15)
        assert Count.objects.get().sets == len(old)
    put(new, TODAY - timedelta(minutes=16))
    Count.objects.update(until=TODAY - timedelta(minutes=18))
    days.count_on()
    assert Count.objects.get().sets == len(old) + len(new)
    assert {one.handed_out for one in found} == {len(old) + len(new)}


def test_what_was_counted_before_the_last_finished_day_is_counted_with_it(hand_out: HandOut) -> None:
    put(hand_out(40), TODAY - timedelta(days=1))
    days.count_finished_days()
    Count.objects.update_or_create(pk=1, defaults={"until": TODAY - timedelta(days=3), "sets": 9})
    assert stock.counted_before() == stock.Before(stock.midnight_after(date(2026, 5, 19)), 40)
