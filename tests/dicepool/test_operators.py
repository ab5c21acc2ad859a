"""The admin, the commands and the mail."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from django.conf import LazySettings
from django.core import checks, mail
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from kombu.exceptions import OperationalError

from accounts.models import User
from dicepool import alarm, apps, guard, pool, rawrolls, seal, stock, tasks, tree
from dicepool.models import Batch, DiceSet, Leaf, Refill
from tests.dicepool.emptied import empty
from tests.dicepool.test_notes import witness_key

pytestmark = pytest.mark.django_db

HandOut = Callable[[int], list[pool.Drawn]]

LIST = "admin:dicepool_refill_changelist"
TOP_UP = "admin:dicepool_refill_top_up"


@pytest.fixture
def boss(db: None) -> User:
    return User.objects.create_superuser("boss", "boss@example.org", "no need to know")


@pytest.fixture
def helper(db: None) -> User:
    return User.objects.create_user("helper", "helper@example.org", "no need to know", is_staff=True)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    calls: list[dict[str, Any]] = []
    monkeypatch.setattr(tasks.top_up, "delay", lambda **given: calls.append(given))
    return calls


class TestTheAdmin:
    def test_it_shows_the_level_the_rate_and_the_refills(
        self, client: Client, boss: User, batch: Batch, hand_out: HandOut
    ) -> None:
        hand_out(100)
        Refill.objects.create(reason="low water", failure="OSError")
        Refill.objects.create(reason="low water")
        client.force_login(boss)
        text = client.get(reverse(LIST)).content.decode()
        for shown in ("900", "below the low-water mark", "sets a day", "OSError", "not finished"):
            assert shown in text

    def test_topping_up_asks_first_and_then_starts_a_full_refill(
        self, client: Client, boss: User, started: list[dict[str, Any]]
    ) -> None:
        client.force_login(boss)
        assert "Top up now" in client.get(reverse(TOP_UP)).content.decode()
        assert started == []
        answer = client.post(reverse(TOP_UP), follow=True)
        assert started == [{"full": True}]
        assert "A refill was started" in answer.content.decode()

    def test_a_queue_that_is_down_is_said(
        self, client: Client, boss: User, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def down(**_: object) -> None:
            raise OperationalError

        monkeypatch.setattr(tasks.top_up, "delay", down)
        client.force_login(boss)
        assert "could not be started" in client.post(reverse(TOP_UP), follow=True).content.decode()

    def test_staff_without_the_right_cannot_top_up(
        self, client: Client, helper: User, started: list[dict[str, Any]]
    ) -> None:
        client.force_login(helper)
        assert client.post(reverse(TOP_UP)).status_code == 403
        assert client.get(reverse(LIST)).status_code == 403
        assert started == []

    def test_nothing_can_be_changed(self, client: Client, boss: User, batch: Batch) -> None:
        client.force_login(boss)
        for model in ("batch", "refill"):
            assert client.get(reverse(f"admin:dicepool_{model}_add")).status_code == 403
        address = reverse("admin:dicepool_batch_change", args=[batch.pk])
        assert client.post(address, {"first": 1}).status_code == 403
        assert client.post(reverse("admin:dicepool_batch_delete", args=[batch.pk])).status_code == 403


class TestTheTask:
    def test_full_tops_up_above_the_low_mark_too(self, batch: Batch) -> None:
        tasks.top_up(full=True)
        assert stock.level() == 3000
        assert Refill.objects.latest("pk").reason == "operator"

    def test_low_water_mails_the_admins_once_an_hour(
        self, batch: Batch, hand_out: HandOut, settings: LazySettings
    ) -> None:
        settings.ADMINS = [("Boss", "boss@example.org")]
        settings.DICE_HIGH_WATER = settings.DICE_LOW_WATER
        tasks.top_up()
        assert mail.outbox == []
        hand_out(1)
        tasks.top_up()
        [sent] = mail.outbox
        assert "holds 999 sets" in sent.body
        hand_out(2)
        tasks.top_up()
        assert len(mail.outbox) == 1
        assert stock.level() == 1000

    def test_an_empty_pool_is_called_empty(self, batch: Batch, settings: LazySettings) -> None:
        settings.ADMINS = [("Boss", "boss@example.org")]
        empty()
        tasks.top_up()
        assert "is empty" in mail.outbox[0].subject


class TestCommands:
    def run(self, name: str, **given: Any) -> str:
        out = io.StringIO()
        call_command(name, stdout=out, verbosity=0, **given)
        return out.getvalue()

    def test_refill_dice_fills_up_to_the_high_mark(self, batch: Batch) -> None:
        assert "Added 2000 sets; the pool holds 3000." in self.run("refill_dice")
        assert "Added 0 sets" in self.run("refill_dice")

    def test_refill_dice_adds_so_many_sets(self, batch: Batch) -> None:
        self.run("refill_dice", sets=2345)
        assert stock.level() == 3345

    def test_refill_dice_if_low_does_nothing_above_the_low_mark(
        self, batch: Batch, hand_out: HandOut
    ) -> None:
        self.run("refill_dice", if_low=True)
        assert stock.level() == 1000
        hand_out(1)
        self.run("refill_dice", if_low=True)
        assert stock.level() == 3000

    def test_refill_dice_refuses_a_number_that_is_none(self) -> None:
        with pytest.raises(CommandError, match="from 1 up"):
            self.run("refill_dice", sets=0)

    def test_dice_status_tells_figures_and_fails_when_low(self, batch: Batch, hand_out: HandOut) -> None:
        out = self.run("dice_status")
        assert "Left:        1,000 sets, no end in sight" in out
        assert "Dealing:     up to serial " in out
        hand_out(1)
        with pytest.raises(CommandError, match="below its low-water mark"):
            self.run("dice_status")

    def test_dice_status_fails_and_says_why_where_nothing_is_dealt(
        self, batch: Batch, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        monkeypatch.setattr(guard, "refusal", lambda here: "It is an old copy.")
        with pytest.raises(CommandError, match=r"No dice are dealt. It is an old copy\."):
            call_command("dice_status")
        assert "Dealing:     nothing: It is an old copy." in capsys.readouterr().out

    def test_dice_status_tells_of_the_log_and_audits_it(self, batch: Batch, settings: LazySettings) -> None:
        settings.DICE_WITNESSES = [str(witness_key())]
        assert "nothing signed yet" in self.run("dice_status")
        head = tree.sign_head()
        assert head
        told = self.run("dice_status", audit=True)
        assert f"{head.size:,} entries, {head.size:,} signed" in told
        assert "w.example/1  not heard of yet" in told
        Leaf.objects.filter(tree=head.tree, index=head.size - 1).update(entry="another")
        with pytest.raises(CommandError, match="public log"):
            self.run("dice_status", audit=True)

    def test_dice_status_audits(self, batch: Batch) -> None:
        assert "match their commitments" in self.run("dice_status", audit=True)
        changed = DiceSet.objects.get(serial=batch.first)
        DiceSet.objects.filter(pk=changed.pk).update(value=(changed.value + 1) % seal.SETS)
        with pytest.raises(CommandError, match=f"commitment of batch {batch.number}"):
            self.run("dice_status", audit=True)

    @pytest.mark.parametrize(("form", "length", "letters"), [("faces", 600, b"123456\n"), ("bits", 0, b"")])
    def test_write_rolls_writes_rolls_that_the_pool_never_sees(
        self, batch: Batch, monkeypatch: pytest.MonkeyPatch, form: str, length: int, letters: bytes
    ) -> None:
        written = io.BytesIO()
        monkeypatch.setattr(sys, "stdout", SimpleNamespace(buffer=written))
        call_command("write_rolls", sets=100, form=form, verbosity=0)
        assert stock.level() == batch.size
        if length:
            assert len(written.getvalue()) == length
            assert set(written.getvalue()) == set(letters)
        else:
            assert 110 <= len(written.getvalue()) <= 125  # four dice a byte, 16 of 1296 throws dropped


def test_four_dice_make_a_byte_and_each_byte_has_as_many_throws_as_any_other() -> None:
    every = np.indices((6, 6, 6, 6)).reshape(4, -1).T + 1
    made = rawrolls.bits(every.astype(np.uint8).reshape(-1, 4))
    assert np.bincount(np.frombuffer(made, dtype=np.uint8), minlength=256).tolist() == [5] * 256


class TestStarting:
    def test_keys_that_cannot_be_read_refuse_to_start_with_one_line(self, settings: LazySettings) -> None:
        settings.DICE_KEYS = "1:short"
        with pytest.raises(SystemExit, match=r"^Boatzee cannot start: DICE_KEYS, key 1: [^\n]*$"):
            apps.DicepoolConfig.create("dicepool").ready()

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("DICE_LOG_KEY", "short"),
            ("DICE_LOG_KEY", "*" * 44),
            ("DICE_ORIGIN", "boatzee example"),
            ("DICE_ORIGIN", "boatzee+example"),
            ("DICE_WITNESSES", ["nobody"]),
        ],
    )
    def test_what_the_log_cannot_be_signed_with_refuses_to_start(
        self, settings: LazySettings, name: str, value: object
    ) -> None:
        setattr(settings, name, value)
        with pytest.raises(SystemExit, match=r"^Boatzee cannot start: [^\n]*$"):
            apps.DicepoolConfig.create("dicepool").ready()

    @pytest.mark.parametrize(
        ("name", "value"), [("DICE_LOG_KEY", "B" * 43 + "="), ("DICE_ORIGIN", "other.example")]
    )
    def test_another_key_or_name_than_the_log_was_signed_with_is_told(
        self, batch: Batch, settings: LazySettings, name: str, value: str
    ) -> None:
        def found() -> list[str]:
            return [str(e.id) for e in checks.run_checks(tags=["database"], databases=["default"])]

        tree.sign_head()
        assert found() == []
        setattr(settings, name, value)
        assert found() == ["dicepool.W002"]

    def test_a_key_that_batches_still_need_is_missed(self, batch: Batch, settings: LazySettings) -> None:
        def found() -> list[str]:
            return [str(e.id) for e in checks.run_checks(tags=["database"], databases=["default"])]

        assert found() == []
        settings.DICE_KEYS = settings.DICE_KEYS.replace("1:", "2:", 1)
        assert found() == ["dicepool.E001"]


@pytest.mark.parametrize("say", [alarm.stopped, alarm.unsealed, alarm.lost])
def test_what_stands_still_is_an_error_for_of_errors_the_admins_hear(
    say: Callable[[str], None], caplog: pytest.LogCaptureFixture
) -> None:
    say("The disk is full.")
    [record] = caplog.records
    assert record.levelname == "ERROR"
    assert "The disk is full." in record.getMessage()
