"""Sealing the log of everything that was taken."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from dicepool import fates, guard, log, logbook, pool, refill, rfc6962, stock, tree
from dicepool.models import Batch, Epoch, Handout, Passed, Segment
from tests.dicepool.emptied import empty
from tests.dicepool.sealed import LABEL, PLEDGE, lines, newest, reserve, roll_back

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folder")]

HandOut = Callable[[int], list[pool.Drawn]]


class TestLines:
    def test_every_serial_up_to_the_cursor_is_told_of(self, begun: Segment, hand_out: HandOut) -> None:
        [shown] = hand_out(1)
        roll_back(2)
        [kept] = reserve()
        assert log.seal() == [begun.number + 1]
        segment = newest()
        at = dict(Handout.objects.values_list("serial", "at"))
        label = bytes(Handout.objects.get(pk=shown.serial).label or b"").hex()
        assert lines() == [
            f"{shown.serial} taken {Handout(at=at[shown.serial]).at_ms} {label} -",
            f"{shown.serial + 1} rolled-back",
            f"{shown.serial + 2} rolled-back",
            f"{kept} taken {Handout(at=at[kept]).at_ms} {LABEL.hex()} {PLEDGE.hex()}",
        ]
        assert (segment.first, segment.last, segment.lines) == (begun.last + 1, kept, 4)
        assert segment.counts == {"taken": 2, "rolled-back": 2}
        assert bytes(segment.root) == logbook.root(lines())

    def test_a_set_of_an_old_release_has_neither_label_nor_pledge(
        self, begun: Segment, hand_out: HandOut
    ) -> None:
        [drawn] = hand_out(1)
        Handout.objects.update(label=None, pledge=None, owner=None)
        log.seal()
        [line] = lines()
        assert line == f"{drawn.serial} taken {Handout.objects.get(pk=drawn.serial).at_ms} - -"

    def test_what_was_thrown_away_is_told_once_behind_the_others(
        self, begun: Segment, hand_out: HandOut
    ) -> None:
        kept = reserve(3)
        log.seal()
        fates.throw_away(kept[:2])
        [drawn] = hand_out(1)
        log.seal()
        assert [line.split(" taken ")[0] for line in lines()] == [
            str(drawn.serial),
            f"{kept[0]} thrown-away",
            f"{kept[1]} thrown-away",
        ]
        assert newest().counts == {"taken": 1, "thrown-away": 2}
        fates.throw_away(kept)
        log.seal()
        assert lines() == [f"{kept[2]} thrown-away"]
        assert (newest().first, newest().last) == (drawn.serial + 1, drawn.serial)
        assert log.seal() == []
        assert newest().total["thrown-away"] == 3

    def test_one_is_not_told_to_be_thrown_away_before_it_is_told_to_be_taken(
        self, begun: Segment, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        before = stock.taken()
        fates.throw_away(reserve())
        with monkeypatch.context() as patch:
            patch.setattr(log, "taken", lambda: before)
            assert log.seal() == []
        assert log.seal() == [begun.number + 1]
        assert len(lines()) == 2

    def test_serials_between_batches_are_one_line(self, batch: Batch, hand_out: HandOut) -> None:
        hand_out(batch.size)
        last = batch.last + 50
        with connection.cursor() as cursor:
            cursor.execute("SELECT setval('dicepool_serial', %s)", [last])
        log.seal()
        assert newest().last == batch.last, "whether a batch will have them is not known yet"
        refill.add_sets(10, "test")
        log.seal()
        assert lines() == [f"{batch.last + 1}-{last} passed-over no-batch"]
        assert newest().counts == {"no-batch": 50}

    def test_an_empty_pool_is_no_trouble(self, batch: Batch, hand_out: HandOut) -> None:
        hand_out(batch.size)
        log.seal()
        with pytest.raises(pool.PoolEmpty):
            hand_out(1)
        assert log.seal() == []

    def test_a_segment_stands_in_the_tree_of_all_batches(self, begun: Segment, hand_out: HandOut) -> None:
        size = tree.size()
        hand_out(3)
        log.seal()
        one = newest()
        entry = (
            f"segment {one.number} {one.first} {one.last} 3 {bytes(one.root).hex()} {one.at.timestamp():.0f}"
        )
        assert tree.size() == size + 1
        assert tree.find([log.entry_of(one)]) == {entry: tree.Place(1, size)}

    def test_nothing_new_is_no_segment(self, begun: Segment) -> None:
        assert log.seal() == []
        assert newest() == begun


class TestSegments:
    def test_many_sets_are_many_segments_and_no_query_reads_them_all(
        self, begun: Segment, hand_out: HandOut, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(log, "LINES", 20)
        monkeypatch.setattr(logbook, "LINES", 20)
        drawn = hand_out(70)
        kept = [reserve(1)[0] for _ in range(15)]
        fates.throw_away(kept)
        with CaptureQueriesContext(connection) as asked:
            sealed = log.seal()
        assert sealed == list(range(begun.number + 1, begun.number + 6))
        segments = list(Segment.objects.filter(number__in=sealed).order_by("number"))
        assert [one.lines for one in segments] == [20, 20, 20, 20, 20]
        assert (segments[0].first, segments[-1].last) == (drawn[0].serial, kept[-1])
        told = [line for one in segments for line in lines(one)]
        assert [int(line.split(" ")[0]) for line in told] == [
            *(one.serial for one in drawn),
            *kept,
            *kept,
        ]
        read = [one["sql"] for one in asked if '"dicepool_handout"."serial" BETWEEN' in one["sql"]]
        assert len(read) == len(sealed) + 1
        assert all("LIMIT 20" in sql for sql in read)
        assert len(asked) <= 18 * (len(sealed) + 1)

    def test_one_run_ends_however_much_is_left(
        self, begun: Segment, hand_out: HandOut, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(log, "LINES", 10)
        monkeypatch.setattr(logbook, "LINES", 10)
        monkeypatch.setattr(log, "MOST", 2)
        last = hand_out(25)[-1].serial
        assert len(log.seal()) == 2
        assert len(log.seal()) == 1
        assert newest().last == last

    def test_the_total_is_that_of_all_segments(self, begun: Segment, hand_out: HandOut) -> None:
        hand_out(3)
        log.seal()
        roll_back(1)
        log.seal()
        counted: dict[str, int] = {}
        for counts in Segment.objects.values_list("counts", flat=True):
            counted = logbook.added(counted, counts)
        assert newest().total == counted

    def test_what_is_told_of_lately_leaves_out_what_was_long_ago(
        self, begun: Segment, hand_out: HandOut
    ) -> None:
        hand_out(3)
        log.seal()
        Segment.objects.update(at=timezone.now() - timedelta(days=8))
        hand_out(2)
        log.seal()
        told = log.told(timedelta(days=7))
        assert told.lately["taken"] == 2
        assert told.total["taken"] - begun.total.get("taken", 0) == 5

    def test_a_place_leads_from_a_serial_to_the_root(self, begun: Segment, hand_out: HandOut) -> None:
        from dicepool import merkle

        one, two, three = (drawn.serial for drawn in hand_out(3))
        log.seal()
        [later] = hand_out(1)
        places = log.places([one, two, three, later.serial])
        assert places.keys() == {one, two, three}
        for serial, place in places.items():
            assert place.line.startswith(f"{serial} taken ")
            assert place.index == serial - one
            segment = place.segment
            leaf = rfc6962.leaf(place.line)
            assert merkle.climb(leaf, place.index, segment.lines, place.path) == bytes(segment.root)

    def test_a_segment_that_tells_of_no_serial_hides_none(self, begun: Segment, hand_out: HandOut) -> None:
        [kept] = reserve()
        log.seal()
        fates.throw_away([kept])
        log.seal()
        assert log.places([kept])[kept].segment.number == begun.number + 1


@pytest.mark.django_db(transaction=True)
class TestPassedOver:
    def restart(self) -> None:
        """As the database's server does: it is another place then, and all up to the mark is passed over."""
        refill.add_sets((guard.look().mark or 0) - stock.taken() + 4000, "test")
        with connection.cursor() as cursor:
            cursor.execute("SELECT setval('dicepool_place', 0)")

    def test_what_a_restart_passed_over_is_one_line(self, begun: Segment, hand_out: HandOut) -> None:
        [before] = hand_out(1)
        self.restart()
        [after] = hand_out(1)
        assert after.serial > before.serial + 1
        log.seal()
        assert [line.split(" taken ")[0] for line in lines()] == [
            str(before.serial),
            f"{before.serial + 1}-{after.serial - 1} passed-over restart",
            str(after.serial),
        ]
        assert newest().counts == {"taken": 2, "restart": after.serial - before.serial - 1}

    def test_it_is_written_down_before_the_cursor_moves(
        self, begun: Segment, hand_out: HandOut, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Killed in between, the next start passes over more: nothing of it is ever told of otherwise."""
        [before] = hand_out(1)
        self.restart()

        def killed(**_: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(Passed.objects, "create", killed)
            with pytest.raises(KeyboardInterrupt):
                hand_out(1)
        assert stock.taken() == before.serial
        [after] = hand_out(1)
        log.seal()
        assert newest().counts == {"taken": 2, "restart": after.serial - before.serial - 1}

    def test_a_new_epoch_passes_over_what_it_gives_up(self, begun: Segment, hand_out: HandOut) -> None:
        [before] = hand_out(1)
        call_command("new_epoch", stdout=io.StringIO(), verbosity=0, yes=True)
        epoch = Epoch.objects.get()
        refill.add_sets(10, "test")
        log.seal()
        assert lines()[-1] == f"{before.serial + 1}-{epoch.after} passed-over epoch"

    def test_a_mark_that_is_raised_passes_over_nothing(
        self, hand_out: HandOut, settings: LazySettings, batch: Batch
    ) -> None:
        settings.DICE_AHEAD = 100
        hand_out(1)
        before = Passed.objects.count()
        hand_out(400)
        guard.keep_up()
        assert Passed.objects.count() == before


def test_the_migration_remembers_the_epochs_of_before(db: None) -> None:
    from importlib import import_module

    migration = import_module("dicepool.migrations.0009_log")
    Epoch.objects.create(cursor=100, after=250, batch=1, chain=bytes(32), known=True)
    Epoch.objects.create(cursor=250, after=250, batch=1, chain=bytes(32), known=True)
    Passed.objects.all().delete()
    with connection.cursor() as cursor:
        cursor.execute(migration.PASSED)
    assert list(Passed.objects.values_list("first", "last", "reason")) == [(101, 250, "epoch")]


def test_an_empty_pool_has_no_log(db: None) -> None:
    Batch.objects.all().delete()
    empty()
    assert log.told(timedelta(days=1)) == log.Told({}, {})
