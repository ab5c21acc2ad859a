"""A long ladder: what a challenge that is won costs, a rank, and the page, near the top and far down.

BENCH_RUNGS (default 1,000,000) and BENCH_CHALLENGES (200 at each height).
"""

from __future__ import annotations

import os
import random
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from unittest import mock

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts import outbox
from accounts.live import channels
from accounts.models import User
from dicepool import pool, refill
from games.match import play, wake
from games.models import Match
from ladders.events import results
from ladders.ladder import climbing, order
from ladders.ladder import rules as rules_of
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
        for module, name in ((channels, "publish"), (wake, "robots"), (wake, "results")):
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


@dataclass
class Height:
    """A part of the ladder, and what was measured there, in seconds."""

    name: str
    low: int
    high: int
    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    queries: dict[str, int] = field(default_factory=dict)

    def choose(self, chance: random.Random) -> int:
        """The number of one of its rungs."""
        return chance.randint(self.low, self.high)


def _measure(report: Report, ladder: Ladder) -> None:
    """By turns at each height, so that all of them have the same machine."""
    chance, size = random.Random(1), ladder.size
    heights = [
        Height("near the top", 2, min(200, size)),
        Height("in the middle", size // 2 - size // 100, size // 2 + size // 100),
        Height("at the bottom", size - size // 100, size),
    ]
    client = Client(SERVER_NAME="localhost")
    for _ in range(TIMES):
        for height in heights:
            while not _challenge(ladder, height, chance):
                pass
            _look(ladder, height, chance, client)
    for height in heights:
        report(f"a ladder of {size:,}, {height.name}", "p50, p99", "beside the p99 near the top; yardstick")
        for what, times in height.times.items():
            ratio = _p99(times) / _p99(heights[0].times[what])
            queries = f", {height.queries[what]} queries" if what in height.queries else ""
            report(f"  {what}", _said(times), f"{ratio:.2f} x{queries}")


def _challenge(ladder: Ladder, height: Height, chance: random.Random) -> bool:
    """One that reaches as far as it may, and is won. False where these two may not meet now."""
    rank = height.choose(chance)
    me, other = order.at(ladder.pk, rank), order.at(ladder.pk, rules_of.reach(rank))
    assert me is not None
    assert other is not None
    started = time.perf_counter()
    try:
        found = climbing.challenge(ladder.pk, me.player, other.player)
    except climbing.MayNot:
        return False
    height.times["a challenge made, two matches begun"].append(time.perf_counter() - started)
    for match_id in (found.first, found.second):
        end = partial(play.resign, match_id or 0, other.player, Match.objects.get(pk=match_id or 0).version)
        height.times["yardstick: the move that ends a match"].append(_timed(end))
        with CaptureQueriesContext(connection) as seen:
            seconds = _timed(lambda: outbox.follow_up(results.KIND))
    height.times["a challenge won: the worker takes the result"].append(seconds)
    height.queries["a challenge won: the worker takes the result"] = len(seen)
    return True


def _look(ladder: Ladder, height: Height, chance: random.Random, client: Client) -> None:
    rung = order.at(ladder.pk, height.choose(chance))
    assert rung is not None
    player = rung.player_id
    height.times["a player's rank"].append(_timed(lambda: order.rank(ladder.pk, player)))
    height.times["yardstick: an account by its key"].append(_timed(lambda: User.objects.get(pk=player)))
    client.force_login(rung.player)
    client.get("/events/")
    with CaptureQueriesContext(connection) as seen:
        height.times["the ladder's page around a player's rung"].append(
            _timed(lambda: client.get("/ladders/bo/"))
        )
    height.queries["the ladder's page around a player's rung"] = len(seen)
    height.times["yardstick: the page of events"].append(_timed(lambda: client.get("/events/")))


def _timed(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def _p99(times: list[float]) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * 0.99))]


def _said(times: list[float]) -> str:
    return f"{statistics.median(times) * 1000:.1f}, {_p99(times) * 1000:.1f} ms"
