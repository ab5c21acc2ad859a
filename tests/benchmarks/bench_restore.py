"""Backups and the restore drill, of a site of its own: BENCH_RESTORED matches (default 2,000) that were
played to the end and a million sets, beside a plain pg_basebackup of the same.
"""

from __future__ import annotations

import os
import random
import shutil
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from django.core.management import call_command
from django.db import connection
from django.test import override_settings

from boatzee_site.backups import from_settings
from boatzee_site.backups.drill import drill
from boatzee_site.backups.store import BASE
from boatzee_site.local import var_dir
from dicepool import guard, refill
from games.models import Match
from tests.benchmarks.bench_kept import KEYS, copy_rows
from tests.faults.backed_up import Played, begin_site, settings_of
from tests.faults.turned import forget, turned
from tests.games.tables import legal, make, to_move

Report = Callable[[str, str, str], None]
MATCHES = int(os.environ.get("BENCH_RESTORED", "2000"))
SETS = 1_000_000
REDIS = 14
MB = 1e6


def run(report: Report) -> None:
    """Print what a backup takes, and what a drill of it does."""
    home = var_dir() / "bench-restored"
    shutil.rmtree(home, ignore_errors=True)
    home.mkdir(parents=True)
    home.chmod(0o755)
    with ExitStack() as kept:
        kept.callback(shutil.rmtree, home)
        kept.enter_context(turned(home / "memory", REDIS))
        kept.callback(forget)
        kept.enter_context(override_settings(**settings_of(home)))
        site = begin_site(home)
        kept.callback(site.cluster.stop)
        _grow(site)
        _take(report, site, home)
        _restore(report)


def _grow(site: Played) -> None:
    """A match is played to its end, and copied."""
    chance = random.Random(1)
    while not Match.objects.get(pk=site.match.pk).over:
        player = to_move(site.match)
        make(site.match, player, chance.choice(legal(site.match, player)))
    for table in KEYS:
        copy_rows(table, MATCHES - 1)
    refill.add_sets(SETS, "benchmark")


def _take(report: Report, site: Played, home: Path) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        size = int(cursor.fetchone()[0])
    plain = _seconds(lambda: site.cluster.run("pg_basebackup", "-D", str(home / "plain"), "-c", "fast"))
    whole = _seconds(lambda: call_command("back_up", whole=True, verbosity=0))
    report(
        f"a whole backup of {MATCHES:,} matches and {SETS:,} sets, {size / MB:,.0f} MB",
        f"{whole:.1f} s, {_kept() / MB:,.0f} MB",
        f"{plain:.1f} s a plain pg_basebackup",
    )
    refill.add_sets(SETS // 10, "benchmark")
    site.close_segment()
    more = _seconds(lambda: call_command("back_up", verbosity=0))
    report("one that builds upon it, a tenth as many sets later", f"{more:.1f} s, {_kept() / MB:,.0f} MB", "")
    refill.add_sets(SETS // 10, "benchmark")
    guard.keep_up()
    site.close_segment()
    call_command("back_up", log=True, verbosity=0)


def _restore(report: Report) -> None:
    found = drill(from_settings.store(), None)
    assert not found.faults, found.faults
    took = ", ".join(f"{what} {seconds:.1f} s" for what, seconds in found.seconds.items())
    report(
        "the drill: both put together, the log since then, and all of it looked at",
        f"{sum(found.seconds.values()):.1f} s",
        f"{took}; {found.found['matches']:,} matches replayed, {found.segments:,} segments",
    )


def _kept() -> int:
    """Bytes of the newest."""
    store = from_settings.store()
    return int((store.folder / store.names()[-1] / BASE).stat().st_size)


def _seconds(act: Callable[[], object]) -> float:
    began = time.monotonic()
    act()
    return time.monotonic() - began
