"""A process of its own holds the dice keys: the same dice, and nothing for whoever has taken over another."""

from __future__ import annotations

import hashlib
import os
import socket
import stat
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import chain
from typing import Any

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from pytest_django.plugin import DjangoDbBlocker

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
    keys,
    merkle,
    metrics,
    openings,
    pool,
    refill,
    retire,
    seal,
    stock,
)
from dicepool.models import Batch, Fate, Handout, Opened, Opening, Publication
from dicepool.openings import OpenedOtherwise, Refused
from dicepool.pool import Drawn, Reserved, Shown, Wanted
from tests.dicepool.keepers import Held, held

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.xdist_group("keeper")]

OWNER = b"somebody"
NUMBER, OTHER = bytes(range(16)), bytes(16)
PLEDGE = hashlib.sha256(NUMBER).digest()


@pytest.fixture(scope="module")
def process(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Held]:
    """One for all tests here; this process has no keys in any of them."""
    with django_db_blocker.unblock(), held() as made:
        yield made


@pytest.fixture(autouse=True)
def _answers(process: Held) -> None:
    """Whatever became of it in the test before."""
    assert process.process
    if process.process.poll() is not None:
        process.start()


@contextmanager
def with_keys(process: Held) -> Iterator[None]:
    """This process holds the keys after all: what a keeper does is compared with that."""
    with override_settings(DICE_KEEPER="", DICE_KEYS=process.keys):
        yield


def reserve(sets: int, pledge: bytes = b"", owner: bytes = OWNER) -> list[Reserved]:
    """Reserve and commit."""
    with transaction.atomic():
        return pool.reserve([Wanted(os.urandom(32), pledge) for _ in range(sets)], owner)


def ask_for(one: Reserved, number: bytes = b"") -> list[list[int]]:
    """What somebody would ask who knows no manners."""
    dice: list[list[int]] = keeper.ask("open", sets=[[one.serial, one.sealed, number.hex()]])["dice"]
    return dice


def draw(sets: int, owner: bytes = b"") -> list[Drawn]:
    with transaction.atomic():
        return pool.draw(sets, owner=owner)


