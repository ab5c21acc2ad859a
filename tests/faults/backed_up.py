"""A site on a Postgres of its own that is backed up while somebody plays there."""

from __future__ import annotations

import io
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from django.conf import settings
from django.core.management import call_command
from django.db import connection

from accounts.models import User
from boatzee_site.backups import from_settings
from boatzee_site.backups.store import ABOUT, Refused, Store
from boatzee_site.local import ROOT, socket_dir
from boatzee_site.local.services import SUPERUSER
from dicepool import guard, refill
from games.models import Match, Move
from tests import migrated
from tests.faults.clusters import BATCH, OPTIONS, Cluster, Dealer
from tests.games.tables import begin, legal, make, to_move

KEYS = "1:" + "QUJD" * 10 + "QUI="
OTHER_KEYS = "1:" + "REVG" * 10 + "REU="


def address(home: Path) -> str:
    """Where its server takes backups."""
    return f"postgresql://boatzee_backup@/postgres?host={socket_dir(home)}"


def settings_of(home: Path) -> dict[str, Any]:
    """Where a site in this folder keeps its backups, and the log of its dice."""
    return {
        "BACKUP_DIR": home / "backups",
        "BACKUP_KEYS": KEYS,
        "BACKUP_DATABASE_URL": address(home / "site"),
        "BACKUP_WAL": str(home / "spool"),
        "BACKUP_SCRATCH": home / "drill",
        "DICE_LOG": home / "log",
    }


@dataclass
class Played:
    """The site, and how many moves there were at some moments."""

    cluster: Cluster
    spool: Path
    match: Match
    moments: dict[str, tuple[datetime, int]] = field(default_factory=dict)

    def play(self, moves: int) -> None:
        chance = random.Random(moves)
        for _ in range(moves):
            player = to_move(self.match)
            make(self.match, player, chance.choice(legal(self.match, player)))

    def note(self, name: str) -> None:
        """Remember this moment. Nothing happens within some milliseconds of it."""
        time.sleep(0.05)
        with connection.cursor() as cursor:
            cursor.execute("SELECT clock_timestamp()")
            self.moments[name] = cursor.fetchone()[0], Move.objects.count()
        time.sleep(0.05)

    def close_segment(self) -> None:
        """Until the server has laid its log aside."""
        self.cluster.sql("SELECT pg_switch_wal()", "postgres")
        self.cluster.sql(
            "DO $$ BEGIN FOR i IN 1..500 LOOP EXIT WHEN (SELECT last_archived_wal >= pg_walfile_name("
            "pg_current_wal_lsn() - 1) FROM pg_stat_archiver); PERFORM pg_sleep(0.02);"
            " PERFORM pg_stat_clear_snapshot(); END LOOP; END $$",
            "postgres",
        )

    def environment(self) -> dict[str, str]:
        """Of a process that is this site's, too."""
        names = (
            *("SECRET_KEY", "DICE_KEYS", "DICE_LOG_KEY", "REDIS_URL", "DICE_LOG", "DICE_MEMORY"),
            *("BACKUP_DIR", "BACKUP_KEYS", "BACKUP_DATABASE_URL", "BACKUP_WAL", "BACKUP_SCRATCH"),
        )
        host = quote(str(socket_dir(self.cluster.home)), safe="")
        given = {name: str(getattr(settings, name)) for name in names}
        url = f"postgres://boatzee@{host}/boatzee"
        return {**os.environ, **given, "DATABASE_URL": url, "ALLOWED_HOSTS": "localhost"}

    def start(self, *words: str, before: Callable[[], None] | None = None) -> subprocess.Popen[str]:
        """A command of manage.py in a process of its own."""
        return subprocess.Popen(
            [sys.executable, str(ROOT / "manage.py"), *words],
            env=self.environment(),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            preexec_fn=before,  # noqa: PLW1509
        )


def begin_site(home: Path) -> Played:
    """It has two players, one match that has begun, and dice."""
    spool = home / "spool"
    spool.mkdir(parents=True)
    spool.chmod(0o777)
    cluster = Cluster(home / "site")
    lay = f"test ! -e {spool}/%f && cp %p {spool}/.%f && chmod 644 {spool}/.%f && mv {spool}/.%f {spool}/%f"
    log = {"archive_mode": "on", "archive_command": lay, "summarize_wal": "on", "wal_keep_size": "128MB"}
    cluster.postgres.settings = {**OPTIONS, **log}
    cluster.start()
    migrated.migrate()
    refill.add_sets(BATCH, "test")
    two = [User.objects.create_user(name, f"{name}@example.org") for name in ("alice", "bob")]
    return Played(cluster, spool, begin("BZ", *two))


def taken(site: Played) -> Store:
    """A whole backup, two that build upon it, and the log, with moves in between."""
    site.note("before")
    site.play(10)
    call_command("back_up", whole=True, verbosity=0)
    site.play(10)
    site.note("between")
    site.play(10)
    site.close_segment()
    call_command("back_up", verbosity=0)
    call_command("back_up", verbosity=0)
    site.play(10)
    site.note("late")
    site.play(10)
    site.close_segment()
    Dealer().draw(60)  # more than the 32 that a cursor is ahead of itself in the log
    guard.keep_up()
    site.close_segment()
    call_command("back_up", log=True, verbosity=0)
    return from_settings.store()


__all__ = ["KEYS", "OTHER_KEYS", "SUPERUSER", "Played", "address", "begin_site", "settings_of", "taken"]


def drill(**how: object) -> str:
    """What a restore drill says."""
    out = io.StringIO()
    call_command("restore_drill", stdout=out, **how)
    return out.getvalue()


def flip(place: Path) -> None:
    """One bit, in the middle."""
    found = bytearray(place.read_bytes())
    found[len(found) // 2] ^= 1
    place.write_bytes(found)


def unreadable(kept: Store, year: str) -> None:
    """Lay a backup there, of the first day of a year, that nobody can read."""
    place = kept.folder / f"{year}0101T000000Z-whole"
    place.mkdir()
    (place / ABOUT).write_bytes(b"spoilt")


def is_locked(kept: Store) -> bool:
    """Whether somebody takes a backup."""
    try:
        with kept.alone("backup"):
            return False
    except Refused:
        return True
