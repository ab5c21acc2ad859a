"""Old copies of the database, real ones: whatever was restored or promoted, no serial ever has two dice."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import psutil
import psycopg
import pytest
from django.conf import LazySettings
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from pytest_django.plugin import DjangoDbBlocker

from boatzee_site.local import socket_dir, var_dir
from boatzee_site.services import SUPERUSER, Postgres, ServiceFailed
from dicepool import archive, guard, pool, refill, stock, tree
from dicepool.models import Batch, Epoch, Head, Leaf
from static import verify_roll
from tests.faults.turned import forget, own_redis, turn, turned

pytestmark = [pytest.mark.faults, pytest.mark.xdist_group("restored")]  # one cluster is the mould of all

REDIS = 11
BATCH, AHEAD = 10_000, 500
OPTIONS = {"fsync": "off", "full_page_writes": "off", "max_connections": "30", "shared_buffers": "16MB"}
NOBODY_LISTENS = "redis://127.0.0.1:1/0"


class Dealer:
    """Draws and has the log signed, and never sees a serial twice, nor two heads of one size."""

    def __init__(self) -> None:
        self.dealt: dict[int, tuple[int, ...]] = {}
        self.signed: dict[tuple[int, int], bytes] = {}

    def sign(self) -> Head:
        head = tree.sign_head()
        assert head
        root = self.signed.setdefault((head.tree, head.size), bytes(head.root))
        assert root == bytes(head.root), "two heads of one size were signed"
        return head

    def draw(self, times: int = 1) -> list[int]:
        serials = []
        for _ in range(times):
            with transaction.atomic():
                [drawn] = pool.draw(1)
            assert drawn.serial not in self.dealt, "a serial was dealt twice"
            assert drawn.serial > max(self.dealt, default=0)
            self.dealt[drawn.serial] = drawn.dice
            serials.append(drawn.serial)
        return serials

    def is_refused(self) -> bool:
        """Whether nothing is dealt, rolled or moved, though somebody tries again and again."""
        before = stock.taken(), Batch.objects.count()
        for _ in range(3):
            with pytest.raises(pool.PoolStopped, match="The dice stand still"), transaction.atomic():
                pool.draw(1)
            with pytest.raises(guard.Behind):
                refill.add_sets(10, "test")
            with pytest.raises(guard.Behind):
                guard.keep_up()
            with pytest.raises(guard.Behind), transaction.atomic():
                tree.append("an entry")
            with contextlib.suppress(guard.Behind):
                self.sign()
        return (stock.taken(), Batch.objects.count()) == before


class Cluster:
    """A Postgres of the test's own, to which Django is turned while it runs."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.postgres = Postgres(home, OPTIONS)

    def start(self) -> None:
        self.postgres.start()
        self.turn()

    def turn(self) -> None:
        """Django speaks to this one from here on."""
        turn(self.home)

    def start_following(self) -> None:
        with contextlib.suppress(ServiceFailed):  # nothing can be written there, not even the site's role
            self.postgres.start()

    def stop(self) -> None:
        connection.close()
        self.postgres.stop()

    def kill(self) -> None:
        """SIGKILL to the server and all of its children at once."""
        assert self.postgres.process
        parent = psutil.Process(self.postgres.process.pid)
        parent.suspend()
        for process in [*parent.children(recursive=True), parent]:
            process.kill()
        self.postgres.process.wait()
        connection.close()

    def run(self, program: str, *words: str) -> None:
        """One of Postgres's own programs, as its superuser."""
        place = ["-h", str(socket_dir(self.home)), "-U", SUPERUSER]
        subprocess.run([str(self.postgres.bin / program), *place, *words], check=True, capture_output=True)

    def sql(self, text: str, database: str = "boatzee") -> None:
        with psycopg.connect(
            f"host={socket_dir(self.home)} user={SUPERUSER} dbname={database}", autocommit=True
        ) as line:
            line.execute(text)

    def standby(self, name: str) -> Cluster:
        """One that follows this one from now on, once it is started."""
        made = Cluster(self.home.with_name(name))
        made.home.mkdir()
        self.run(
            "pg_basebackup", "-D", str(made.postgres.data), "-R", "-c", "fast", "--no-sync", "-X", "stream"
        )
        _own_as(self.postgres.data, made.postgres.data)
        return made

    def follow(self, other: Cluster) -> None:
        """Until the other has all that this one wrote."""
        self.sql(
            "DO $$ BEGIN FOR i IN 1..500 LOOP EXIT WHEN (SELECT bool_or(replay_lsn >= pg_current_wal_lsn())"
            " FROM pg_stat_replication); PERFORM pg_sleep(0.02); PERFORM pg_stat_clear_snapshot();"
            " END LOOP; END $$"
        )

    def promote(self) -> None:
        self.sql("SELECT pg_promote()", "postgres")
        self.turn()


def _own_as(like: Path, data: Path) -> None:
    """Root makes the copy, and an ordinary user runs it."""
    owner = like.stat()
    for place in [data, *data.rglob("*")]:
        os.chown(place, owner.st_uid, owner.st_gid)


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    made = var_dir() / f"restored-{os.getpid()}"
    made.mkdir(parents=True)
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture
def _django(
    settings: LazySettings, tmp_path: Path, home: Path, django_db_blocker: DjangoDbBlocker
) -> Iterator[None]:
    """Django as it was, afterwards."""
    settings.DICE_BATCH, settings.DICE_AHEAD, settings.DICE_HIGH_WATER = BATCH, AHEAD, 2 * BATCH
    with django_db_blocker.unblock(), turned(tmp_path / "memory", REDIS):
        yield


