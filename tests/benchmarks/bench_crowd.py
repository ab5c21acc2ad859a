"""Crowds: time that runs out everywhere at once, and a waiting room that fills at once, with two workers.

BENCH_DUE (default 10,000 time-outs) and BENCH_WAITING (10,000 players who ask for an opponent). The site is
filled with what they need and no more; the workers are real ones, as in production, with two processes.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import psutil
from django.core.management import call_command
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from psycopg.types.json import Jsonb

from accounts.models import User
from boatzee_site.celery import app
from boatzee_site.local.children import end, with_parent
from dicepool import pool, refill
from games.match import clocks
from games.models import Match, Seat, Wish
from games.seats import automatch
from tests.benchmarks.clients import clients

Report = Callable[[str, str, str], None]
DUE = int(os.environ.get("BENCH_DUE", "10000"))
WAITING = int(os.environ.get("BENCH_WAITING", "10000"))
RUNNING_EACH = 2
"""Matches that fill_site lays for an active player: each of the two counts half of it."""
PATIENCE = 120.0


def run(report: Report) -> None:
    """Fill, then end what is due, then begin what is waited for."""
    refill.add_sets(max(1, 2 * DUE + 10 * WAITING - pool.level()), "benchmark")
    call_command("fill_site", players=DUE + WAITING, active=DUE // RUNNING_EACH, verbosity=0)
    _reserve()
    bare = _bare_inserts()
    with _worker() as worker:
        _time_out(report, worker, bare)
        _match_up(report, worker, bare)


def _reserve() -> None:
    """The sets that every seat of a running match has reserved: they are thrown away when it ends."""
    seats = list(Seat.objects.filter(match__status="running").order_by("pk").values_list("pk", flat=True))
    for at in range(0, len(seats), 1000):
        some = seats[at : at + 1000]
        with transaction.atomic(), connection.cursor() as cursor:
            reserved = pool.reserve([pool.Wanted(os.urandom(32)) for _ in some], b"benchmark"[:8])
            given: list[Any] = [(Jsonb([one.dump()]), seat) for one, seat in zip(reserved, some, strict=True)]
            cursor.executemany("UPDATE games_seat SET reserved = %s, sets = 1 WHERE id = %s", given)


def _bare_inserts() -> float:
    """What two connections insert durably in a second, a row a transaction."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_yardstick (id bigserial PRIMARY KEY, at timestamptz NOT NULL)")
    try:
        with clients({}) as rate:
            return rate("insert", 2, 3)
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE bench_yardstick")


@contextmanager
def _worker() -> Iterator[psutil.Process]:
    """A worker of matches with two processes; what it says goes nowhere."""
    command = [sys.executable, "-m", "celery", "-A", "boatzee_site.celery", "worker", "-Q", "play", "-c", "2"]
    started = subprocess.Popen(
        [*command, "--loglevel", "error"],
        start_new_session=True,
        stdout=subprocess.DEVNULL,
        preexec_fn=with_parent(signal.SIGTERM),  # noqa: PLW1509  (no other thread forks)
    )
    try:
        app.control.inspect(timeout=30, limit=1).ping()
        yield psutil.Process(started.pid)
    finally:
        end(started, signal.SIGTERM, 60)


def _spent(worker: psutil.Process) -> float:
    """Seconds of the processor that the worker's processes have had."""
    times = [one.cpu_times() for one in (worker, *worker.children(recursive=True))]
    return sum(one.user + one.system for one in times)


def _until_none(left: QuerySet[Match] | QuerySet[Wish], task: str, every: timedelta) -> None:
    """Wait until nothing is left, and send the task as beat does meanwhile."""
    limit = time.monotonic() + PATIENCE
    again = time.monotonic() + every.total_seconds()
    while left.exists():
        now = time.monotonic()
        assert now < limit, f"{left.count()} are left"
        if now >= again:
            app.send_task(task)
            again += every.total_seconds()
        time.sleep(0.1)


def _time_out(report: Report, worker: psutil.Process, bare: float) -> None:
    """Casual matches for two whose time ran out sixty days ago: each is lost by the clock."""
    chosen = list(Match.objects.filter(status="running").order_by("-pk").values_list("pk", flat=True)[:DUE])
    past = timezone.now() - timedelta(days=61)
    Seat.objects.filter(match__in=chosen, to_move=True).update(deadline=past)
    Match.objects.filter(pk__in=chosen).update(deadline=past, due=timezone.now())
    before, started = _spent(worker), time.perf_counter()
    app.send_task("games.tasks.keep_time")
    late = Match.objects.filter(pk__in=chosen, status="running")
    _until_none(late, "games.tasks.keep_time", clocks.EVERY)
    took, spent = time.perf_counter() - started, _spent(worker) - before
    report(
        f"{len(chosen):,} time-outs due at once, ended by two workers",
        f"{took:.1f} s",
        f"{1000 * spent / len(chosen):.2f} ms of theirs each;"
        f" {len(chosen) / bare:.1f} s so many bare inserts",
    )


def _match_up(report: Report, worker: psutil.Process, bare: float) -> None:
    """Everybody asks at once, in one game; a pass pairs them, and workers begin their matches."""
    free = User.objects.filter(robot="", seats=None).order_by("-pk").values_list("pk", flat=True)[:WAITING]
    Wish.objects.bulk_create(Wish(player_id=player, codes=["BZ"], clock="main", wanted=1) for player in free)
    begun = Match.objects.filter(status="running").count()
    before, started = _spent(worker), time.perf_counter()
    automatch.run()
    paired = time.perf_counter() - started
    report(f"auto-match of {WAITING:,} who wait: all are paired, in jobs", f"{paired:.1f} s", "")
    _until_none(Wish.objects.all(), "games.tasks.match_up", automatch.EVERY)
    took, spent = time.perf_counter() - started, _spent(worker) - before
    begun = Match.objects.filter(status="running").count() - begun
    report(
        "their matches have begun, by two workers",
        f"{took:.1f} s",
        f"{begun:,} matches, {1000 * spent / max(1, begun):.2f} ms of the workers each;"
        f" {begun / bare:.1f} s so many bare inserts",
    )
