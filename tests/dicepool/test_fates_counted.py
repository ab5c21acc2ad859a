"""What is counted of sets that were taken: those that are shown, on the day on which they are."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from dicepool import days, fates, metrics, pool, statistics, stock
from dicepool.models import Batch, Count, Day, Fate, Handout
from dicepool.pool import Drawn, Reserved
from tests.dicepool.hiding import HandOut, hide, serials, show

pytestmark = pytest.mark.django_db

TODAY = datetime(2026, 5, 20, 12, tzinfo=UTC)


def test_metrics_count_what_is_shown(batch: Batch, hand_out: HandOut) -> None:
    hand_out(3)
    before = drawn()
    hidden, lost = hide(5), hide(1)
    assert drawn() == before
    show(hidden)
    fates.throw_away(serials(lost))
    assert drawn() == before + 5


def drawn() -> float:
    text = metrics.exposition().decode()
    [line] = [line for line in text.splitlines() if line.startswith("boatzee_dice_drawn_sets_total ")]
    return float(line.split()[1])


class TestDays:
    @pytest.fixture(autouse=True)
    def _today(self, batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(timezone, "now", lambda: TODAY)

    def put(self, taken: list[Drawn] | list[Reserved], at: datetime) -> None:
        """They were taken then, and shown at once those that are shown."""
        for table in (Handout, Fate):
            table.objects.filter(serial__in=serials(taken)).update(at=at)

    def show(self, taken: list[Reserved], at: datetime) -> None:
        show(taken)
        Fate.objects.filter(serial__in=serials(taken)).update(at=at)

    def tally(self, *drawn: Drawn) -> dict[str, object]:
        return statistics.tally(np.array([one.dice for one in drawn], dtype=np.uint8)).dump()

    def test_a_set_is_counted_on_the_day_on_which_it_is_shown(
        self, hand_out: HandOut, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first, hidden, still, lost = hand_out(20), hide(10), hide(4), hide(3)
        for taken in (first, hidden, still, lost):
            self.put(taken, TODAY - timedelta(days=2))
        fates.throw_away(serials(lost))
        self.put(lost, TODAY - timedelta(days=2))
        assert days.count_finished_days() == [date(2026, 5, 18), date(2026, 5, 19)]
        assert Day.objects.get(date="2026-05-18").counts == self.tally(*first)
        assert stock.counted().handed_out == 20
        self.show(hidden, TODAY)
        assert stock.stock().handed_out == 30
        monkeypatch.setattr(timezone, "now", lambda: TODAY + timedelta(days=1))
        assert days.count_finished_days() == [date(2026, 5, 20)]
        assert Day.objects.get(date="2026-05-20").counts == self.tally(*pool.unseal(hidden))
        assert stock.stock().handed_out == stock.counted().handed_out == 30

    def test_what_the_worker_counts_meanwhile_changes_nothing(
        self, hand_out: HandOut, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        shown, hidden = hand_out(20), hide(10)
        self.put(shown, TODAY - timedelta(hours=2))
        self.put(hidden, TODAY - timedelta(hours=2))
        days.count_on()
        assert Count.objects.get().sets == stock.stock().handed_out == 20
        self.show(hidden, TODAY)
        assert stock.stock().handed_out == 30
        monkeypatch.setattr(timezone, "now", lambda: TODAY + timedelta(days=1))
        assert days.count_finished_days() == [date(2026, 5, 20)]
        assert stock.stock().handed_out == 30
        days.count_on()
        assert stock.stock().handed_out == Count.objects.get().sets == 30

    def test_one_that_was_shown_on_the_day_it_was_taken_is_counted_once(self, hand_out: HandOut) -> None:
        hidden, shown = hide(10), hand_out(20)
        self.put(shown, TODAY - timedelta(days=1))
        self.put(hidden, TODAY - timedelta(days=1))
        self.show(hidden, TODAY - timedelta(days=1))
        days.count_finished_days()
        assert Day.objects.get().counts == self.tally(*pool.unseal(hidden), *shown)

    def test_one_that_was_shown_today_waits_for_today_to_be_over(self, hand_out: HandOut) -> None:
        shown, hidden = hand_out(20), hide(10)
        self.put(shown, TODAY - timedelta(days=1))
        self.put(hidden, TODAY - timedelta(days=1))
        self.show(hidden, TODAY)
        days.count_finished_days()
        assert statistics.load(Day.objects.get().counts).rolls == 20


def test_the_observatory_moves_with_no_single_roll(client: Client, batch: Batch, hand_out: HandOut) -> None:
    address = reverse("dicepool:observatory")
    before = client.get(address).context["counted"]
    hand_out(3)
    hide(3)
    with connection.execute_wrapper(_no_ledger):
        assert client.get(address).context["counted"] == before


def _no_ledger(execute: Callable[..., object], sql: str, *given: object) -> object:
    assert "dicepool_handout" not in sql
    assert "dicepool_fate" not in sql
    return execute(sql, *given)
