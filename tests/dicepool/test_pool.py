"""Drawing."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain

import numpy as np
import pytest
from django.conf import LazySettings
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from kombu.exceptions import OperationalError

from dicepool import archive, guard, pool, refill, routine, seal, stock, tasks
from dicepool.models import Batch, DiceSet, Handout
from tests.at_once import at_once
from tests.dicepool.emptied import empty

HandOut = Callable[[int], list[pool.Drawn]]


def test_sets_come_in_the_order_of_their_serials(batch: Batch, hand_out: HandOut) -> None:
    serials = [drawn.serial for sets in (1, 2, 1, 5) for drawn in hand_out(sets)]
    assert serials == list(range(batch.first, batch.first + 9))


def test_the_dice_are_those_that_were_sealed(batch: Batch, hand_out: HandOut) -> None:
    drawn = hand_out(30)
    span = (batch.first, batch.first + 29)
    assert [list(d.dice) for d in drawn] == archive.opened(batch, [span])[span].tolist()
    assert {face for d in drawn for face in d.dice} == {1, 2, 3, 4, 5, 6}


@pytest.mark.parametrize("sets", [1, 2, 40])
def test_a_draw_is_one_round_trip(batch: Batch, sets: int) -> None:
    guard.aside(partial(guard.admit, 100))
    with (
        transaction.atomic(),
        CaptureQueriesContext(
            connection,
        ) as asked,
    ):
        pool.draw(sets)
    assert len([query for query in asked if "SAVEPOINT" not in query["sql"]]) == 1


def test_every_draw_is_in_the_ledger(batch: Batch, hand_out: HandOut) -> None:
    serials = [drawn.serial for drawn in hand_out(7)]
    assert list(Handout.objects.filter(serial__gte=batch.first).values_list("serial", flat=True)) == serials


def test_a_rollback_loses_the_set_and_nothing_else(batch: Batch, hand_out: HandOut) -> None:
    class Broken(Exception):
        pass

    def draw_and_fail() -> None:
        with transaction.atomic():
            pool.draw(2)
            raise Broken

    with pytest.raises(Broken):
        draw_and_fail()
    assert not Handout.objects.filter(serial__gte=batch.first).exists()
    assert [drawn.serial for drawn in hand_out(1)] == [batch.first + 2]


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_nothing_is_drawn() -> None:
    with pytest.raises(RuntimeError, match="inside a transaction"):
        pool.draw(1)


def test_nothing_less_than_one_set_can_be_drawn(batch: Batch) -> None:
    with pytest.raises(ValueError, match="At least one"):
        pool.draw(0)


def test_a_draw_makes_its_transaction_durable(batch: Batch) -> None:
    def synchronous_commit() -> str:
        with connection.cursor() as cursor:
            cursor.execute("SHOW synchronous_commit")
            return str(cursor.fetchone()[0])

    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL synchronous_commit = off")
        pool.draw(1)
        assert synchronous_commit() == "on"


def test_a_draw_runs_over_the_end_of_a_batch(batch: Batch, hand_out: HandOut) -> None:
    refill.add_sets(1000, "test")
    second = Batch.objects.latest("number")
    hand_out(998)
    assert [drawn.serial for drawn in hand_out(4)] == [
        batch.last - 1,
        batch.last,
        second.first,
        second.first + 1,
    ]
    span = (second.first, second.first)
    refilled = archive.opened(second, [span])[span].tolist()
    assert Handout.objects.filter(serial=second.first).exists()
    assert len(refilled) == 1


def test_a_draw_jumps_over_serials_that_no_batch_has(batch: Batch, hand_out: HandOut) -> None:
    refill.add_sets(10, "test")
    Batch.objects.latest("number").delete()
    refill.add_sets(10, "test")
    later = Batch.objects.latest("number")
    assert later.first == batch.last + 11
    hand_out(batch.size - 1)
    assert [drawn.serial for drawn in hand_out(3)] == [batch.last, later.first, later.first + 1]


@pytest.mark.parametrize("more", [[], [10], [10, 10]])
def test_a_draw_finds_the_first_batch_beyond_serials_that_no_batch_has(
    batch: Batch, hand_out: HandOut, more: list[int]
) -> None:
    refill.add_sets(10, "test")
    Batch.objects.latest("number").delete()
    hand_out(batch.size)
    for sets in [10, *more]:
        refill.add_sets(sets, "test")
    assert stock.taken() == batch.last
    assert [drawn.serial for drawn in hand_out(2)] == [batch.last + 11, batch.last + 12]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("at_once", [1, 2, 5, 40])
def test_many_batches_are_found_each(
    settings: LazySettings, batch: Batch, hand_out: HandOut, at_once: int
) -> None:
    settings.DICE_BATCH = 3
    empty()
    refill.add_sets(40, "test")
    serials = [drawn.serial for _ in range(40 // at_once) for drawn in hand_out(at_once)]
    made = Batch.objects.filter(number__gt=batch.number)
    assert len(made) == 14
    assert serials == [serial for b in made for serial in range(b.first, b.last + 1)]
    with pytest.raises(pool.PoolEmpty):
        hand_out(1)


@pytest.mark.django_db(transaction=True)
def test_one_transaction_draws_through_many_batches(settings: LazySettings, batch: Batch) -> None:
    settings.DICE_BATCH = 2
    empty()
    refill.add_sets(40, "test")
    first = stock.taken() + 1
    with transaction.atomic():
        serials = [drawn.serial for _ in range(40) for drawn in pool.draw(1)]
    assert len(set(serials)) == 40
    assert min(serials) == Batch.objects.get(number=batch.number + 1).first >= first


@pytest.mark.django_db(transaction=True)
def test_a_set_without_a_row_is_not_taken_though_the_transaction_goes_on(
    batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks.top_up, "delay", lambda: None)
    following = stock.taken() + 1
    DiceSet.objects.filter(serial=following).delete()
    with transaction.atomic(), pytest.raises(pool.PoolEmpty):
        pool.draw(1)
    assert not Handout.objects.filter(serial=following).exists()
    with transaction.atomic():
        assert [drawn.serial for drawn in pool.draw(1)] == [following + 1]


def test_several_are_drawn_where_a_gap_leads_to_the_mark(batch: Batch) -> None:
    """The mark is far beyond the cursor, but near behind the gap: the draw goes on once it was raised."""
    empty()
    at = stock.taken()
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('dicepool_serial', %s)", [at + 3 * routine.SLACK])
        refill.add_sets(10, "test")
        first = Batch.objects.order_by("-number")[0].first
        cursor.execute(
            "SELECT setval('dicepool_serial', %s), setval('dicepool_mark', %s)",
            [at, first + routine.SLACK // 2],
        )
    with transaction.atomic():
        assert [drawn.serial for drawn in pool.draw(3)] == [first, first + 1, first + 2]


def test_the_routine_does_not_grow_with_the_pool(settings: LazySettings, batch: Batch) -> None:
    def size() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT length(prosrc) FROM pg_proc WHERE proname = 'dicepool_take'")
            return int(cursor.fetchone()[0])

    settings.DICE_BATCH = 10
    refill.add_sets(10 * routine.WINDOW, "test")
    before = size()
    refill.add_sets(200, "test")
    assert size() == before


@pytest.mark.django_db(transaction=True)
class TestAnEmptyPool:
    @pytest.fixture(autouse=True)
    def _called(self, batch: Batch, hand_out: HandOut, monkeypatch: pytest.MonkeyPatch) -> None:
        self.batch = batch
        self.calls: list[bool] = []
        hand_out(batch.size - 1)
        monkeypatch.setattr(tasks.top_up, "delay", lambda: self.calls.append(True))

    def draw(self, sets: int) -> list[int]:
        with transaction.atomic():
            return [drawn.serial for drawn in pool.draw(sets)]

    def test_it_refuses_and_changes_nothing_and_calls_for_a_refill(self) -> None:
        before = stock.taken(), Handout.objects.count()
        with pytest.raises(pool.PoolEmpty):
            self.draw(2)
        assert (stock.taken(), Handout.objects.count()) == before
        assert self.calls == [True]

    def test_the_last_set_can_still_be_drawn(self) -> None:
        assert self.draw(1) == [self.batch.last]
        assert pool.level() == 0

    def test_a_crowd_burns_no_serials_and_calls_once(self) -> None:
        self.draw(1)
        for _ in range(50):
            with pytest.raises(pool.PoolEmpty):
                self.draw(1)
        assert stock.taken() == self.batch.last
        assert len(self.calls) == 1

    def test_the_retry_after_the_refill_works(self) -> None:
        self.draw(1)
        with pytest.raises(pool.PoolEmpty):
            self.draw(1)
        tasks.top_up()
        assert self.draw(2) == [self.batch.last + 1, self.batch.last + 2]

    def test_a_broker_that_is_down_does_not_change_the_answer(
        self, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        def down() -> None:
            raise OperationalError

        monkeypatch.setattr(tasks.top_up, "delay", down)
        with pytest.raises(pool.PoolEmpty):
            self.draw(2)
        assert "could not be started" in caplog.text


@pytest.mark.django_db(transaction=True)
def test_draws_at_once_never_share_a_set(batch: Batch, hand_out: HandOut) -> None:
    def draw() -> list[int]:
        return [drawn.serial for _ in range(25) for drawn in hand_out(2)]

    assert sorted(chain(*at_once(*[draw] * 8))) == list(range(batch.first, batch.first + 400))


def test_values_in_the_table_are_not_the_dice(batch: Batch) -> None:
    values = np.array(
        DiceSet.objects.filter(serial__gte=batch.first).order_by("serial").values_list("value", flat=True)
    )
    span = (batch.first, batch.last)
    indexes = seal.index_of(archive.opened(batch, [span])[span])
    assert (values == indexes).sum() < 10


def test_a_drawn_set_does_not_show_its_dice_in_a_log(batch: Batch, hand_out: HandOut) -> None:
    [drawn] = hand_out(1)
    assert repr(drawn) == f"Drawn(serial={drawn.serial})"
