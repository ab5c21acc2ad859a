"""A long ladder: what a challenge that is won costs, a rank, and the page, near the top and far down.

BENCH_RUNGS (default 1,000,000) and BENCH_CHALLENGES (200 at each height).
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

from accounts import outbox
from accounts.models import User
from dicepool import pool, refill
from games import live, play, wake
from games.models import Match
from ladders import climbing, order, results
from ladders.formats import ladder as rules_of
from ladders.models import Ladder
from tests.benchmarks.bench_events import make_players

Report = Callable[[str, str, str], None]
RUNGS = int(os.environ.get("BENCH_RUNGS", "1000000"))
TIMES = int(os.environ.get("BENCH_CHALLENGES", "200"))
IN_A_BUCKET = 700
"""As it is after long use: between the half and the whole of what a bucket holds."""


def run(report: Report) -> None:
    """Print every figure of ladders."""
    refill.add_sets(max(1, 200_000 - pool.level()), "benchmark")
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_user, games_match, ladders_event, ladders_ladder CASCADE")
    with ExitStack() as quiet:
        for module, name in ((live, "publish"), (wake, "robots"), (wake, "results")):
            quiet.enter_context(mock.patch.object(module, name))  # Redis is not what is measured
        ladder = _long_ladder(make_players(RUNGS))
        _measure(report, ladder)
    assert order.miscounted(ladder.pk) == []


def _long_ladder(players: list[int]) -> Ladder:
    ladder = Ladder.objects.create(code="BO", size=len(players))
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO ladders_rung (ladder_id, player_id, key, joined_at, last_play, slid)"
            " SELECT %s, player, number * %s, now(), now(), 0"
            " FROM unnest(%s::bigint[]) WITH ORDINALITY AS all_of (player, number)",
            [ladder.pk, order.STEP, players],
        )
        cursor.execute(
            "INSERT INTO ladders_bucket (ladder_id, first, count)"
            " SELECT %s, CASE WHEN bucket = 0 THEN %s ELSE min(number) * %s END, count(*)"
            " FROM (SELECT number, (number - 1) / %s AS bucket FROM generate_series(1::bigint, %s) number) n"
            " GROUP BY bucket",
            [ladder.pk, order.LOWEST, order.STEP, IN_A_BUCKET, len(players)],
        )
        cursor.execute("VACUUM ANALYZE ladders_rung, ladders_bucket, accounts_user")
    return ladder


def _measure(report: Report, ladder: Ladder) -> None:
    choose, size, top = random.Random(1), ladder.size, 0.0
    heights = {
        "near the top": (2, min(200, size)),
        "in the middle": (size // 2 - size // 100, size // 2 + size // 100),
        "at the bottom": (size - size // 100, size),
    }
    for name, (low, high) in heights.items():
        report(f"a ladder of {size:,}, {name}", "p50, p99", "yardstick")
        made, moves, taken, counts = [], [], [], []
        while len(taken) < TIMES:
            rank = choose.randint(max(low, 2), high)
            found = _challenge(ladder, rank, made)
            if found is not None:
                seconds, count = _win(*found, moves)
                taken.append(seconds)
                counts.append(count)
        top = top or _p99(taken)
        beside = f"{_p99(taken) / top:.2f} x the p99 near the top, {min(counts)} to {max(counts)} queries"
        report("  a challenge won, the result taken", _said(taken), beside)
        report("  a challenge made", _said(made), "two matches begun")
        report("  the move that ends it", _said(moves), "the yardstick: a player's move")
        _look(report, ladder, [choose.randint(max(low, 2), high) for _ in range(TIMES)])


def _challenge(ladder: Ladder, rank: int, made: list[float]) -> tuple[tuple[int, int], User] | None:
    """Reaching as far as one may; None where these two may not meet now."""
    me, other = order.at(ladder.pk, rank), order.at(ladder.pk, rules_of.reach(rank))
    assert me is not None
    assert other is not None
    started = time.perf_counter()
    try:
        found = climbing.challenge(ladder.pk, me.player, other.player)
    except climbing.MayNot:
        return None
    made.append(time.perf_counter() - started)
    assert found.first
    assert found.second
    return (found.first, found.second), other.player


def _win(matches: tuple[int, int], loser: User, moves: list[float]) -> tuple[float, int]:
    """Seconds and queries in which the worker takes the result that decides the challenge."""
    for match_id in matches:
        match = Match.objects.get(pk=match_id)
        started = time.perf_counter()
        play.resign(match.pk, loser, match.version)
        moves.append(time.perf_counter() - started)
        with CaptureQueriesContext(connection) as seen:
            started = time.perf_counter()
            outbox.follow_up(results.KIND)
            seconds = time.perf_counter() - started
    return seconds, len(seen)


def _look(report: Report, ladder: Ladder, ranks: list[int]) -> None:
    players = [rung.player for rank in ranks if (rung := order.at(ladder.pk, rank)) is not None]
    counted, read, pages, taking = [], [], [], []
    client = Client(SERVER_NAME="localhost")
    for player in players:
        counted.append(_timed(lambda player=player: order.rank(ladder.pk, player.pk)))
        read.append(_timed(lambda player=player: User.objects.get(pk=player.pk)))
    report("  a player's rank", _said(counted), f"one account by its key: {_said(read)}")
    for player in players[: max(1, TIMES // 4)]:
        client.force_login(player)
        client.get("/ladders/bo/")
        with CaptureQueriesContext(connection) as seen:
            pages.append(_timed(lambda: client.get("/ladders/bo/")))
        taking.append(len(seen))
    beside = f"{max(taking)} queries; the page of events: {_said([_timed(lambda: client.get('/events/'))])}"
    report("  the ladder's page around the own rung", _said(pages), beside)


def _timed(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def _p99(times: list[float]) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * 0.99))]


def _said(times: list[float]) -> str:
    return f"{statistics.median(times) * 1000:.1f}, {_p99(times) * 1000:.1f} ms"
