"""Organised play at size: one result settled on a long ladder and in a wide league, and a great Swiss round.

BENCH_RUNGS (default 100,000), BENCH_DIVISIONS (1,000) and BENCH_SWISS (2,000).
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
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from dicepool import pool, refill
from games import live, play, wake
from games.models import Match
from ladders import climbing, running
from ladders.formats import base, swiss
from ladders.models import Entry, Event, Ladder, Rung

Report = Callable[[str, str, str], None]
RUNGS = int(os.environ.get("BENCH_RUNGS", "100000"))
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
        players = _players(max(RUNGS, 4 * DIVISIONS))
        _ladder(report, players[:RUNGS])
        _league(report, players[: 4 * DIVISIONS])
    _swiss(report)


def _players(count: int) -> list[int]:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO accounts_user (username, email, password, is_superuser, is_staff, is_active,"
            " date_joined, time_zone, robot, days_off, spend_holiday, hide_rating, last_seen)"
            " SELECT 'rung' || n, 'rung' || n || '@example.org', '', false, false, true, now(), 'UTC', '',"
            " '{}', true, false, now() FROM generate_series(1, %s) n RETURNING id",
            [count],
        )
        return [row[0] for row in cursor.fetchall()]


def _ladder(report: Report, players: list[int]) -> None:
    """Challenges that reach as far as they may, near the top and all the way down."""
    ladder = Ladder.objects.create(code="BO", size=len(players))
    now = timezone.now()
    Rung.objects.bulk_create(
        (
            Rung(ladder=ladder, player_id=player, rung=rung, last_play=now)
            for rung, player in enumerate(players, 1)
        ),
        batch_size=5000,
    )
    choose = random.Random(1)
    for name, low, high in (("near the top", 2, 200), ("anywhere", 2, len(players))):
        times, counts = [], []
        for _ in range(TIMES):
            challenger = ladder.rungs.get(rung=choose.randint(low, high)).player
            rung = ladder.rungs.get(player=challenger).rung
            defender = ladder.rungs.get(rung=max(1, rung - max(10, rung // 4))).player
            try:
                found = climbing.challenge(ladder.pk, challenger, defender)
            except climbing.MayNot:
                continue
            for match_id in (found.first, found.second):
                seconds, queries = _resign(match_id or 0, defender)
            times.append(seconds)
            counts.append(queries)
        _report(report, f"a result on a ladder of {len(players):,}, {name}", times, counts)
    client = Client(SERVER_NAME="localhost")
    client.force_login(ladder.rungs.get(rung=len(players) // 2).player)
    client.get("/ladders/bo/")
    with CaptureQueriesContext(connection) as seen:
        started = time.perf_counter()
        assert client.get("/ladders/bo/").status_code == 200
        took = time.perf_counter() - started
    report(
        "the ladder's page around my rung",
        f"{took * 1000:.0f} ms",
        f"{len(seen)} queries, the page's head included",
    )


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
