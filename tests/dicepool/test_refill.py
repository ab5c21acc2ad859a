"""Making batches."""

from __future__ import annotations

import base64

import pytest
from django.conf import LazySettings
from django.db import connection

from dicepool import audit, merkle, pool, refill, seal, stock
from dicepool.models import Batch, DiceSet, Refill
from tests.dicepool.emptied import empty

pytestmark = pytest.mark.django_db


def level_above(sets: int) -> None:
    empty()
    refill.add_sets(sets, "test")


def test_the_log_is_one_row_a_run() -> None:
    refill.add_sets(2500, "test")
    run = Refill.objects.latest("pk")
    assert (run.sets, run.reason, run.failure) == (2500, "test", "")
    assert run.ended_at


def test_batches_have_the_size_that_is_set_and_a_rest() -> None:
    before = Batch.objects.count()
    refill.add_sets(2500, "test")
    assert [batch.size for batch in Batch.objects.order_by("number")[before:]] == [1000, 1000, 500]


def test_batches_follow_each_other_in_serials_and_in_the_chain() -> None:
    refill.add_sets(3000, "test")
    one, two, three = Batch.objects.order_by("-number")[:3][::-1]
    assert (two.first, three.first) == (one.last + 1, two.last + 1)
    assert (two.number, three.number) == (one.number + 1, one.number + 2)
    for before, after in ((one, two), (two, three)):
        rest = (after.first, after.last, after.number, int(after.made_at.timestamp()))
        assert bytes(after.chain) == merkle.bound(bytes(before.chain), bytes(after.root), *rest)
        assert after.made_at.microsecond == 0


def test_the_root_is_that_of_the_sets_that_are_there() -> None:
    refill.add_sets(700, "test")
    newest = Batch.objects.latest("number")
    assert audit.holds(newest)
    DiceSet.objects.filter(serial=newest.first + 3).update(
        value=(DiceSet.objects.get(serial=newest.first + 3).value + 1) % 7776
    )
    assert not audit.holds(newest)


def test_a_new_batch_begins_after_every_serial_ever_taken() -> None:
    level_above(10)
    last = Batch.objects.latest("number").last
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('dicepool_serial', %s)", [last + 7])
    refill.add_sets(10, "test")
    assert Batch.objects.latest("number").first == last + 8


def test_a_new_batch_begins_after_a_partition_that_no_batch_tells_of() -> None:
    level_above(10)
    orphan = Batch.objects.latest("number")
    last = orphan.last
    orphan.delete()
    refill.add_sets(10, "test")
    assert Batch.objects.latest("number").first == last + 1


def test_topping_up_does_nothing_above_the_low_mark() -> None:
    level_above(1000)
    assert refill.top_up() == 0
    assert pool.level() == 1000


def test_topping_up_below_the_low_mark_fills_to_the_high_mark() -> None:
    level_above(999)
    assert refill.top_up() == 2001
    assert pool.level() == 3000


def test_above_the_high_mark_nothing_is_missing() -> None:
    level_above(3001)
    assert refill.missing() == 0
    assert refill.top_out("test") == 0
    assert pool.level() == 3001


def test_what_is_drawn_while_it_rolls_makes_no_small_batches() -> None:
    level_above(1)
    before = Batch.objects.count()
    added = refill.top_out("test", lambda _: pool.draw(7))
    assert added == 2999
    assert [batch.size for batch in Batch.objects.order_by("number")[before:]] == [1000, 1000, 999]


def test_a_failure_is_written_down_and_leaves_no_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    before = Batch.objects.count(), stock.level()

    def fail(*_: object) -> None:
        raise OSError("no randomness")

    monkeypatch.setattr(seal, "roll", fail)
    with pytest.raises(OSError, match="no randomness"):
        refill.add_sets(10, "test")
    assert Refill.objects.latest("pk").failure == "OSError"
    assert (Batch.objects.count(), stock.level()) == before


def test_new_batches_use_the_new_key_and_old_ones_stay_readable(settings: LazySettings) -> None:
    level_above(2)
    old = Batch.objects.latest("number")
    settings.DICE_KEYS += ",7:" + base64.urlsafe_b64encode(b"7" * 32).decode()
    refill.add_sets(2, "test")
    new = Batch.objects.latest("number")
    assert (old.key_id, new.key_id) == (1, 7)
    assert [drawn.serial for drawn in pool.draw(4)] == [old.first, old.last, new.first, new.last]
    assert audit.holds(old)
    assert audit.holds(new)
