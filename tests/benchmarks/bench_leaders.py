"""Leaders and a player's numbers among millions of accounts, beside the same among a thousand, in one run.

What a page costs is the time of the processor, of the site and of its session of Postgres together.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import psutil
from django.db import connection
from django.test import Client

from accounts.models import User
from games.models import Standing, Tally
from tests.benchmarks.bench_people import ACCOUNTS, FEW, MAKE, SYLLABLES
from tests.benchmarks.laid import laid

BLOCKS, ROUNDS = 8, 20
STANDINGS = """
INSERT INTO games_standing (player_id, code, kind, number, country, month, gain, lapses_at)
SELECT id, 'BZ', 'duel', 900 + (id * 7919 % 600) + (id * 104729 % 600),
       (ARRAY['NO', 'FR', 'DE', ''])[1 + id % 4],
       date_trunc('month', now() AT TIME ZONE 'UTC'), id * 31 % 120, now() + interval '1 year'
FROM accounts_user
"""
TALLIES = """
INSERT INTO games_tally (player_id, code, span, begins, listed, matches, contests, won, drawn, late, totals,
    points, total, total_match, wins, wins_match, days, days_match, run, run_days, last_at, last_match, bars)
SELECT id, 'BZ', 'ever', '0001-01-01', true, 10, 10, 5, 0, 0, 10, 2000, 150 + (id * 7919 % 250), id,
       1 + id % 30, id, 1 + id % 40, id, 0, 1, now(), id, '{0,0,1,2,3,2,1,1}'
FROM accounts_user
"""
SPREADS = """
INSERT INTO games_spread (board, value, count)
SELECT 'rating:BZ:duel', number, count(*) FROM games_standing GROUP BY 2
UNION ALL SELECT 'rating:BZ:duel:' || country, number, count(*)
    FROM games_standing WHERE country <> '' GROUP BY 1, 2
UNION ALL SELECT 'gain:BZ:duel:' || month, gain, count(*) FROM games_standing WHERE gain > 0 GROUP BY 1, 2
UNION ALL SELECT 'total:BZ:ever:0001-01-01', total, count(*) FROM games_tally GROUP BY 2
UNION ALL SELECT 'bars:BZ', bar, 100 FROM generate_series(2, 7) AS bar
"""


def run(report: Callable[[str, str, str], None]) -> None:
    """Print what each page costs with few and with many."""
    _fill(FEW)
    few = _measure()
    _fill(ACCOUNTS)
    for what, cost in _measure().items():
        share = cost / few[what]
        report(
            f"{what}, {ACCOUNTS:,} accounts", f"{cost:.1f} ms", f"{share:.2f} of {few[what]:.1f} with {FEW:,}"
        )
    _fill(0)


def _fill(number: int) -> None:
    """So many players, all of them in the lists, and nobody else."""
    with connection.cursor() as cursor:
        cursor.execute("TRUNCATE accounts_user, games_spread CASCADE")
        with laid("accounts_user", "games_standing", "games_tally", "games_spread"):
            cursor.execute(MAKE, [number, SYLLABLES])
            for sql in (STANDINGS, TALLIES, SPREADS):
                cursor.execute(sql)


def _measure() -> dict[str, float]:
    """Milliseconds of the processor of each page; lists from their middle."""
    viewer = User.objects.order_by("pk")[User.objects.count() // 2]
    browser = Client(headers={"host": "localhost"})
    browser.force_login(viewer)
    middle = Standing.objects.get(player=viewer)
    record = Tally.objects.get(player=viewer)
    pages = {
        "the best rated": "/leaders/",
        "the list around one's own rating": f"/leaders/?after={middle.number}.{middle.pk - 1}",
        "the best of a country": "/leaders/?of=country&country=NO",
        "what a month has brought": "/leaders/?of=month",
        "records": "/leaders/records/",
        "records around one's own": f"/leaders/records/?after={record.total}.{record.pk - 1}",
        "a player's page": f"/players/{viewer.username}/",
        "a player's numbers in a game": f"/players/{viewer.username}/bz/",
    }
    return {what: cost(browser, address) for what, address in pages.items()}


def cost(browser: Client, address: str) -> float:
    """Milliseconds of the processor of a page, of the site and of its session of Postgres.

    Of several blocks the cheapest: what else the machine does can only add. A block is long enough that the
    hundredths of a second in which the system counts Postgres's time do not show.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        [[pid]] = cursor.fetchall()
    postgres = psutil.Process(pid)
    for _ in range(3):
        assert browser.get(address).status_code == 200
    spent = []
    for _ in range(BLOCKS):
        before = time.process_time() + sum(postgres.cpu_times()[:2])
        for _ in range(ROUNDS):
            browser.get(address)
        spent.append((time.process_time() + sum(postgres.cpu_times()[:2]) - before) / ROUNDS)
    return min(spent) * 1000
