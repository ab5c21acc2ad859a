"""Who may deal: how a database is judged by what is remembered. Real restores: tests/faults."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.conf import LazySettings
from django.db import connection, transaction

from dicepool import guard, memory, pool, refill, routine, stock, taking, tasks
from dicepool.guard import Here
from dicepool.memory import Memory
from dicepool.models import Batch
from tests.dicepool.emptied import empty
from tests.dicepool.remembered import KEPT

HandOut = Callable[[int], list[pool.Drawn]]
HERE = Here(system=7, timeline=2, path="base/5/9", taken=150, mark=1000, admitted=False)
LOST = replace(KEPT, batch=9, chain="ab" * 32, last=5000)


@pytest.mark.django_db
class TestJudging:
    @pytest.mark.parametrize(
        ("here", "kept"),
        [
            (HERE, KEPT),
            (replace(HERE, timeline=3), KEPT),
            (replace(HERE, taken=140), KEPT),
            (replace(HERE, mark=900), KEPT),
            (HERE, replace(LOST, sure=False)),
        ],
    )
    def test_what_is_not_behind_goes_on_beyond_the_mark(self, here: Here, kept: Memory) -> None:
        assert guard._judge(here, kept) == kept.mark

    @pytest.mark.parametrize(
        ("here", "kept", "why"),
        [
            (replace(HERE, system=8), KEPT, "not the database"),
            (replace(HERE, path="base/6/9"), KEPT, "not the database"),
            (replace(HERE, timeline=1), KEPT, "promoted"),
            (replace(HERE, taken=139), KEPT, "Serial 140"),
            (replace(HERE, mark=1001), KEPT, "older than the database"),
            (replace(HERE, mark=None), KEPT, "older than the database"),
            (HERE, LOST, "Batch 9"),
            (replace(HERE, timeline=3), replace(LOST, sure=False), "Batch 9"),
            (HERE, None, "Nothing outside"),
        ],
    )
    def test_what_is_behind_is_refused(self, here: Here, kept: Memory | None, why: str) -> None:
        with pytest.raises(guard.Behind, match=why):
            guard._judge(here, kept)

    def test_what_is_refused_is_told_before_anybody_draws(self, monkeypatch: pytest.MonkeyPatch) -> None:
        behind = replace(HERE, taken=139)
        monkeypatch.setattr(guard, "look", lambda: behind)
        monkeypatch.setattr(memory, "recall", lambda: KEPT)
        assert "Serial 140" in guard.refusal(guard.look())
        monkeypatch.setattr(guard, "look", lambda: HERE)
        assert guard.refusal(guard.look()) == ""
        monkeypatch.setattr(guard, "look", lambda: replace(behind, admitted=True))
        assert guard.refusal(guard.look()) == ""

    def test_a_memory_that_cannot_be_asked_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        def down() -> None:
            raise memory.OutOfReach("Nobody is there.")

        monkeypatch.setattr(guard, "look", lambda: HERE)
        monkeypatch.setattr(memory, "recall", down)
        assert guard.refusal(guard.look()) == "Nobody is there."

    def test_a_new_site_begins_where_it_is(self) -> None:
        assert guard._judge(replace(HERE, mark=None), None) == HERE.taken


@pytest.mark.django_db(transaction=True)
class TestDrawing:
    def test_the_mark_is_raised_outside_first(
        self, batch: Batch, hand_out: HandOut, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.DICE_BATCH = 20_000
        refill.add_sets(20_000, "test")
        hand_out(1)
        before = guard.look()

        def down(*_: object, **__: object) -> None:
            raise memory.OutOfReach("Nobody is there.")

        monkeypatch.setattr(memory, "remember", down)
        assert before.mark is not None
        with pytest.raises(pool.PoolStopped, match="The dice stand still"):
            hand_out(before.mark - before.taken - routine.SLACK + 1)
        assert guard.look() == before

    def test_no_serial_above_the_mark_leaves_the_routine(
        self, hand_out: HandOut, settings: LazySettings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        settings.DICE_BATCH, settings.DICE_AHEAD = 20_000, 100
        empty()
        refill.add_sets(20_000, "test")
        hand_out(1)
        refused = routine.NOT_ADMITTED
        monkeypatch.setattr(routine, "SLACK", -1000)  # so that the look before comes too late, as in a crowd
        refill.reopen()
        here = guard.look()
        assert here.mark is not None
        assert hand_out(here.mark - here.taken)[-1].serial == here.mark
        for _ in range(3):
            with transaction.atomic():
                assert taking._ask(taking._call([pool.Wanted(bytes(32))], b"", [], at_once=True)) == refused
        monkeypatch.undo()
        refill.reopen()
        assert hand_out(1)[0].serial > here.mark

    def test_serials_that_no_batch_has_are_passed_over_however_many(
        self, batch: Batch, hand_out: HandOut, settings: LazySettings
    ) -> None:
        settings.DICE_BATCH, settings.DICE_AHEAD = 10_000, 100
        hand_out(batch.size)
        refill.add_sets(10_000, "test")
        Batch.objects.latest("number").delete()
        refill.add_sets(10, "test")
        [drawn] = hand_out(1)
        assert drawn.serial > batch.last + 10_000

    def test_the_worker_raises_it_before_anybody_has_to_wait(
        self, batch: Batch, hand_out: HandOut, settings: LazySettings
    ) -> None:
        settings.DICE_AHEAD = 600
        guard.keep_up()
        hand_out(350)
        before = guard.look()
        tasks.keep_up()
        after = guard.look()
        assert before.mark is not None
        assert after.mark is not None
        assert after.mark >= after.taken + 600
        kept = memory.recall()
        assert kept
        assert kept.mark >= after.mark
        assert (kept.committed, kept.batch, kept.sure) == (after.taken, batch.number, True)

    def test_a_batch_is_remembered_before_it_is_published(
        self, batch: Batch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(*_: object, **__: object) -> None:
            raise OSError

        monkeypatch.setattr(Batch, "save", broken)
        with pytest.raises(OSError):  # noqa: PT011  (our own)
            refill.add_sets(10, "test")
        kept = memory.recall()
        assert kept
        assert (kept.batch, kept.sure) == (batch.number + 1, False)
        taken = guard.look().taken
        guard.keep_up()
        assert guard.look().taken == taken, "a refill that failed costs none of the sets there are"
        again = memory.recall()
        assert again
        assert (again.batch, again.sure) == (batch.number, True)


@pytest.mark.django_db(transaction=True)
def test_a_move_where_the_database_is_behind_is_refused_with_a_clear_page(
    batch: Batch, monkeypatch: pytest.MonkeyPatch
) -> None:
    def behind(_: int) -> None:
        raise guard.Behind("It is behind.")

    monkeypatch.setattr(guard, "admit", behind)
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('dicepool_place', 0)")
    before = stock.taken()
    with pytest.raises(pool.PoolStopped, match="The dice stand still"), transaction.atomic():
        pool.draw(1)
    assert stock.taken() == before
    monkeypatch.undo()
    refill.add_sets(10, "test")  # what it goes on beyond may be more than there was
    with transaction.atomic():
        assert pool.draw(1)
