"""Backups of a real Postgres, restored for real; and every way in which one may be no good is told."""

from __future__ import annotations

import json
import resource
import shutil
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, timedelta
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import override_settings
from pytest_django.plugin import DjangoDbBlocker

from boatzee_site.backups import drill as drilling
from boatzee_site.backups import from_settings, store
from boatzee_site.backups.sealing import Spoilt
from boatzee_site.local import var_dir
from dicepool import memory
from games.models import Match, Move
from tests.faults.backed_up import (
    OTHER_KEYS,
    Played,
    begin_site,
    drill,
    flip,
    is_locked,
    settings_of,
    taken,
    unreadable,
)
from tests.faults.clusters import AHEAD, BATCH, Cluster, Dealer
from tests.faults.turned import forget, turned
from tests.long import sample

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group("backups")]
REDIS = 12


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    made = var_dir() / "backed-up"
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture(scope="module")
def site(home: Path, django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Played]:
    """Backed up, and nobody plays any more."""
    dice = {"DICE_BATCH": BATCH, "DICE_AHEAD": AHEAD, "DICE_HIGH_WATER": 2 * BATCH}
    of_it = settings_of(home) | dice
    with django_db_blocker.unblock(), turned(home / "memory", REDIS), override_settings(**of_it):
        made = begin_site(home)
        try:
            taken(made)
            yield made
        finally:
            made.cluster.stop()


@pytest.fixture
def kept(site: Played, settings: LazySettings, tmp_path: Path) -> store.Store:
    """A copy of the backups, which a test may spoil."""
    shutil.copytree(settings.BACKUP_DIR, tmp_path / "backups")
    settings.BACKUP_DIR = tmp_path / "backups"
    return from_settings.store()


