"""A Postgres of the test's own, old copies of it, and somebody who draws from whichever there is."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
from pathlib import Path

import psutil
import psycopg
import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.db import connection, transaction

from boatzee_site.local import socket_dir
from boatzee_site.local.services import SUPERUSER, Postgres, ServiceFailed
from dicepool import archive, guard, pool, refill, stock, tree
from dicepool.models import Batch, Epoch, Head, Leaf
from static import verify_roll
from tests.faults.turned import forget, turn

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
