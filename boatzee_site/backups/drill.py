"""A restore that is tried out: what comes back is counted, replayed, compared, and told in figures."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
from django.conf import settings

from boatzee_site import local
from boatzee_site.backups import restoring, store
from boatzee_site.backups.sealing import Spoilt
from boatzee_site.backups.store import Backup, Refused, Store

HANDED_ON = (
    *("SECRET_KEY", "DICE_KEYS", "DICE_KEEPER", "DICE_LOG_KEY", "DICE_LOG", "DICE_MEMORY", "DICE_ORIGIN"),
    *("DICE_BATCH", "REDIS_URL", "SITE_URL"),
)
"""Settings with which the restored database is looked at: those of this site, however it came by them."""


@dataclass
class Report:
    """What a drill found. `faults` are sentences; with any of them the backup is not to be relied on."""

    backup: Backup
    segments: int = 0
    reached: datetime | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    found: dict[str, Any] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def lines(self) -> list[str]:
        """It in figures, a line each."""
        took = ", ".join(f"{what} {seconds:.1f} s" for what, seconds in self.seconds.items())
        tables = self.found["tables"]
        dice, mark = self.found["dice"], self.found["mark"]
        return [
            f"Backup:    {self.backup.name}, of {self.backup.ended_at:%Y-%m-%d %H:%M:%S %Z}",
            f"Log:       {self.segments:,} segments carried it on, up to "
            + (f"{self.reached:%Y-%m-%d %H:%M:%S %Z}" if self.reached else "nothing later"),
            f"Took:      {took}",
            f"Matches:   {self.found['matches']:,} replayed, {len(self.found['wrong']):,} differ",
            f"Dice:      {dice['batches']:,} batches, {len(dice['faults']):,} faults",
            f"Mark:      {mark['sentence']}",
            f"Rows:      {sum(tables.values()):,} in {len(tables):,} tables: "
            + ", ".join(f"{name} {rows:,}" for name, rows in sorted(tables.items()) if rows),
        ]


def drill(kept: Store, to: datetime | None, keep: Path | None = None) -> Report:
    """Restore the newest, or to a moment, into a scratch server, and look at all of it.

    `keep` is a folder that does not exist yet: what was restored stays there, shut down cleanly, also where
    it cannot be looked at. Raises Refused and Spoilt where there is nothing to be looked at.
    """
    if keep is not None and keep.exists():
        raise Refused(f"{keep} is there already.")
    with restoring.fresh(settings.BACKUP_SCRATCH) as home:
        began = time.monotonic()
        laid = restoring.lay(kept, home, to)
        report = Report(laid.backup, len(laid.segments))
        report.seconds["unpacked in"] = time.monotonic() - began
        server = restoring.Scratch(home)
        try:
            began = time.monotonic()
            server.start(to)
            report.seconds["carried on in"] = time.monotonic() - began
            began = time.monotonic()
            _look(server, laid, report, to)
            report.seconds["looked at in"] = time.monotonic() - began
        finally:
            server.stop()
            if keep is not None and "carried on in" in report.seconds:
                restoring.hand_on_histories(home / "data")
                shutil.move(home / "data", keep)
    return report


def _look(server: restoring.Scratch, laid: restoring.Laid, report: Report, to: datetime | None) -> None:
    size = laid.backup.segment_bytes
    place = {"host": str(server.sockets), "dbname": _database("NAME"), "user": _database("USER")}
    with psycopg.connect(**place) as line:  # type: ignore[arg-type]
        asked = "SELECT pg_current_wal_lsn()::text, pg_last_xact_replay_timestamp()"
        [(lsn, moment)] = line.execute(asked).fetchall()
    report.reached = moment.astimezone(UTC) if moment else None
    reached = store.at(lsn) // size
    if to is None and laid.segments and reached < laid.segments[-1]:
        report.faults.append(
            f"The log was followed to segment {reached} only, and goes on to {laid.segments[-1]}."
        )
    report.found = _ask(server)
    report.faults += [
        *report.found["wrong"],
        *report.found["dice"]["faults"],
        *report.found["mark"]["faults"],
    ]
    tables = report.found["tables"]
    report.faults += [
        f"{name} has {tables.get(name, 0):,} rows, and had {rows:,} when the backup was taken."
        for name, rows in laid.backup.books.items()
        if tables.get(name, 0) < rows
    ]


def _ask(server: restoring.Scratch) -> dict[str, Any]:
    """What `manage.py check_restored` says of it, in a process whose database it is."""
    address = f"postgres://{_database('USER')}@{quote(str(server.sockets), safe='')}/{_database('NAME')}"
    given = {name: str(getattr(settings, name)) for name in HANDED_ON}
    environment = {
        **os.environ,
        **given,
        "DATABASE_URL": address,
        "ALLOWED_HOSTS": ",".join(settings.ALLOWED_HOSTS),
        "DICE_WITNESSES": ",".join(settings.DICE_WITNESSES),
        "ADMINS": "",  # nobody is written to out of a drill
        "EMAIL_URL": "dummymail://",
    }
    done = subprocess.run(
        [sys.executable, str(local.ROOT / "manage.py"), "check_restored"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise Spoilt(f"What was restored cannot be read:\n{done.stderr.strip()[-1500:]}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _database(what: str) -> str:
    return str(settings.DATABASES["default"][what])
