"""A keeper of the dice keys tells nothing that it must not tell, whoever asks."""

from __future__ import annotations

import socket
import stat
from typing import Any

import numpy as np
import pytest
from django.db import connection, transaction

from dicepool import (
    archive,
    fates,
    keeper,
    keys,
    merkle,
    pool,
    seal,
    stock,
)
from dicepool.models import Batch, Fate, Handout, Opening, Publication
from dicepool.openings import OpenedOtherwise, Refused
from dicepool.pool import Reserved, Shown, Wanted
from tests.dicepool.keepers import Held
from tests.dicepool.taking import NUMBER, OTHER, OWNER, PLEDGE, draw, reserve, use_up

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.xdist_group("keeper"),
    pytest.mark.usefixtures("answering"),
]


def ask_for(one: Reserved, number: bytes = b"") -> list[list[int]]:
    """What somebody would ask who knows no manners."""
    dice: list[list[int]] = keeper.ask("open", sets=[[one.serial, one.sealed, number.hex()]])["dice"]
    return dice


def set_cursor(serial: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT setval('dicepool_serial', %s)", [serial])


def _bytes(text: str) -> list[int]:
    return list(bytes.fromhex(text))


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

    def test_nor_by_a_keeper_that_is_started_anew_then(self, batch: Batch, process: Held) -> None:
        [one], coming = reserve(1), batch.last
        before = stock.taken()
        Handout.objects.create(serial=coming)
        set_cursor(coming)
        assert keeper.ask("open", sets=[[coming, 1, ""]])
        set_cursor(before)
        process.kill()
        process.start()
        try:
            with pytest.raises(keeper.Silent, match="SetBack"):
                ask_for(one)
        finally:
            set_cursor(coming)  # for the tests behind this one
        assert ask_for(one)
        kept = process.path.with_name("keeper.seen")
        assert int(kept.read_text()) == coming
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600

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
