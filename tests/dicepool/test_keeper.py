"""A process of its own holds the dice keys: the same dice, and all goes on when it was away."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from itertools import chain
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from boatzee_site import alive
from dicepool import (
    archive,
    audit,
    checks,
    days,
    fates,
    guard,
    holding,
    keeper,
    metrics,
    openings,
    pool,
    refill,
    retire,
    stock,
)
from dicepool.models import Batch, Fate, Handout, Opened, Opening
from dicepool.pool import Drawn, Reserved, Shown, Wanted
from tests.at_once import PATIENCE, meanwhile
from tests.dicepool.keepers import Held
from tests.dicepool.taking import NUMBER, OWNER, PLEDGE, draw, reserve, use_up

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("keeper"),
    pytest.mark.usefixtures("answering"),
]


@contextmanager
def with_keys(process: Held) -> Iterator[None]:
    """This process holds the keys after all: what a keeper does is compared with that."""
    with override_settings(DICE_KEEPER="", DICE_KEYS=process.keys):
        yield


class TestTheSameDice:
    def test_whoever_opens_them(self, batch: Batch, process: Held) -> None:
        reserved = [*reserve(20), *reserve(20, PLEDGE)]
        numbers = [b"", NUMBER] * 20
        numbers = [number if one.pledge else b"" for one, number in zip(reserved, numbers, strict=True)]
        opened = list(
            chain(*(pool.unseal(reserved[at : at + 8], numbers[at : at + 8]) for at in range(0, 40, 8)))
        )
        with with_keys(process):
            assert pool.unseal(reserved, numbers) == opened
        told = {one.serial: (one.number and bytes(one.number)) or b"" for one in Opening.objects.all()}
        assert told == {one.serial: one.number for one in opened}

    def test_in_a_draw_in_proofs_and_in_counts(self, batch: Batch, process: Held) -> None:
        shown = [one.serial for one in draw(30)]
        reserve(5)
        shown += [one.serial for one in draw(30)]
        proofs, tally = archive.proofs(shown), days.tally_of(shown).dump()
        assert audit.holds(batch)
        with with_keys(process):
            assert archive.proofs(shown) == proofs
            assert days.tally_of(shown).dump() == tally
            dice = [tuple(proof["dice"]) for proof in proofs["proofs"]]
        with with_keys(process), transaction.atomic():
            assert dice == [one.dice for one in pool.unseal(_reserved(shown))]

    def test_in_a_batch_that_is_laid_open(self, batch: Batch, process: Held) -> None:
        use_up(batch)
        refill.add_sets(1000, "test")
        newer = draw(3)
        both = [batch.first + 7, *(one.serial for one in newer)]
        sealed = archive.proofs(both)
        assert retire.retire() == [batch.number]
        assert archive.proofs(both)["proofs"] == sealed["proofs"]
        tally = days.tally_of(both).dump()
        with with_keys(process):
            assert archive.proofs(both)["proofs"] == sealed["proofs"]
            assert days.tally_of(both).dump() == tally
            assert audit.holds(Batch.objects.get(pk=batch.pk))


def _reserved(serials: list[int]) -> list[Reserved]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT s.serial, s.value, b.key_id, b.nonce FROM dicepool_diceset s JOIN dicepool_batch b"
            " ON s.serial BETWEEN b.first AND b.last WHERE s.serial = ANY(%s) ORDER BY 1",
            [serials],
        )
        return [
            Reserved(serial, value, key_id, bytes(nonce), 0, b"", b"")
            for serial, value, key_id, nonce in cursor.fetchall()
        ]


class TestDrawing:
    def test_a_draw_shows_its_sets_in_the_transaction_of_whoever_draws(self, batch: Batch) -> None:
        with transaction.atomic():
            [one] = pool.draw(1)
            assert not Fate.objects.using("default").exclude(serial=one.serial).exists()
        assert Fate.objects.get(serial=one.serial).kind == Fate.Kind.SHOWN
        with pytest.raises(RuntimeError, match="inside a transaction"):
            pool.draw(1)

    def test_what_a_rollback_leaves_is_thrown_away_and_counted(self, batch: Batch) -> None:
        for owner in (b"", OWNER):
            with transaction.atomic():
                pool.draw(2, owner=owner)
                transaction.set_rollback(True)
        assert fates.waiting() == 4
        assert list(fates.owners()) == []
        assert fates.throw_away_forgotten() == 0
        Handout.objects.update(at=timezone.now() - timedelta(hours=1, minutes=1))
        assert [list(found) for found in fates.owners()] == [[OWNER]]
        assert fates.throw_away_forgotten() == 2
        assert openings.counts() == openings.Counts(4, 2, 0)

    def test_what_was_thrown_away_meanwhile_is_not_shown(
        self, batch: Batch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        real = keeper.unseal

        def unseal(sets: Any) -> Any:
            opened = real(sets)
            guard.aside(lambda: fates.throw_away(serial for serial, _, _ in sets))
            return opened

        monkeypatch.setattr(keeper, "unseal", unseal)
        with pytest.raises(IntegrityError):
            draw(1)

    def test_an_empty_pool_is_filled_by_the_keeper(self, batch: Batch) -> None:
        use_up(batch)
        before = stock.taken()
        with pytest.raises(pool.PoolEmpty):
            draw(1)
        assert stock.taken() == before
        made: list[int] = []
        assert refill.top_out("test", made.append) == 3000
        assert made == [1000, 1000, 1000]
        assert len(draw(2500)) == 2500

    def test_it_gets_another_key_and_is_asked_for_its_name_again(self, batch: Batch) -> None:
        right, keeper._known.names = keeper.names(), "00" * 16
        assert reserve(1)
        assert keeper._known.names == right


class TestCounting:
    def test_what_was_opened_shows_for_good(self, batch: Batch, capsys: pytest.CaptureFixture[str]) -> None:
        first, second, third = reserve(3, PLEDGE)
        pool.unseal([first, second], [NUMBER, NUMBER])
        pool.unseal([third])
        with transaction.atomic():
            fates.throw_away([first.serial])
            fates.show([Shown(second.serial, NUMBER), Shown(third.serial, NUMBER)])
        assert openings.counts() == openings.Counts(3, 1, 1)
        days.count_on()  # so it takes one row to tell
        assert "boatzee_dice_opened_otherwise_sets_total 1.0" in metrics.exposition().decode()
        rest = use_up(batch)
        assert retire.retire() == [batch.number]
        assert openings.counts() == openings.Counts(3 + len(rest), 1, 1)
        assert not Opening.objects.exists()
        assert Opened.objects.get().batch == batch
        with pytest.raises(CommandError, match="1 sets were shown with another number"):
            call_command("dice_status", audit=True, verbosity=0)
        assert f"{3 + len(rest):,} sets by the keeper" in capsys.readouterr().out


class TestADeadKeeper:
    def test_nothing_is_burnt_and_all_goes_on_when_it_is_back(
        self, batch: Batch, process: Held, client: Client, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(keeper, "WAIT", 0.1)
        reserved = reserve(2)
        [shown] = draw(1)
        process.kill()
        before = stock.taken()
        with pytest.raises(pool.PoolStopped, match="under lock and key"):
            draw(1)
        with pytest.raises(pool.PoolStopped, match="under lock and key"):
            pool.unseal(reserved)
        with pytest.raises(CommandError, match="does not answer"):
            call_command("refill_dice", sets=5, verbosity=0)
        assert client.get(reverse("dicepool:roll", args=[shown.serial])).status_code == 503
        [doubt] = checks.keys_fit(["default"])
        assert doubt.id == "dicepool.W001"
        checks.at_start()
        assert "does not answer" in alive.keeper(str(process.path))
        assert stock.taken() == before
        process.start()
        assert alive.keeper(str(process.path)) == ""
        assert checks.keys_fit(["default"]) == []
        assert [one.serial for one in pool.unseal(reserved)] == [one.serial for one in reserved]
        assert draw(1)[0].serial == before + 1

    def test_a_refill_whose_answer_was_lost_is_not_asked_for_again(
        self, batch: Batch, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        once, before = keeper._once, stock.level()

        def lost(asked: dict[str, Any], *rest: Any) -> dict[str, Any]:
            answer = once(asked, *rest)
            if asked["do"] == "refill":
                raise EOFError
            return answer

        monkeypatch.setattr(keeper, "_once", lost)
        with pytest.raises(keeper.Silent):
            refill.add_sets(5, "by hand")
        assert stock.level() == before + 5

    def test_who_was_forked_asks_over_a_line_of_its_own(self, monkeypatch: pytest.MonkeyPatch) -> None:
        keeper.names(anew=True)
        kept = keeper._line.socket
        keeper.names(anew=True)
        assert keeper._line.socket is kept
        monkeypatch.setattr("os.getpid", lambda: 0)
        keeper.names(anew=True)
        assert keeper._line.socket is not kept

    def test_its_lines_to_the_database_may_die(self, batch: Batch) -> None:
        reserved = reserve(2)
        pool.unseal(reserved[:1])
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
                " WHERE query LIKE 'SELECT c.at, o.* FROM %' AND pid <> pg_backend_pid()"
            )
            assert {ended for (ended,) in cursor.fetchall()} == {True}
        assert len(pool.unseal(reserved)) == 2

    def test_kills_in_the_middle_of_openings_lose_nothing(self, batch: Batch, process: Held) -> None:
        players, kills = 6, 2
        rolled: list[list[Drawn]] = [[] for _ in range(players)]
        end = threading.Event()

        def play(own: list[Drawn]) -> None:
            try:
                [one] = reserve(1, PLEDGE)
                while not end.is_set():
                    try:
                        with transaction.atomic():
                            [drawn] = pool.unseal([one], [NUMBER])
                            [following] = pool.reserve(
                                [Wanted(os.urandom(32), PLEDGE)], OWNER, [Shown(one.serial, drawn.number)]
                            )
                    except pool.PoolStopped:
                        continue
                    own.append(drawn)
                    one = following
            finally:
                keeper.hang_up()

        playing = [meanwhile(partial(play, own)) for own in rolled]
        for _ in range(kills):
            _until_all_roll(rolled)
            process.kill()
            process.start()
        end.set()
        for player in playing:
            player.result(PATIENCE)
        told = sorted(chain(*rolled), key=lambda one: one.serial)
        assert len({one.serial for one in told}) == len(told)
        with with_keys(process):
            assert [one.dice for one in told] == [
                one.dice for one in pool.unseal(_reserved([t.serial for t in told]))
            ]
        assert set(Opening.objects.values_list("serial", flat=True)) >= {one.serial for one in told}
        assert openings.counts().otherwise == 0
        assert Fate.objects.count() == len(told)


def _until_all_roll(rolled: list[list[Drawn]]) -> None:
    sizes = [len(own) for own in rolled]
    for _ in range(3000):
        if all(len(own) > size + 3 for own, size in zip(rolled, sizes, strict=True)):
            return
        time.sleep(0.01)
    raise AssertionError("somebody cannot roll any more")


class TestBeingStarted:
    def test_there_is_one_at_a_time_and_it_takes_its_socket_along(self, process: Held) -> None:
        with pytest.raises(FileExistsError, match="Another keeper listens"):
            holding.Server(process.path)
        assert process.stop() == 0
        assert not process.path.exists()

    def test_it_does_not_start_with_a_wrong_key(self, batch: Batch, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(keeper, "_holds", False)
        wrong = "1:" + "A" * 43 + "="
        with override_settings(DICE_KEYS=wrong), pytest.raises(SystemExit, match="is not the one that"):
            call_command("hold_dice_key")

    def test_nobody_else_may_have_the_keys(self, process: Held) -> None:
        with (
            override_settings(DICE_KEYS=process.keys),
            pytest.raises(SystemExit, match="no process has DICE_KEYS"),
        ):
            checks.at_start()
        with pytest.raises(CommandError, match="needs DICE_KEEPER"):
            call_command("hold_dice_key")
