"""Publishing and dropping used-up batches."""

from __future__ import annotations

import threading
from collections.abc import Callable
from itertools import chain

import pytest
from django.db import connection, transaction

from dicepool import archive, audit, pool, refill, retire, settling, tasks
from dicepool.models import Batch, DiceSet, Publication
from tests.at_once import PATIENCE, at_once, meanwhile
from tests.dicepool.drawing import drawing
from tests.dicepool.locked import locked

pytestmark = pytest.mark.django_db(transaction=True)

HandOut = Callable[[int], list[pool.Drawn]]


def tables_of(batch: Batch) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(to_regclass(%s))", [f"dicepool_set_{batch.first}_{batch.last}"])
        return int(cursor.fetchone()[0])


def test_a_batch_in_use_is_left_alone(batch: Batch, hand_out: HandOut) -> None:
    hand_out(batch.size - 1)
    assert retire.retire() == []
    assert tables_of(batch) == 1


def test_a_used_up_batch_is_published_and_dropped(batch: Batch, hand_out: HandOut) -> None:
    drawn = hand_out(batch.size)
    assert retire.retire() == [batch.number]
    assert tables_of(batch) == 0
    assert not DiceSet.objects.filter(serial__gte=batch.first).exists()
    digits = archive.laid_open(batch.number)["dice"]
    assert digits == "".join(str(face) for d in drawn for face in d.dice)


def test_a_published_batch_is_provable_as_before(batch: Batch, hand_out: HandOut) -> None:
    hand_out(batch.size)
    serials = [batch.first, batch.first + 300, batch.last]
    before = archive.proofs(serials)
    retire.retire()
    assert archive.proofs(serials) == before
    assert audit.holds(batch)


def test_draws_go_on_from_the_next_batch(batch: Batch, hand_out: HandOut) -> None:
    refill.add_sets(5, "test")
    hand_out(batch.size)
    retire.retire()
    assert [drawn.serial for drawn in hand_out(1)] == [batch.last + 1]


def test_sets_that_were_lost_are_published_with_the_others(batch: Batch, hand_out: HandOut) -> None:
    with transaction.atomic():
        pool.draw(1)
        transaction.set_rollback(True)
    hand_out(batch.size - 1)
    with pytest.raises(archive.NotShown):
        archive.proofs([batch.first])
    retire.retire()
    assert archive.proofs([batch.first])["proofs"][0]["serial"] == batch.first


def test_a_batch_is_not_published_while_a_draw_from_it_is_open(
    batch: Batch, hand_out: HandOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settling, "PATIENCE", 0.1)
    with drawing():
        hand_out(batch.size - 1)
        assert retire.retire() == []
        assert not Publication.objects.filter(pk=batch.number).exists()
    assert retire.retire() == [batch.number]


def test_a_drop_that_was_cut_short_is_finished_later(batch: Batch, hand_out: HandOut) -> None:
    hand_out(batch.size)
    retire.publish(batch)
    table = f"dicepool_set_{batch.first}_{batch.last}"
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE dicepool_diceset DETACH PARTITION {table} CONCURRENTLY")
    assert retire.retire() == []
    assert tables_of(batch) == 0


def test_a_reader_with_an_old_snapshot_delays_the_drop_and_not_the_draws(
    batch: Batch, hand_out: HandOut, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retire, "DETACH_TIMEOUT", "300ms")
    refill.add_sets(5, "test")
    hand_out(batch.size)
    reading, done = threading.Event(), threading.Event()

    def read_and_wait() -> None:
        with transaction.atomic():
            DiceSet.objects.count()
            reading.set()
            done.wait(PATIENCE)

    reader = meanwhile(read_and_wait)
    assert reading.wait(PATIENCE)
    try:
        assert retire.retire() == [batch.number]
        assert tables_of(batch) == 1
        assert [drawn.serial for drawn in hand_out(1)] == [batch.last + 1]
        refill.add_sets(5, "test")
    finally:
        done.set()
        reader.result(PATIENCE)
    retire.retire()
    assert tables_of(batch) == 0
    assert [drawn.serial for drawn in hand_out(1)] == [batch.last + 2]


def test_two_at_once_do_it_once(batch: Batch, hand_out: HandOut) -> None:
    hand_out(batch.size)
    assert [*chain(*at_once(retire.retire, retire.retire))] == [batch.number]


def test_the_refill_task_does_it(batch: Batch, hand_out: HandOut) -> None:
    hand_out(batch.size)
    tasks.top_up()
    assert Publication.objects.filter(pk=batch.number).exists()
    assert tables_of(batch) == 0


def test_the_routine_forgets_what_is_used_up_and_nothing_else(batch: Batch, hand_out: HandOut) -> None:
    def source() -> str:
        with connection.cursor() as cursor:
            cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = 'dicepool_take'")
            return str(cursor.fetchone()[0])

    used_up, next_one = f"dicepool_set_{batch.first}_{batch.last}", f"dicepool_set_{batch.last + 1}_"
    refill.add_sets(1000, "test")
    hand_out(batch.size)
    assert used_up in source()
    tasks.top_up()
    assert used_up not in source()
    assert next_one in source()
    assert [drawn.serial for drawn in hand_out(1)] == [batch.last + 1]


def test_the_routine_is_left_to_a_refill_that_is_running(batch: Batch) -> None:
    with locked(refill.LOCK):
        assert refill.reopen() is False
    assert refill.reopen() is True
