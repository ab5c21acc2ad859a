"""Sealing the log where something goes wrong: nothing is told twice, and nothing is written over."""

from __future__ import annotations

import errno
import logging
import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.db import connection
from django.utils import timezone

from dicepool import fates, guard, log, logfiles, pool, settling, tasks
from dicepool.models import Handout, Segment
from tests.at_once import at_once
from tests.dicepool.drawing import drawing
from tests.dicepool.locked import locked
from tests.dicepool.sealed import files, lines, newest, reserve, roll_back

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("folder")]

HandOut = Callable[[int], list[pool.Drawn]]


class TestFaults:
    @pytest.mark.django_db(transaction=True)
    def test_two_at_once_seal_everything_once(self, begun: Segment, hand_out: HandOut) -> None:
        last = hand_out(50)[-1].serial
        at_once(log.seal, log.seal)
        log.seal()
        [segment] = Segment.objects.filter(number__gt=begun.number)
        assert (segment.first, segment.last, segment.lines) == (begun.last + 1, last, 50)

    @pytest.mark.django_db(transaction=True)
    def test_while_one_seals_the_other_waits_for_nothing(self, begun: Segment, hand_out: HandOut) -> None:
        hand_out(1)
        with locked(log.LOCK):
            assert log.seal() == []
        assert log.seal() == [begun.number + 1]

    @pytest.mark.django_db(transaction=True)
    def test_while_a_transaction_that_has_drawn_is_open_nothing_is_sealed(
        self,
        begun: Segment,
        hand_out: HandOut,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        monkeypatch.setattr(settling, "PATIENCE", 0.05)
        with drawing():
            [later] = hand_out(1)
            tasks.seal_log()
            assert newest() == begun
            assert not caplog.records
            Handout.objects.filter(pk=later.serial).update(
                at=timezone.now() - log.LATE - timedelta(minutes=1)
            )
            tasks.seal_log()
            assert newest() == begun
            assert f"Set {later.serial:,} was taken at" in caplog.text
        log.seal()
        assert newest().counts == {"taken": 2}

    @pytest.mark.django_db(transaction=True)
    def test_who_draws_meanwhile_is_not_waited_for(
        self, begun: Segment, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """There is always somebody who does, each for a moment: else nothing would ever be sealed."""
        with ExitStack() as before, ExitStack() as meanwhile:
            before.enter_context(drawing())

            def pause(_seconds: float) -> None:
                meanwhile.enter_context(drawing())
                monkeypatch.setattr(settling, "time", time)
                before.close()

            monkeypatch.setattr(settling, "PATIENCE", 0.5)
            monkeypatch.setattr(settling, "time", SimpleNamespace(monotonic=time.monotonic, sleep=pause))
            assert log.seal() == [begun.number + 1]
            assert newest().last == begun.last + 1

    def test_one_that_was_killed_before_its_commit_leaves_a_file_and_nothing_else(
        self, begun: Segment, hand_out: HandOut, folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        hand_out(2)
        before = files(folder)

        def killed(*_: object, **__: object) -> None:
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(Segment, "save", killed)
            with pytest.raises(KeyboardInterrupt):
                log.seal()
        [left] = set(files(folder)) - set(before)
        content = left.read_bytes()
        assert newest() == begun
        hand_out(1)
        assert log.seal() == [begun.number + 1]
        assert newest().counts == {"taken": 3}
        assert left.read_bytes() == content
        assert len(files(folder)) == len(before) + 2

    def test_the_same_again_is_the_same_file(self, begun: Segment, hand_out: HandOut, folder: Path) -> None:
        hand_out(2)
        log.seal()
        before = files(folder)
        newest().delete()
        log.seal()
        assert files(folder) == before

    def test_an_old_copy_of_the_database_writes_over_nothing(
        self, begun: Segment, hand_out: HandOut, folder: Path
    ) -> None:
        """Its newest segments are gone, and others come in their places."""
        hand_out(2)
        log.seal()
        there = {path: path.read_bytes() for path in files(folder)}
        newest().delete()
        hand_out(1)
        log.seal()
        assert newest().number == begun.number + 1
        assert len(files(folder)) == len(there) + 1
        assert all(path.read_bytes() == content for path, content in there.items())

    def test_where_draws_are_not_admitted_nothing_is_sealed(self, begun: Segment, hand_out: HandOut) -> None:
        hand_out(1)
        with connection.cursor() as cursor:
            cursor.execute("SELECT setval('dicepool_place', 0)")
        assert log.seal() == []
        guard.admit()
        assert log.seal() == [begun.number + 1]

    def test_a_full_disk_stops_the_log_and_not_the_draws(
        self,
        begun: Segment,
        hand_out: HandOut,
        folder: Path,
        monkeypatch: pytest.MonkeyPatch,
        caplog: pytest.LogCaptureFixture,
    ) -> None:
        def full(file: int) -> None:
            raise OSError(errno.ENOSPC, "No space left on device")

        hand_out(1)
        before = files(folder)
        with monkeypatch.context() as patch:
            patch.setattr(os, "fsync", full)
            tasks.seal_log()
        assert newest() == begun
        assert files(folder) == before
        [record] = caplog.records
        assert record.levelno == logging.ERROR
        assert "No space left on device" in record.getMessage()
        hand_out(1)
        tasks.seal_log()
        assert newest().counts == {"taken": 2}


class TestLostFiles:
    @pytest.mark.parametrize("spoilt", [None, b"nonsense"])
    def test_one_is_written_anew_out_of_the_ledger(
        self, begun: Segment, hand_out: HandOut, folder: Path, spoilt: bytes | None
    ) -> None:
        kept = reserve(2)
        roll_back(1)
        hand_out(3)
        fates.throw_away(kept)
        log.seal()
        hand_out(1)
        told, before = lines(), {path: path.read_bytes() for path in files(folder)}
        for path in before:
            path.unlink() if spoilt is None else path.write_bytes(spoilt)
        assert lines() == told
        assert lines(begun)
        assert {path: path.read_bytes() for path in files(folder)} == before

    def test_one_of_which_the_ledger_is_gone_is_said_to_be_lost(
        self, begun: Segment, hand_out: HandOut, folder: Path
    ) -> None:
        hand_out(3)
        log.seal()
        for path in files(folder):
            path.unlink()
        Handout.objects.all().delete()
        with pytest.raises(logfiles.Lost, match="bring it from a backup"):
            lines()
        assert not files(folder)