class TestADrill:
    def test_of_the_newest_brings_all_back_and_changes_nothing_that_is_remembered(
        self, site: Played, kept: store.Store
    ) -> None:
        before = memory.recall()
        told = drill()
        assert f"games_move {Move.objects.count():,}" in told
        assert "Matches:   1 replayed, 0 differ" in told
        assert "1 batches, 0 faults" in told
        assert "All that was restored is as it was." in told
        assert "new_epoch" not in told
        assert memory.recall() == before

    @pytest.mark.long  # once more it is looked at below, where what was restored is kept
    @pytest.mark.parametrize("name", ["between", "late"])
    def test_to_a_moment_brings_back_what_was_there_then(
        self, site: Played, kept: store.Store, name: str
    ) -> None:
        moment, moves = site.moments[name]
        told = drill(to=moment.isoformat())
        assert f"games_move {moves:,}" in told
        assert moves < Move.objects.count()
        assert "new_epoch is needed: Serial" in told

    def test_to_a_moment_before_the_first_backup_is_refused(self, site: Played, kept: store.Store) -> None:
        moment, _ = site.moments["before"]
        with pytest.raises(CommandError, match="no backup of before"):
            drill(to=moment.astimezone(UTC).replace(tzinfo=None).isoformat())

    @pytest.mark.long
    def test_to_a_moment_that_the_log_does_not_reach_fails(self, site: Played, kept: store.Store) -> None:
        moment, _ = site.moments["late"]
        with pytest.raises(CommandError, match="before configured recovery target"):
            drill(to=(moment + timedelta(days=1)).isoformat())

    def test_what_is_no_moment_is_refused(self, kept: store.Store) -> None:
        with pytest.raises(CommandError, match="is no moment"):
            drill(to="yesterday")

    def test_with_another_key_it_fails(self, kept: store.Store, settings: LazySettings) -> None:
        settings.BACKUP_KEYS = OTHER_KEYS
        with pytest.raises(CommandError, match="BACKUP_KEYS has another key"):
            drill()

    def test_a_segment_of_the_log_that_is_missing_fails(self, kept: store.Store) -> None:
        *_, wanted, _ = [name for name in kept.segments() if store.SEGMENT.fullmatch(name)]
        (kept.log / f"{wanted}{store.SEALED}").unlink()
        with pytest.raises(CommandError, match="segments of the log are missing"):
            drill()

    @pytest.mark.parametrize("where", sample(["base", "log", "about"], "log"))
    def test_one_bit_that_is_spoilt_fails(self, kept: store.Store, where: str) -> None:
        newest = kept.folder / kept.names()[-1]
        [*_, segment] = sorted(kept.log.iterdir())
        flip({"base": newest / store.BASE, "about": newest / store.ABOUT, "log": segment}[where])
        with pytest.raises(CommandError, match="spoilt or cut off"):
            drill()

    @pytest.mark.long
    def test_a_segment_that_passes_for_another_fails(self, kept: store.Store) -> None:
        *_, one, other = sorted(kept.log.iterdir())
        shutil.copy(one, other)
        with pytest.raises(CommandError, match="not what its name says"):
            drill()

    @pytest.mark.long
    def test_an_older_one_that_cannot_be_read_keeps_nobody_from_the_newest(self, kept: store.Store) -> None:
        unreadable(kept, "2000")
        assert "Matches:   1 replayed, 0 differ" in drill()

    @pytest.mark.long
    def test_a_newer_one_that_cannot_be_read_does(self, kept: store.Store) -> None:
        unreadable(kept, "3000")
        with pytest.raises(CommandError, match="Backup 30000101T000000Z-whole: "):
            drill()

    @pytest.mark.long
    def test_rows_that_are_missing_fail(self, kept: store.Store) -> None:
        newest = kept.read(kept.names()[-1])
        more = {name: rows + 1 for name, rows in newest.books.items()}
        kept.write(replace(newest, books=more), kept.folder / newest.name)
        with pytest.raises(CommandError, match="dicepool_batch has 1 rows, and had 2 when"):
            drill()

    @pytest.mark.long
    def test_it_fails_where_nothing_outside_remembers_the_dice(self, kept: store.Store) -> None:
        known = memory.recall()
        assert known
        forget()
        try:
            with pytest.raises(CommandError, match="Nothing outside the database remembers"):
                drill()
        finally:
            for place in memory.places():
                place.write(lambda _: known)

    @pytest.mark.long
    def test_a_match_that_does_not_replay_fails(self, site: Played, kept: store.Store) -> None:
        before = Match.objects.values_list("version", flat=True).get(pk=site.match.pk)
        Match.objects.filter(pk=site.match.pk).update(version=before + 1)
        try:
            call_command("back_up", whole=True, verbosity=0)
            with pytest.raises(CommandError, match="moves are counted"):
                drill()
        finally:
            Match.objects.filter(pk=site.match.pk).update(version=before)


def test_what_is_kept_runs_and_deals_nothing_until_a_new_epoch(
    site: Played, kept: store.Store, home: Path
) -> None:
    moment, moves = site.moments["late"]
    other = Cluster(home / "other")
    other.home.mkdir()
    remembered = memory.recall()
    assert remembered
    told = drill(to=moment.isoformat(), keep=other.postgres.data)
    assert f"games_move {moves:,}" in told
    assert "new_epoch is needed: Serial" in told
    log = other.postgres.data / "pg_wal"
    histories = {place.name for place in log.glob("*.history")}
    assert "00000002.history" in histories
    handed_on = {place.name for place in (log / "archive_status").iterdir()}
    assert {f"{name}.ready" for name in histories} <= handed_on, "or the next restore makes one of its number"
    try:
        other.start()
        assert Move.objects.count() == moves
        dealer = Dealer()
        assert dealer.is_refused()
        call_command("new_epoch", yes=True, verbosity=0)
        [serial] = dealer.draw()
        assert serial > remembered.committed
    finally:
        other.stop()
        site.cluster.turn()
        for place in memory.places():
            place.write(lambda _: remembered)