@pytest.fixture
def site(_django: None, home: Path) -> Iterator[Cluster]:
    """A site that has dealt, on a copy of a cluster that was made once."""
    mould = home / "mould"
    if not mould.exists():
        first = Cluster(mould)
        first.start()
        call_command("migrate", "dicepool", verbosity=0)
        first.stop()
    for old in home.iterdir():
        if old != mould and not old.name.startswith("postgres-"):
            shutil.rmtree(old)
    here = home / "site"
    subprocess.run(["cp", "-a", str(mould), str(here)], check=True)
    cluster = Cluster(here)
    cluster.start()
    forget()
    refill.add_sets(BATCH, "test")
    yield cluster
    cluster.stop()


@pytest.fixture
def dealer(site: Cluster) -> Dealer:
    """Has drawn."""
    made = Dealer()
    made.draw(10)
    made.sign()
    return made


WHERE = ["both", "the file", "Redis"]


def lose(where: str, settings: LazySettings) -> None:
    """Leave what is remembered in these places alone."""
    if where == "the file":
        settings.REDIS_URL = NOBODY_LISTENS
    if where == "Redis":
        forget(shared=False)


def begin_anew(dealer: Dealer, after: int | None = None) -> Epoch:
    """What the operator does, and dealing goes on beyond everything."""
    call_command("new_epoch", yes=True, after=after, verbosity=0)
    [serial, *_] = dealer.draw(20)
    epoch = Epoch.objects.latest("pk")
    assert serial > epoch.after
    before = max(dealer.signed)
    head = dealer.sign()
    assert head.tree > before[0]
    first = Leaf.objects.get(tree=head.tree, index=0).entry
    if epoch.known:
        lost = f"after {tree.origin(before[0])} {before[1]} {dealer.signed[before].hex()} restored"
        assert first == lost
    assert first.endswith("restored" if epoch.known else "forgotten")
    listed = json.loads(json.dumps(archive.commitments()))
    assert listed["format"] == "boatzee-batches-2"
    proofs = json.loads(json.dumps(archive.proofs([serial])))
    files = [(name, json.dumps(file), False) for name, file in (("list", listed), ("proofs", proofs))]
    assert any("began anew" in line for _, line in verify_roll.check(files))
    return epoch


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


class TestAStandby:
    @pytest.mark.parametrize("where", WHERE)
    def test_one_that_has_everything_goes_on_by_itself(
        self, site: Cluster, dealer: Dealer, settings: LazySettings, where: str
    ) -> None:
        standby = site.standby("standby")
        standby.start_following()
        try:
            refill.add_sets(BATCH, "test")
            dealer.draw(10)
            guard.keep_up()
            dealer.draw(5)
            site.follow(standby)
            lose(where, settings)
            site.kill()
            standby.promote()
            dealer.draw(10)
            guard.keep_up()
            assert not Epoch.objects.exists()
        finally:
            standby.stop()

    @pytest.mark.parametrize("missed", ["a batch", "draws", "an entry"])
    def test_one_that_lagged_deals_nothing_until_a_new_epoch(
        self, site: Cluster, dealer: Dealer, missed: str
    ) -> None:
        standby = site.standby("standby")
        if missed == "a batch":
            refill.add_sets(BATCH, "test")
        elif missed == "draws":
            dealer.draw(50)
            guard.keep_up()
        else:
            with transaction.atomic():
                tree.append("an entry")
            dealer.sign()
        site.kill()
        standby.start_following()
        try:
            standby.promote()
            assert dealer.is_refused()
            begin_anew(dealer)
            # The old server comes back and believes that it is the primary still.
            standby.turn()
            connection.close()
            site.start()
            assert dealer.is_refused()
            standby.turn()
            dealer.draw(5)
        finally:
            standby.stop()

    def test_a_server_that_was_cut_off_never_raises_its_mark_again(
        self, site: Cluster, dealer: Dealer
    ) -> None:
        standby = site.standby("standby")
        standby.start_following()
        try:
            dealer.draw(3)
            site.follow(standby)
            standby.promote()
            beyond = dealer.draw(3)
            site.turn()
            old = Dealer()
            for _ in range(3):
                with transaction.atomic():
                    old.draw()
            assert set(old.dealt).isdisjoint(dealer.dealt)
            assert max(old.dealt) < min(beyond)
            with pytest.raises(guard.Behind, match="Another database deals"):
                guard.admit(AHEAD + 2 * BATCH)
        finally:
            standby.stop()


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


def test_a_server_that_is_killed_goes_on_beyond_its_mark(site: Cluster, dealer: Dealer) -> None:
    for _ in range(2):
        site.kill()
        site.start()
        refill.add_sets(10, "test")
        dealer.draw(10)
        guard.keep_up()
    assert not Epoch.objects.exists()


def test_what_is_remembered_is_written_again_while_the_server_runs(site: Cluster, dealer: Dealer) -> None:
    forget()
    dealer.draw(2)
    guard.keep_up()
    site.kill()
    site.start()
    dealer.draw(2)


def test_a_memory_that_cannot_be_written_stops_the_dice_at_the_mark(
    site: Cluster, dealer: Dealer, settings: LazySettings, tmp_path: Path
) -> None:
    settings.REDIS_URL = NOBODY_LISTENS
    settings.DICE_MEMORY = tmp_path / "dump"
    settings.DICE_MEMORY.write_text("a file where a folder should be")
    dealer.draw(50)
    with pytest.raises(pool.PoolStopped), transaction.atomic():
        pool.draw(2 * AHEAD)
    settings.REDIS_URL = own_redis(REDIS)
    with transaction.atomic():
        assert len(pool.draw(2 * AHEAD)) == 2 * AHEAD
