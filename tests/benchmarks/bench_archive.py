"""The archive among millions of finished matches, beside the same among some thousand, in one run.

What a page costs is the time of the processor, of the site and of its session of Postgres together.
BENCH_PLAYERS (default 3 million), BENCH_ACTIVE (25,000: each with 40 finished matches).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from unittest import mock

from django.core.management import call_command
from django.db import connection
from django.test import Client

from accounts import spending
from accounts.models import User
from dicepool import pool, refill
from games.archive import finding
from tests.benchmarks.bench_leaders import cost

PLAYERS = int(os.environ.get("BENCH_PLAYERS", "3000000"))
ACTIVE = int(os.environ.get("BENCH_ACTIVE", "25000"))
SMALL = 1000
ARCHIVED = """
INSERT INTO games_archived (match_id, ended_at, event, ladder, total, code, closed, words)
SELECT match.id, match.ended_at, match.event, match.ladder, max(seat.total), match.code, false,
  CASE WHEN match.id % 500 = 0 THEN to_tsvector('simple', 'resign') END
FROM games_match AS match JOIN games_seat AS seat ON seat.match_id = match.id
WHERE match.status = 'finished' AND match.ended_at IS NOT NULL
GROUP BY match.id
"""
SEATS = """
INSERT INTO games_archivedseat (match, player_id, ended_at, total)
SELECT seat.match_id, seat.player_id, kept.ended_at, seat.total
FROM games_archived AS kept JOIN games_seat AS seat ON seat.match_id = kept.match_id
WHERE seat.player_id IS NOT NULL
"""


def run(report: Callable[[str, str, str], None]) -> None:
    """Measure small, fill, measure again."""
    refill.add_sets(max(1, 200_000 - pool.level()), "benchmark")
    few, _matches, _bytes = _measured(SMALL, SMALL)
    many, matches, size = _measured(PLAYERS, ACTIVE)
    for what, now in many.items():
        was = few[what]
        report(f"{what}, {matches:,} matches", f"{now:.1f} ms", f"{now / was:.2f} of {was:.1f} with few")
    report("kept of a match in the archive, with indexes", f"{size / matches:.0f} bytes", "")


def _measured(players: int, active: int) -> tuple[dict[str, float], int, int]:
    """What each page costs in milliseconds, among how many matches, and the bytes of the archive."""
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_user, games_match CASCADE")
        call_command("fill_site", players=players, active=active, verbosity=0)
        for sql in (ARCHIVED, SEATS):
            cursor.execute(sql)
        for table in ("games_archived", "games_archivedseat", "games_match", "games_seat"):
            cursor.execute(f"VACUUM ANALYZE {table}")
        cursor.execute(
            "SELECT (SELECT count(*) FROM games_archived),"
            " pg_total_relation_size('games_archived') + pg_total_relation_size('games_archivedseat')"
        )
        [(matches, size)] = cursor.fetchall()
    with mock.patch.object(spending, "spend"):
        return _costs(), matches, size


def _costs() -> dict[str, float]:
    one, other = User.objects.filter(seats__match__status="finished").distinct().order_by("pk")[:2]
    deep = finding.find(finding.Wanted(), None).after
    browser = Client(headers={"host": "localhost"})
    browser.force_login(one)
    pages = {
        "all matches": "/archive/",
        "all matches, a page on": f"/archive/?after={deep}",
        "a player's matches": f"/archive/?player={one.username}",
        "two players' matches": f"/archive/?player={one.username}&against={other.username}",
        "the most points of a game": "/archive/?game=BZ&least=100",
        "a game before a day": "/archive/?game=BZ&until=2026-01-01",
        "a word": "/archive/?words=resign",
    }
    return {what: cost(browser, address) for what, address in pages.items()}
