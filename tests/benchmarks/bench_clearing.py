"""A million notices that nobody needs go, by two workers at once, while players are told things and read.

BENCH_OLD (default 1 million). Beside it stands what a single DELETE of as many rows costs, and what those
players wait for where nothing is cleared.
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Callable, Sequence
from threading import Event, Thread

from django.contrib.auth.hashers import make_password
from django.db import connection

from accounts import notices
from accounts.models import Notice, User
from accounts.notices import partitions
from boatzee_site import clearing

Report = Callable[[str, str, str], None]
OLD = int(os.environ.get("BENCH_OLD", "1000000"))
PLAYERS = 1000
CALM = 5.0  # seconds
FILL = """
INSERT INTO {table} (id, player_id, kind, subject, text, address, topic, key, created_at, spread)
SELECT i, player[1 + i %% cardinality(player)], 'turn', 'Your turn: Boatzee with somebody',
  'Wed 3 Nov, 12:00 UTC', '/matches/' || i / 40, 'turn-' || i / 40, 'turn-' || i / 40 || '-' || i %% 40,
  now() - interval '61 days', true
FROM generate_series(%(first)s, %(last)s) i, (SELECT array_agg(id) AS player FROM accounts_user) players
"""


def run(report: Report) -> None:
    """Clear by parts, by dropping a partition, and, as a yardstick, by one statement."""
    unusable = make_password(None)
    players = User.objects.bulk_create(
        User(username=f"told-{number}", email=f"told-{number}@example.org", password=unusable)
        for number in range(PLAYERS)
    )
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE bench_old (LIKE accounts_notice INCLUDING DEFAULTS)")
        for columns in ("(player_id, id DESC)", "(player_id, topic)", "(created_at)"):
            cursor.execute(f"CREATE INDEX ON bench_old {columns}")
        cursor.execute("ALTER TABLE bench_old ADD PRIMARY KEY (id), ADD UNIQUE (player_id, key)")
    calm, _ = _beside(players, lambda: time.sleep(CALM))
    first = _fill("bench_old")
    alone = _spent(lambda: _sql("DELETE FROM bench_old WHERE created_at < now() - interval '60 days'"))
    _sql("DROP TABLE bench_old")

    _fill("accounts_notice", first)
    waits, took = _beside(players, _two_clear)
    report(
        f"{OLD:,} old notices go, two workers, {clearing.PAGES} pages a part",
        f"{took[0]:.1f} s, {took[1]:,.0f} MB WAL",
        f"{alone[0]:.1f} s, {alone[1]:,.0f} MB by one DELETE",
    )
    report(
        "telling and reading meanwhile: half, 99 %, the longest",
        _three(waits),
        f"{_three(calm)} where nothing is cleared",
    )
    assert not Notice.objects.filter(pk__lt=first + OLD, pk__gte=first).exists()
    _sql(f"VACUUM {partitions.TABLE}")
    name = _partition(first)
    waits, took = _beside(players, lambda: _drop(name))
    report(
        f"{OLD:,} old notices go with their partition",
        f"{took[0]:.2f} s, {took[1]:,.1f} MB WAL",
        f"the longest wait meanwhile {max(waits) * 1000:.0f} ms",
    )


def _sql(statement: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement)


def _fill(table: str, first: int = 1) -> int:
    """So many old notices with keys from `first` on. Returns that."""
    _sql("ALTER TABLE accounts_notice DISABLE TRIGGER accounts_notice_once")  # a lock a key: not for so many
    with connection.cursor() as cursor:
        cursor.execute(FILL.format(table=table), {"first": first, "last": first + OLD - 1})
    _sql("ALTER TABLE accounts_notice ENABLE TRIGGER accounts_notice_once")
    return first


def _partition(first: int) -> str:
    """A partition of old notices behind all keys, as if they were from before. Returns its name."""
    spare = partitions.partitions()[-1].first
    assert spare
    partitions._cut(spare, spare + OLD)
    _fill("accounts_notice", spare)
    return f"{partitions.TABLE}_{spare}_{spare + OLD - 1}"


def _drop(name: str) -> None:
    [found] = [one for one in partitions.partitions() if one.name == name]
    assert partitions._take_out(found)
    assert partitions._drop(name)


def _two_clear() -> None:
    def clear() -> None:
        clearing.clear()
        connection.close()

    workers = [Thread(target=clear) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def _spent(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds and MB of WAL."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_lsn()")
        before = cursor.fetchone()[0]
        started = time.perf_counter()
        work()
        seconds = time.perf_counter() - started
        cursor.execute("SELECT pg_current_wal_lsn() - %s::pg_lsn", [before])
        return seconds, float(cursor.fetchone()[0]) / 1e6


def _beside(players: Sequence[User], work: Callable[[], object]) -> tuple[list[float], tuple[float, float]]:
    """Do the work while a player is told something, settles it and reads the list, over and over.

    Returns the seconds that each such round took, and what the work did.
    """
    over, rounds = Event(), list[float]()

    def live() -> None:
        while not over.is_set():
            player = players[len(rounds) % len(players)]
            topic = f"{time.monotonic_ns()}"
            started = time.perf_counter()
            notices.tell([player], "turn", topic, "Your turn", "/", topic=topic)
            list(notices.listed(player)[:30])
            notices.settle(player.pk, topic)
            rounds.append(time.perf_counter() - started)
        connection.close()

    other = Thread(target=live)
    other.start()
    spent = _spent(work)
    over.set()
    other.join()
    return rounds, spent


def _three(seconds: Sequence[float]) -> str:
    cuts = statistics.quantiles(seconds, n=100, method="inclusive")
    return f"{cuts[49] * 1000:.1f}, {cuts[98] * 1000:.1f}, {max(seconds) * 1000:.0f} ms"
