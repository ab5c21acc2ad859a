"""Sets that not everybody may see: nothing is told of them until their label is opened."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from dicepool import archive, closed, days, metrics, pool, refill, retire, statistics, stock
from dicepool.models import Batch, Closed, Count, Day, Handout, Publication

pytestmark = pytest.mark.django_db

HandOut = Callable[[int], list[pool.Drawn]]
LABEL, OTHER = b"\x00\xffone", b"other"
TODAY = datetime(2026, 5, 20, 12, tzinfo=UTC)


def hide(sets: int, label: bytes = LABEL) -> list[pool.Drawn]:
    """Draw under a label and commit."""
    with transaction.atomic():
        return pool.draw(sets, label)


def serials(drawn: list[pool.Drawn]) -> list[int]:
    return [one.serial for one in drawn]


def test_what_is_drawn_under_a_label_has_no_proof_until_it_is_opened(batch: Batch, client: Client) -> None:
    hidden, others = hide(2), hide(1, OTHER)
    pages = [
        *(reverse("dicepool:roll", args=[serial]) for serial in serials(hidden)),
        *(reverse("dicepool:roll_json", args=[serial]) for serial in serials(hidden)),
        f"{reverse('dicepool:proofs_json')}?serials={hidden[0].serial}",
    ]
    unknown = client.get(reverse("dicepool:roll", args=[batch.last])).content
    assert [client.get(page).status_code for page in pages] == [404] * len(pages)
    assert len(client.get(pages[0]).content) == len(unknown)
    assert closed.open_label(LABEL) == 2
    assert [client.get(page).status_code for page in pages] == [200] * len(pages)
    assert closed.open_label(LABEL) == 0
    with pytest.raises(archive.NotShown):
        archive.proofs(serials(others))


def test_one_closed_set_among_open_ones_refuses_them_all(batch: Batch, hand_out: HandOut) -> None:
    shown, hidden = hand_out(2), hide(1)
    assert len(archive.proofs(serials(shown))["proofs"]) == 2
    with pytest.raises(archive.NotShown):
        archive.proofs(serials([*shown, *hidden]))


def test_an_open_draw_pays_nothing_for_it(
    batch: Batch, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with transaction.atomic():
        with django_assert_num_queries(1):
            pool.draw(2)
        with django_assert_num_queries(2):
            pool.draw(2, LABEL)


@pytest.mark.parametrize("label", [b"", b"x" * 33])
def test_a_label_is_of_a_size(batch: Batch, label: bytes) -> None:
    with pytest.raises(ValueError, match="1 to 32 bytes"):
        hide(1, label)


def test_a_rollback_leaves_nothing_closed(batch: Batch) -> None:
    with transaction.atomic():
        pool.draw(3, LABEL)
        transaction.set_rollback(True)
    assert not Closed.objects.exists()
    assert list(closed.labels()) == []


def test_the_labels_are_each_told_once(batch: Batch) -> None:
    hide(2)
    hide(1, OTHER)
    hide(1)
    assert list(closed.labels()) == sorted([LABEL, OTHER])
    closed.open_label(LABEL)
    assert list(closed.labels()) == [OTHER]


@pytest.mark.django_db(transaction=True)
def test_a_batch_is_not_published_while_a_set_of_it_is_closed(batch: Batch, hand_out: HandOut) -> None:
    hide(1)
    hand_out(batch.size - 1)
    assert retire.retire() == []
    assert not Publication.objects.exists()
    closed.open_label(LABEL)
    assert retire.retire() == [batch.number]


@pytest.mark.django_db(transaction=True)
def test_a_closed_set_holds_up_its_own_batch_only(batch: Batch, hand_out: HandOut) -> None:
    refill.add_sets(1000, "test")
    hand_out(batch.size - 1)
    hide(1)
    hand_out(1000)
    assert retire.retire() == [batch.number + 1]


def test_metrics_count_what_is_open(batch: Batch, hand_out: HandOut) -> None:
    hand_out(3)
    before = drawn()
    hide(5)
    assert drawn() == before
    closed.open_label(LABEL)
    assert drawn() == before + 5


def drawn() -> float:
    text = metrics.exposition().decode()
    [line] = [line for line in text.splitlines() if line.startswith("boatzee_dice_drawn_sets_total ")]
    return float(line.split()[1])


class TestDays:
    @pytest.fixture(autouse=True)
    def _today(self, batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(timezone, "now", lambda: TODAY)

    def put(self, drawn: list[pool.Drawn], at: datetime) -> list[pool.Drawn]:
        Handout.objects.filter(serial__in=serials(drawn)).update(at=at)
        return drawn

    def opened(self, label: bytes, at: datetime) -> None:
        closed.open_label(label)
        Closed.objects.filter(label=label).update(opened_at=at)

    def tally(self, *drawn: pool.Drawn) -> dict[str, object]:
        return statistics.tally(np.array([one.dice for one in drawn], dtype=np.uint8)).dump()

    def test_a_set_is_counted_on_the_day_on_which_it_is_opened(
        self, hand_out: HandOut, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        first = self.put(hand_out(20), TODAY - timedelta(days=2))
        hidden = self.put(hide(10), TODAY - timedelta(days=2))
        still = self.put(hide(4, OTHER), TODAY - timedelta(days=2))
        assert days.count_finished_days() == [date(2026, 5, 18), date(2026, 5, 19)]
        assert Day.objects.get(date="2026-05-18").counts == self.tally(*first)
        assert stock.counted().handed_out == 20
        self.opened(LABEL, TODAY)
        assert stock.stock().handed_out == 30
        monkeypatch.setattr(timezone, "now", lambda: TODAY + timedelta(days=1))
        assert days.count_finished_days() == [date(2026, 5, 20)]
        assert Day.objects.get(date="2026-05-20").counts == self.tally(*hidden)
        assert stock.stock().handed_out == stock.counted().handed_out == 30
        assert list(Closed.objects.values_list("serial", flat=True)) == serials(still)

    def test_a_count_of_every_set_that_goes_on_meanwhile_changes_nothing(
        self, hand_out: HandOut, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.put(hand_out(20), TODAY - timedelta(hours=2))
        self.put(hide(10), TODAY - timedelta(hours=2))
        days.count_on()
        assert Count.objects.get().sets == 30
        assert stock.stock().handed_out == 20
        self.opened(LABEL, TODAY)
        assert stock.stock().handed_out == 30
        monkeypatch.setattr(timezone, "now", lambda: TODAY + timedelta(days=1))
        assert days.count_finished_days() == [date(2026, 5, 20)]
        assert stock.stock().handed_out == 30

    def test_one_that_was_opened_on_its_own_day_is_counted_once(self, hand_out: HandOut) -> None:
        shown = self.put(hand_out(20), TODAY - timedelta(days=1))
        hidden = self.put(hide(10), TODAY - timedelta(days=1))
        self.opened(LABEL, TODAY - timedelta(days=1))
        days.count_finished_days()
        counted = statistics.load(Day.objects.get().counts)
        assert counted.rolls == 30
        every = np.array([one.dice for one in [*shown, *hidden]], dtype=np.uint8)
        assert counted.positions.tolist() == statistics.tally(every).positions.tolist()

    def test_one_that_was_opened_today_waits_for_today_to_be_over(self, hand_out: HandOut) -> None:
        self.put(hand_out(20), TODAY - timedelta(days=1))
        self.put(hide(10), TODAY - timedelta(days=1))
        self.opened(LABEL, TODAY)
        days.count_finished_days()
        assert statistics.load(Day.objects.get().counts).rolls == 20
        assert Closed.objects.count() == 10


def test_the_observatory_moves_with_no_single_roll(client: Client, batch: Batch, hand_out: HandOut) -> None:
    address = reverse("dicepool:observatory")
    before = client.get(address).context["counted"]
    hand_out(3)
    hide(3)
    with connection.execute_wrapper(_no_ledger):
        assert client.get(address).context["counted"] == before


def _no_ledger(execute: Callable[..., object], sql: str, *given: object) -> object:
    assert "dicepool_handout" not in sql
    return execute(sql, *given)
