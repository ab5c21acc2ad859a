"""Who may deal: what is remembered outside, and how a database is judged. Real restores: tests/faults."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import redis
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from dicepool import archive, epochs, fates, guard, memory, pool, refill, routine, stock, tasks
from dicepool.guard import Here
from dicepool.memory import Memory
from dicepool.models import Batch, Epoch, Handout
from static import verify_roll
from tests.dicepool.emptied import empty
from tests.faults.turned import forget

HandOut = Callable[[int], list[pool.Drawn]]

HERE = Here(system=7, timeline=2, path="base/5/9", taken=150, mark=1000, admitted=False)
KEPT = Memory(
    system=7, timeline=2, path="base/5/9", mark=1000, committed=140, batch=0, chain="", last=0, sure=True
)
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

    def test_a_new_site_begins_where_it_is(self) -> None:
        assert guard._judge(replace(HERE, mark=None), None) == HERE.taken


class TestRemembering:
    @pytest.fixture(autouse=True)
    def _own(self, settings: LazySettings, tmp_path: Path) -> None:
        settings.DICE_MEMORY = tmp_path
        self.file, self.shared = memory.places()
        self.line = redis.Redis.from_url(settings.REDIS_URL)

    def clear(self) -> None:
        self.line.delete(self.shared.key)

    @pytest.fixture(autouse=True)
    def _as_it_was(self, _own: None, settings: LazySettings) -> Iterator[None]:
        address, before = settings.REDIS_URL, self.shared.read()
        self.clear()
        yield
        self.clear()
        settings.REDIS_URL = address
        if before:
            self.shared.write(lambda _: before)

    def test_nothing_is_known_at_first(self) -> None:
        assert memory.recall() is None

    def test_both_places_know_it_then(self) -> None:
        memory.remember(KEPT, knowing=None)
        assert self.file.read() == self.shared.read() == memory.recall() == KEPT

    def test_the_place_that_knows_most_is_believed_and_the_other_is_told(self) -> None:
        newer = replace(KEPT, mark=2000)
        memory.remember(KEPT, knowing=None)
        self.shared.write(lambda _: newer)
        assert memory.recall() == newer
        newest = replace(newer, mark=3000)
        memory.remember(newest, knowing=newer)
        assert self.file.read() == self.shared.read() == newest

    @pytest.mark.parametrize("place", ["file", "shared"])
    def test_what_is_newer_than_one_knows_is_not_overwritten(self, place: str) -> None:
        newer = replace(KEPT, mark=2000)
        getattr(self, place).write(lambda _: newer)
        for knowing in (KEPT, None):
            with pytest.raises(memory.Overtaken):
                memory.remember(replace(KEPT, mark=1500), knowing=knowing)
        assert getattr(self, place).read() == newer

    def test_one_place_is_enough(self, settings: LazySettings) -> None:
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        memory.remember(KEPT, knowing=None)
        assert memory.recall() == KEPT

    def test_none_is_not(self, settings: LazySettings, tmp_path: Path) -> None:
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        settings.DICE_MEMORY = tmp_path / "file"
        settings.DICE_MEMORY.write_text("")
        with pytest.raises(memory.OutOfReach):
            memory.remember(KEPT, knowing=None)
        with pytest.raises(memory.OutOfReach):
            memory.recall()

    def test_a_place_that_cannot_be_asked_might_know(self, settings: LazySettings) -> None:
        settings.REDIS_URL = "redis://127.0.0.1:1/0"
        with pytest.raises(memory.OutOfReach):
            memory.recall()

    def test_what_is_spoilt_is_not_believed_and_is_written_anew(self) -> None:
        memory.remember(KEPT, knowing=None)
        self.file.path.write_text('{"mark": 1}')
        assert memory.recall() == KEPT
        memory.remember(KEPT, knowing=KEPT)
        assert self.file.read() == KEPT


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
                assert pool._ask(pool._call([pool.Wanted(bytes(32))], b"", [], at_once=True)) == refused
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
        guard.keep_up()
        again = memory.recall()
        assert again
        assert (again.batch, again.sure) == (batch.number, True)


@pytest.mark.django_db(transaction=True)
class TestANewEpoch:
    def run(self, **given: object) -> str:
        out = io.StringIO()
        call_command("new_epoch", stdout=out, verbosity=0, **given)
        return out.getvalue()

    def test_it_wants_a_yes(self, batch: Batch) -> None:
        before = stock.taken()
        with pytest.raises(CommandError, match=r"for good\. Add --yes"):
            self.run()
        assert stock.taken() == before
        assert not Epoch.objects.exists()

    def test_it_begins_beyond_everything_and_says_what_was_given_up(
        self, client: Client, batch: Batch, hand_out: HandOut
    ) -> None:
        [before] = hand_out(1)
        kept = memory.recall()
        assert kept
        assert "Dealing goes on after serial" in self.run(yes=True)
        [drawn] = hand_out(1)
        epoch = Epoch.objects.get()
        assert drawn.serial > epoch.after >= max(kept.mark, batch.last)
        [told] = archive.commitments()["epochs"]
        assert batch.number in told["abandoned"]
        assert (told["lost"], told["cursor"]) == ([], before.serial)
        page = client.get(reverse("dicepool:index")).content.decode()
        assert "New beginnings" in page
        assert "given up" in page
        assert "was given up" in client.get(reverse("dicepool:batch", args=[batch.number])).content.decode()

    def test_a_second_one_follows_the_lost_batch_that_the_first_one_knew_of(self, batch: Batch) -> None:
        first = Epoch.objects.create(
            cursor=0, after=batch.last + 90_000, batch=batch.number + 2, chain=b"c" * 32, known=True
        )
        forget()
        second = epochs.begin(after=0)
        assert (second.batch, second.chain, second.known) == (first.batch, first.chain, False)
        assert second.after == first.after

    def test_after_asks_for_more(self, batch: Batch, hand_out: HandOut) -> None:
        beyond = batch.last + 10_000_000
        self.run(yes=True, after=beyond)
        assert hand_out(1)[0].serial > beyond


class TestALostBatchInALists:
    """The verifier follows the chain over what was lost, and says what it could not see."""

    @pytest.fixture
    def listed(self, db: None) -> dict[str, Any]:
        for _ in range(2):
            refill.add_sets(5, "test")
        lost, kept = Batch.objects.latest("number"), archive.commitments()
        refill.add_sets(5, "test")
        newest = Batch.objects.latest("number")
        Epoch.objects.create(cursor=0, after=lost.last, batch=lost.number, chain=lost.chain, known=True)
        self.lost = json.loads(json.dumps(kept["batches"][-1]))
        Handout.objects.create(serial=lost.first)
        fates.show([fates.Shown(lost.first)])
        self.proof = json.loads(json.dumps(archive.proofs([lost.first])))
        Batch.objects.filter(pk=lost.pk).delete()
        self.first = newest.first
        told: dict[str, Any] = json.loads(json.dumps(archive.commitments()))
        return told

    def check(self, *files: object) -> list[tuple[str, str]]:
        return list(verify_roll.check(("a file", json.dumps(file), False) for file in files))

    def test_it_holds(self, listed: dict[str, Any]) -> None:
        number = self.lost["number"]
        told = f"a file: how those batches were that were lost before it: {number}"
        assert ("open", told) in self.check(listed)
        assert ("open", f"batch {number} was lost") in {
            (verdict, line.partition(",")[0]) for verdict, line in self.check(listed, self.proof)
        }

    def test_a_gap_that_no_epoch_explains_is_wrong(self, listed: dict[str, Any]) -> None:
        with pytest.raises(verify_roll.Wrong, match="is missing from"):
            self.check({**listed, "epochs": []})

    @pytest.mark.parametrize(
        ("name", "value", "why"),
        [
            ("chain", "ab" * 32, "does not link"),
            ("after", 2**40, "other batches than were given up"),
            ("batch", 10**6, "other batches than were lost"),
        ],
    )
    def test_an_epoch_that_does_not_fit_is_wrong(
        self, listed: dict[str, Any], name: str, value: object, why: str
    ) -> None:
        [epoch] = listed["epochs"]
        with pytest.raises(verify_roll.Wrong, match=why):
            self.check({**listed, "epochs": [{**epoch, name: value}]})

    def test_another_batch_under_the_number_of_the_lost_one_is_wrong(self, listed: dict[str, Any]) -> None:
        self.proof["batches"] = [{**self.lost, "last": self.lost["last"] + 1}]
        with pytest.raises(verify_roll.Wrong):
            self.check(listed, self.proof)


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
