"""Old copies of the database, real ones: whatever was restored, no serial ever has two dice."""

from __future__ import annotations

import shutil
import subprocess
from functools import partial
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection

from dicepool import archive, guard, refill
from dicepool.models import Batch
from tests.faults.clusters import BATCH, WHERE, Cluster, Dealer, begin_anew, lose
from tests.faults.turned import forget

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group("restored")]  # one cluster is the mould of all


def restore(cluster: Cluster, dump: Path) -> None:
    """What a person in a hurry does."""
    connection.close()
    cluster.sql("DROP DATABASE IF EXISTS boatzee WITH (FORCE)", "postgres")
    cluster.sql("CREATE DATABASE boatzee OWNER boatzee", "postgres")
    cluster.run("pg_restore", "-d", "boatzee", str(dump))


class TestADump:
    @pytest.fixture
    def dump(self, site: Cluster, dealer: Dealer, tmp_path: Path) -> Path:
        """Of a moment after which there was more drawn, and another batch."""
        made = tmp_path / "dump"
        site.run("pg_dump", "-Fc", "-d", "boatzee", "-f", str(made))
        dealer.draw(10)
        refill.add_sets(BATCH, "test")
        dealer.sign()
        return made

    @pytest.mark.parametrize("where", WHERE)
    def test_in_the_same_cluster_it_deals_nothing_until_a_new_epoch(
        self, site: Cluster, dealer: Dealer, dump: Path, settings: LazySettings, where: str
    ) -> None:
        lost = Batch.objects.latest("number")
        restore(site, dump)
        lose(where, settings)
        assert dealer.is_refused()
        epoch = begin_anew(dealer)
        assert epoch.after >= lost.last
        assert (epoch.batch, bytes(epoch.chain)) == (lost.number, bytes(lost.chain))
        [told] = archive.commitments()["epochs"]
        assert (told["abandoned"], told["lost"]) == ([lost.number - 1], [lost.number])

    def test_in_another_cluster_it_deals_nothing_until_a_new_epoch(
        self, site: Cluster, dealer: Dealer, dump: Path, home: Path
    ) -> None:
        other = Cluster(home / "other")
        other.start()
        try:
            restore(other, dump)
            assert dealer.is_refused()
            begin_anew(dealer)
            site.turn()
            dealer.dealt = {serial: dice for serial, dice in dealer.dealt.items() if serial <= 20}
            guard_says = pytest.raises(guard.Behind, match="Another database deals")
            with guard_says:
                guard.keep_up()
        finally:
            other.stop()

    def test_with_nothing_remembered_the_operator_has_to_say_how_far_it_was(
        self, site: Cluster, dealer: Dealer, dump: Path
    ) -> None:
        last = Batch.objects.latest("number").last
        restore(site, dump)
        forget()
        assert dealer.is_refused()
        with pytest.raises(CommandError, match="--after"):
            call_command("new_epoch", yes=True, verbosity=0)
        assert dealer.is_refused()
        begin_anew(dealer, after=last)

    def test_into_the_tables_of_a_running_site_it_is_found_within_seconds(
        self, site: Cluster, dealer: Dealer, dump: Path
    ) -> None:
        """Not even the cursor's file is another then: nothing but what is remembered tells."""
        guard.keep_up()
        site.run("psql", "-q", "-d", "boatzee", "-c", "TRUNCATE dicepool_handout; DELETE FROM dicepool_batch")
        site.run(
            "pg_restore",
            "--data-only",
            "-d",
            "boatzee",
            "-t",
            "dicepool_batch",
            "-t",
            "dicepool_handout",
            str(dump),
        )
        site.run("psql", "-q", "-d", "boatzee", "-c", "SELECT setval('dicepool_serial', 10)")
        with pytest.raises(guard.Behind):
            guard.keep_up()
        assert dealer.is_refused()
        begin_anew(dealer)


class TestACopyOfTheFiles:
    @pytest.fixture
    def copy(self, site: Cluster, dealer: Dealer) -> Path:
        site.stop()
        made = site.home / "copy"
        subprocess.run(["cp", "-a", str(site.postgres.data), str(made)], check=True)
        site.start()
        return made

    def put_back(self, site: Cluster, copy: Path) -> None:
        site.stop()
        shutil.rmtree(site.postgres.data)
        copy.rename(site.postgres.data)
        site.start()

    @pytest.mark.parametrize("where", WHERE)
    def test_what_was_drawn_since_and_remembered_is_missed(
        self, site: Cluster, dealer: Dealer, copy: Path, settings: LazySettings, where: str
    ) -> None:
        dealer.draw(10)
        guard.keep_up()
        self.put_back(site, copy)
        lose(where, settings)
        assert dealer.is_refused()
        begin_anew(dealer)

    def test_what_was_drawn_in_the_last_seconds_is_never_dealt_again(
        self, site: Cluster, dealer: Dealer, copy: Path
    ) -> None:
        dealer.draw(10)
        self.put_back(site, copy)
        dealer.draw(10)
        guard.keep_up()

    def test_with_nothing_remembered_it_deals_nothing(
        self, site: Cluster, dealer: Dealer, copy: Path
    ) -> None:
        dealer.draw(10)
        self.put_back(site, copy)
        forget()
        assert dealer.is_refused()
        begin_anew(dealer, after=max(dealer.dealt))


def test_recovery_to_a_point_in_time_deals_nothing_until_a_new_epoch(
    site: Cluster, dealer: Dealer, home: Path
) -> None:
    log = home / "log"
    log.mkdir()
    log.chmod(0o777)
    site.sql(f"ALTER SYSTEM SET archive_command = 'cp %p {log}/%f'", "postgres")
    site.stop()
    site.postgres.settings["archive_mode"] = "on"
    site.start()
    dealer.draw(5)
    back = site.standby("back")
    site.sql("SELECT pg_create_restore_point('then')", "postgres")
    dealer.draw(20)
    guard.keep_up()
    dealer.draw(5)
    site.stop()
    data = back.postgres.data
    (data / "standby.signal").rename(data / "recovery.signal")
    wal = site.postgres.data / "pg_wal"
    with (data / "postgresql.auto.conf").open("a") as conf:
        conf.write(
            f"restore_command = 'cp {log}/%f %p || cp {wal}/%f %p'\nrecovery_target_name = 'then'\n"
            "recovery_target_action = 'promote'\nprimary_conninfo = ''\n"
        )
    back.start_following()
    back.turn()
    try:
        until_primary = partial(
            back.sql, "DO $$ BEGIN WHILE pg_is_in_recovery() LOOP PERFORM pg_sleep(0.02); END LOOP; END $$"
        )
        until_primary()
        assert dealer.is_refused()
        begin_anew(dealer)
    finally:
        back.stop()