@pytest.mark.long
def test_what_cannot_be_looked_at_is_kept_all_the_same(
    site: Played, kept: store.Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(server: object) -> None:
        raise Spoilt("What was restored cannot be read")

    monkeypatch.setattr(drilling, "_ask", fail)
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("restore_drill", keep=tmp_path / "data", verbosity=0)
    assert (tmp_path / "data" / "PG_VERSION").exists()
    assert not (tmp_path / "data" / "postmaster.pid").exists()


class TestTaking:
    def test_an_hour_later_it_builds_upon_the_one_before_and_is_small(self, kept: store.Store) -> None:
        there, wrong = kept.readable()
        first, second, third = there.values()
        assert (first.parent, second.parent, third.parent, wrong) == ("", first.name, second.name, {})
        sizes = [(kept.folder / one.name / store.BASE).stat().st_size for one in there.values()]
        assert sizes[2] < sizes[0] / 4

    @pytest.mark.long
    def test_upon_one_of_a_clock_that_ran_ahead_nothing_is_built(self, kept: store.Store) -> None:
        _, before, newest = kept.readable()[0].values()
        kept.write(replace(newest, ended_at=newest.ended_at + timedelta(days=1)), kept.folder / newest.name)
        call_command("back_up", verbosity=0)
        assert kept.read(kept.names()[-1]).parent == before.name

    def test_nothing_of_the_log_is_left_lying_open(self, site: Played, kept: store.Store) -> None:
        call_command("back_up", "--log", verbosity=0)
        assert not [place for place in site.spool.iterdir() if not place.name.startswith(".")]
        assert b"boatzee" not in b"".join(place.read_bytes() for place in kept.folder.rglob("*.sealed"))

    def test_two_at_once_one_refuses(self, kept: store.Store) -> None:
        before = kept.names()
        with kept.alone("backup"), pytest.raises(CommandError, match="Another one is at work"):
            call_command("back_up", verbosity=0)
        assert kept.names() == before

    def test_a_disk_that_is_full_leaves_no_half_backup(self, site: Played, kept: store.Store) -> None:
        before = kept.names()
        full = site.start("back_up", "--whole", before=_a_disk_of(300_000))
        told, _ = full.communicate(timeout=60)
        assert full.returncode == 1, told
        assert "Nothing was kept: " in told
        assert "File too large" in told
        assert (kept.names(), list(kept.folder.glob(".*.part"))) == (before, [])

    @pytest.mark.long
    def test_one_that_is_killed_does_not_count_and_the_next_clears_up(
        self, site: Played, kept: store.Store
    ) -> None:
        before = kept.names()
        killed = site.start("back_up", "--whole")
        limit = time.monotonic() + 60
        while not list(kept.folder.glob(".*.part/.*.part")):
            assert killed.poll() is None, killed.communicate()[0]
            assert time.monotonic() < limit
        killed.send_signal(signal.SIGKILL)
        killed.communicate()
        assert kept.names() == before
        assert list(kept.folder.glob(".*.part"))
        while is_locked(kept):  # by a child that was about to become pg_basebackup
            assert time.monotonic() < limit
            time.sleep(0.01)
        call_command("back_up", verbosity=0)
        assert not list(kept.folder.glob(".*.part"))
        assert len(kept.names()) == len(before) + 1

    def test_upon_a_chain_that_is_spoilt_nothing_is_built(self, kept: store.Store) -> None:
        flip(kept.folder / kept.names()[0] / store.BASE)
        call_command("back_up", verbosity=0)
        newest = kept.read(kept.names()[-1])
        assert newest.parent == ""

    def test_a_segment_that_comes_twice_is_one_and_another_of_its_name_is_refused(
        self, site: Played, kept: store.Store
    ) -> None:
        [*_, last] = [name for name in kept.segments() if store.SEGMENT.fullmatch(name)]
        again = site.spool / last
        shutil.copy(site.cluster.postgres.data / "pg_wal" / last, again)
        call_command("back_up", log=True, verbosity=0)
        assert not again.exists()
        again.write_bytes(b"of another server")
        try:
            with pytest.raises(CommandError, match="do two servers share"):
                call_command("back_up", log=True, verbosity=0)
            assert again.exists()
        finally:
            again.unlink()

    def test_the_role_that_takes_it_reads_nothing_by_name(self, site: Played) -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT rolsuper, rolreplication, rolcreatedb, rolcreaterole, rolbypassrls"
                " FROM pg_roles WHERE rolname = 'boatzee_backup'"
            )
            assert json.dumps(cursor.fetchone()) == "[false, true, false, false, false]"


def _a_disk_of(size: int):  # type: ignore[no-untyped-def]
    return lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
