"""Organised play at size: one result settled in a wide league, and a great Swiss round.

BENCH_DIVISIONS (1,000) and BENCH_SWISS (2,000).
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections.abc import Callable
from contextlib import ExitStack
from unittest import mock

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from dicepool import pool, refill
from games import live, play, wake
from games.models import Match
from ladders import running
from ladders.formats import base, swiss
from ladders.models import Entry, Event

Report = Callable[[str, str, str], None]
DIVISIONS = int(os.environ.get("BENCH_DIVISIONS", "1000"))
SWISS = int(os.environ.get("BENCH_SWISS", "2000"))
TIMES = 40


def run(report: Report) -> None:
    """Print every figure of events."""
    refill.add_sets(max(1, 200_000 - pool.level()), "benchmark")
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_user, games_match, ladders_event, ladders_ladder CASCADE")
    with ExitStack() as quiet:
        for module, name in ((live, "publish"), (wake, "robots")):
            quiet.enter_context(mock.patch.object(module, name))  # Redis is not what is measured
        _league(report, make_players(4 * DIVISIONS))
    _swiss(report)


def make_players(count: int) -> list[int]:
    """So many accounts, as fast as the database makes them. Returns their keys."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO accounts_user (username, email, password, is_superuser, is_staff, is_active,"
            " date_joined, time_zone, robot, days_off, spend_holiday, hide_rating, last_seen)"
            " SELECT 'rung' || n, 'rung' || n || '@example.org', '', false, false, true, now(), 'UTC', '',"
            " '{}', true, false, now() FROM generate_series(1, %s) n RETURNING id",
            [count],
        )
        return [row[0] for row in cursor.fetchall()]


def _resign(match_id: int, loser: User) -> tuple[float, int]:
    """Seconds and queries of the move that ends a match and settles its result."""
    match = Match.objects.get(pk=match_id)
    with CaptureQueriesContext(connection) as seen:
        started = time.perf_counter()
        play.resign(match.pk, loser, match.version)
        return time.perf_counter() - started, len(seen)


def _report(report: Report, name: str, times: list[float], counts: list[int]) -> None:
    slow = sorted(times)[int(len(times) * 0.99)] if len(times) > 1 else times[0]
    said = f"p99 {slow * 1000:.0f} ms, {min(counts)} to {max(counts)} queries, the move included"
    report(name, f"p50 {statistics.median(times) * 1000:.0f} ms", said)


def _league(report: Report, players: list[int]) -> None:
    """A league of many small divisions; a match of it is resigned by all but one."""
    event = Event.objects.create(name="Wide", format="league", code="BO", pace="turns", division=4, matches=3)
    running.open_entries(event.pk)
    Entry.objects.bulk_create((Entry(event=event, player_id=player) for player in players), batch_size=5000)
    started = time.perf_counter()
    running.start(event.pk)
    took = time.perf_counter() - started
    report(f"beginning a league of {DIVISIONS:,} divisions", f"{took:.0f} s", f"{len(players):,} players")
    times, counts = [], []
    for match in Match.objects.filter(event=event.pk).order_by("pk")[:TIMES]:
        seats = list(match.seats.select_related("player").order_by("index"))
        for seat in seats[:-1]:
            assert seat.player
            match.refresh_from_db()
            seconds, queries = _resign(match.pk, seat.player)
        times.append(seconds)
        counts.append(queries)
    _report(report, "a result in one of them, the next match begun", times, counts)


def _swiss(report: Report) -> None:
    """The pairing of one round among many, after two that were played."""
    entrants = tuple(base.Entrant(number, number) for number in range(1, SWISS + 1))
    choose = random.Random(1)
    event, took = base.Event(entrants), 0.0
    for _ in range(3):
        started = time.perf_counter()
        new = swiss.next_fixtures(event)
        took = time.perf_counter() - started
        results = {
            fixture.key: base.Result(places, (20, 10), timezone.now())
            for fixture in new
            if not fixture.bye
            for places in [choose.choice([(1, 2), (2, 1), (1, 1)])]
        }
        event = base.Event(entrants, fixtures=(*event.fixtures, *new), results={**event.results, **results})
    report(f"pairing the third Swiss round of {SWISS:,}", f"{took:.1f} s", "without the database")