def set_cursor(serial: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('dicepool_serial', %s)", [serial])


def use_up(batch: Batch) -> list[Drawn]:
    return draw(batch.last - stock.taken())


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


def _bytes(text: str) -> list[int]:
    return list(bytes.fromhex(text))


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


class TestAnAttack:
    """By somebody who has taken over a process of the site."""

    def test_there_are_no_keys(self, batch: Batch, settings: Any) -> None:
        assert settings.DICE_KEYS == ""
        [one] = reserve(1)
        with pytest.raises(ValueError, match="DICE_KEYS"):
            keys.kept_key(settings.DICE_KEYS, one.key_id, one.nonce)
        with pytest.raises(LookupError):
            archive.opened(batch, [(batch.first, batch.first)])

    def test_what_nobody_took_is_not_opened(self, batch: Batch) -> None:
        for serial in (stock.taken() + 1, batch.last, batch.last + 1, 10**15):
            with pytest.raises(Refused):
                keeper.unseal([(serial, 1, b"")])
        assert not Opening.objects.exists()

    def test_what_was_taken_and_not_committed_is_not_opened(self, batch: Batch) -> None:
        with transaction.atomic():
            [one] = pool.reserve([Wanted(bytes(32))], OWNER)
            with pytest.raises(Refused, match="committed"):
                ask_for(one)
            transaction.set_rollback(True)
        with pytest.raises(Refused, match="committed"):
            ask_for(one)
        assert not Opening.objects.exists()

    def test_what_has_a_fate_is_not_opened(self, batch: Batch) -> None:
        first, second, third = reserve(3)
        before = ask_for(third)
        with transaction.atomic():
            fates.throw_away([first.serial])
            fates.show([Shown(second.serial), Shown(third.serial)])
        for one in (first, second, third):
            with pytest.raises(Refused, match="not opened again"):
                ask_for(one)
        assert [one.serial for one in Opening.objects.all()] == [third.serial]
        assert len(before) == 1

    def test_nobody_chooses_a_number(self, batch: Batch) -> None:
        [promised], [free] = reserve(1, PLEDGE), reserve(1)
        for one, number in ((promised, OTHER), (free, NUMBER)):
            with pytest.raises(Refused, match="promised"):
                ask_for(one, number)
        assert not Opening.objects.exists()

    @pytest.mark.parametrize(("first", "then"), [(NUMBER, b""), (b"", NUMBER)])
    def test_nobody_looks_before_choosing(self, batch: Batch, first: bytes, then: bytes) -> None:
        [one] = reserve(1, PLEDGE)
        dice = ask_for(one, first)
        with pytest.raises(OpenedOtherwise):
            ask_for(one, then)
        assert ask_for(one, first) == dice
        [drawn] = pool.unseal([one], [then])
        assert (list(drawn.dice), drawn.number) == (dice[0], first)
        [kept] = Opening.objects.all()
        assert bytes(kept.number or b"") == first

    def test_one_that_is_refused_keeps_the_others_of_a_question_closed(self, batch: Batch) -> None:
        [one] = reserve(1)
        with pytest.raises(Refused):
            keeper.unseal([(one.serial, one.sealed, b""), (batch.last, 0, b"")])
        assert pool.unseal([one])[0].serial == one.serial

    @pytest.mark.parametrize("do", ["prove", "shown"])
    def test_nothing_is_told_of_what_is_not_shown(self, batch: Batch, do: str) -> None:
        [shown], [hidden] = draw(1), reserve(1)
        with transaction.atomic():
            fates.throw_away([reserve(1)[0].serial])
        assert keeper.ask(do, serials=[shown.serial])
        for serials in (
            [hidden.serial],
            [shown.serial, hidden.serial],
            [hidden.serial + 1],
            [shown.serial, batch.last],
            [batch.last + 1],
            [],
            [shown.serial] * 10_000 + [hidden.serial],
        ):
            with pytest.raises(Refused):
                keeper.ask(do, serials=serials)

    def test_nothing_is_laid_open_too_early(self, batch: Batch) -> None:
        assert keeper.publish() == []
        [waiting] = reserve(1)
        use_up(batch)
        assert keeper.publish() == []
        with transaction.atomic():
            fates.show([Shown(waiting.serial)])
        assert keeper.publish() == [batch.number]

    @pytest.mark.parametrize("check", ["kept", "none"])
    def test_a_batch_in_play_is_not_laid_open_as_another_one(self, batch: Batch, check: str) -> None:
        one = draw(2)[1].serial
        [proof] = archive.proofs([one])["proofs"]
        leaf = merkle.leaves(one, np.array([proof["dice"]], np.uint8), np.array([_bytes(proof["salt"])]))
        root = merkle.root_of(leaf)
        forged = Batch(
            number=batch.number + 1,
            first=one,
            last=one,
            key_id=batch.key_id,
            nonce=batch.nonce,
            key_check=batch.key_check if check == "kept" else b"",
            root=root,
            groups=root,
            version=2,
            made_at=batch.made_at,
        )
        forged.chain = forged.link(bytes(batch.chain), root)
        forged.save(force_insert=True)
        with pytest.raises(seal.KeyWrong):
            keeper.publish()
        assert not Publication.objects.filter(pk__gte=batch.number).exists()
        forged.delete()

    def test_what_is_to_come_is_not_told_whatever_somebody_writes_of_it(self, batch: Batch) -> None:
        reserve(1)
        coming = stock.taken() + 5
        Handout.objects.create(serial=coming)
        with pytest.raises(Refused, match="committed"):
            keeper.unseal([(coming, 1, b"")])
        Fate.objects.create(serial=coming, kind=Fate.Kind.SHOWN)
        for do in ("prove", "shown"):
            with pytest.raises(Refused, match="committed"):
                keeper.ask(do, serials=[coming])
        assert not Opening.objects.exists()

    @pytest.mark.parametrize("do", ["open", "shown", "publish"])
    def test_nothing_is_told_after_the_cursor_was_set_ahead_and_back(self, batch: Batch, do: str) -> None:
        [one], [shown] = reserve(1), draw(1)
        before, coming = stock.taken(), batch.last
        if do == "publish":
            with transaction.atomic():
                fates.throw_away([one.serial])
        else:
            Handout.objects.create(serial=coming)
        if do == "shown":
            Fate.objects.create(serial=coming, kind=Fate.Kind.SHOWN)
        set_cursor(coming)
        asked: dict[str, dict[str, Any]]
        asked = {"open": {"sets": [[coming, 1, ""]]}, "shown": {"serials": [coming]}, "publish": {}}
        assert keeper.ask(do, **asked[do])
        set_cursor(before)
        try:
            with pytest.raises(pool.PoolStopped):
                pool.unseal([one])
            for question in (lambda: keeper.shown([shown.serial]), keeper.publish):
                with pytest.raises(keeper.Silent, match="SetBack"):
                    question()
        finally:
            set_cursor(coming)  # for the tests behind this one
        assert keeper.shown([shown.serial])

    @pytest.mark.parametrize("do", ["prove", "shown"])
    def test_what_somebody_calls_shown_is_recorded_as_opened(self, batch: Batch, do: str) -> None:
        [one] = reserve(1, PLEDGE)
        Fate.objects.create(serial=one.serial, kind=Fate.Kind.SHOWN)
        assert keeper.ask(do, serials=[one.serial])
        Fate.objects.all().delete()
        assert [kept.serial for kept in Opening.objects.all()] == [one.serial]
        assert pool.unseal([one], [NUMBER])[0].number == b""

    def test_it_asks_what_there_is_not_or_too_much(self, batch: Batch, process: Held) -> None:
        one = reserve(1)[0]
        with pytest.raises(Refused):
            keeper.ask("keys")
        with pytest.raises(Refused):
            keeper.ask("open", sets=[[one.serial, one.sealed, ""]] * (keeper.SETS + 1))
        for said in (b"\xff\xff\xff\xff", b"\x00\x00\x00\x02{]", b"\x00\x00\x00\x02[]"):
            with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
                other.connect(str(process.path))
                other.sendall(said)
                assert other.recv(1) == b""
        assert pool.unseal([one])

    def test_nobody_else_on_the_machine_can_ask(self, process: Held) -> None:
        assert stat.S_IMODE(process.path.stat().st_mode) == 0o600


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
                connection.close()

        threads = [threading.Thread(target=play, args=[own]) for own in rolled]
        for thread in threads:
            thread.start()
        for _ in range(kills):
            _until_all_roll(rolled)
            process.kill()
            process.start()
        end.set()
        for thread in threads:
            thread.join()
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
