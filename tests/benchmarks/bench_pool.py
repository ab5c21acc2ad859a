"""The dice pool: rolls, refills and proofs, each beside its yardstick from the same run.

A roll is what the dice cost a move (pool_clients.py): one set is opened and shown, the next is reserved under
its label and a pledge, and the receipt is signed.

BENCH_SETS (default 10 million) is how many sets are loaded, BENCH_SECONDS (default 24) how long the
rounds of one figure last together. Rolls and inserts take turns, about a second each, and a share is the
median of the rounds' own: what else the machine does at that moment falls on both.
"""

from __future__ import annotations

import json
import os
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import psycopg
from django.conf import settings
from django.db import connection, transaction

from dicepool import archive, fates, pool, refill, retire, stock
from dicepool.models import Batch, Fate
from static import verify_roll
from tests.benchmarks import keeper_rolls
from tests.benchmarks.clients import Rate, clients

Report = Callable[[str, str, str], None]

SETS = int(os.environ.get("BENCH_SETS", "10000000"))
USED = SETS // 10
SECONDS = float(os.environ.get("BENCH_SECONDS", "24"))
ROUNDS = 15
CONNECTIONS = (1, 4, 16, 32)
BUSY = 16
MANY = 10_000  # batches


def run(report: Report) -> None:
    """Print every figure of the pool."""
    _refills(report)
    refill.add_sets(max(1, SETS - pool.level()), "benchmark")
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE bench_yardstick"
            " (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at timestamptz NOT NULL)"
        )
        cursor.execute("CHECKPOINT")
    try:
        with clients({}) as rate:
            _rolls(report, partial(_in_turns, rate))
    finally:
        with connection.cursor() as cursor:
            cursor.execute("DROP TABLE bench_yardstick")
    _proofs(report)
    _bytes(report)
    keeper_rolls.run(report)
    _first_draws(report)


@dataclass(frozen=True)
class Rates:
    """Rolls and inserts a second in rounds that took turns."""

    rounds: tuple[tuple[float, float], ...]

    @property
    def rolls(self) -> float:
        """The median."""
        return statistics.median(rolls for rolls, _ in self.rounds)

    @property
    def inserts(self) -> float:
        """The median."""
        return statistics.median(inserts for _, inserts in self.rounds)

    @property
    def share(self) -> float:
        """The median of the rounds' shares of rolls in inserts."""
        return statistics.median(rolls / inserts for rolls, inserts in self.rounds)


Measure = Callable[[int], Rates]


def _in_turns(rate: Rate, connections: int) -> Rates:
    """Rolls and inserts, with so many connections."""
    seconds = SECONDS / ROUNDS / 2
    return Rates(
        tuple(
            (rate("roll", connections, seconds), rate("insert", connections, seconds)) for _ in range(ROUNDS)
        )
    )


def _rolls(report: Report, measure: Measure) -> None:
    loaded = f"{pool.level() / 1e6:,.1f} million sets loaded"
    for connections in CONNECTIONS:
        rates = measure(connections)
        report(
            f"rolls, {connections} connections, {loaded}",
            f"{rates.rolls:,.0f}/s",
            f"{rates.inserts:,.0f}/s bare durable one-row inserts: {rates.share:.2f}",
        )
    before = measure(BUSY)
    _use_up()
    after = measure(BUSY)
    _compare(report, f"rolls, {BUSY} connections, after {USED:,} more sets", after, before)
    with psycopg.connect(**connection.get_connection_params()) as old:
        old.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        old.execute("SELECT count(*) FROM dicepool_handout WHERE serial < 1000")
        old.execute("SELECT 1 FROM dicepool_diceset LIMIT 1")
        _use_up()
        held = measure(BUSY)
    _compare(report, f"… after {USED:,} more, an old snapshot held open", held, before)


def _compare(report: Report, name: str, now: Rates, before: Rates) -> None:
    """Against the start, and both against the inserts beside them, for the machine's mood changes."""
    report(
        name,
        f"{now.rolls:,.0f}/s",
        f"{before.rolls:,.0f}/s at the start: {now.rolls / before.rolls:.2f};"
        f" as a share of the inserts then and now: {now.share / before.share:.2f}",
    )


def _use_up() -> None:
    for _ in range(USED // 1000):
        with transaction.atomic():
            pool.draw(1000)
    refill.reopen()  # as the task does that runs every minute


def _first_draws(report: Report) -> None:
    """What a new session waits for its first set, with the batches there are, and with very many more.

    These are empty ones, never drawn from: to roll so many would take an hour.
    """
    few = Batch.objects.filter(last__gt=stock.taken()).count()
    before = _first_draw()
    last = Batch.objects.latest("number")
    for at in range(0, MANY, 500):  # a transaction has locks for so many tables
        made = []
        with transaction.atomic(), connection.cursor() as cursor:
            for number in range(at + 1, at + 501):
                first = last.last + 10 * number
                made.append(
                    Batch(
                        number=last.number + number,
                        first=first,
                        last=first + 9,
                        key_id=last.key_id,
                        nonce=last.nonce,
                        key_check=last.key_check,
                        root=last.root,
                        chain=last.chain,
                        groups=b"",
                    )
                )
                cursor.execute(
                    f"CREATE TABLE dicepool_set_{first}_{first + 9} PARTITION OF dicepool_diceset"
                    f" FOR VALUES FROM ({first}) TO ({first + 10})"
                )
            Batch.objects.bulk_create(made)
    refill.reopen()
    after = _first_draw()
    report(
        f"a session's first draw, {MANY + few:,} live batches",
        f"{after * 1000:.1f} ms",
        f"{before * 1000:.1f} ms with {few}: {after / before:.2f}",
    )


def _first_draw() -> float:
    """The median of some sessions, in seconds."""
    times = []
    for _ in range(25):
        connection.close()
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            times.append(_seconds(partial(pool.draw, 1)))
    return statistics.median(times)


def _refills(report: Report) -> None:
    """Rolling, sealing, hashing and COPY of a million sets; beside COPY of such rows alone."""
    sets = min(SETS, 1_000_000)
    whole, alone, keyed = [], [], []
    for _ in range(3):
        started = time.perf_counter()
        refill.add_sets(sets, "benchmark")
        whole.append(sets / (time.perf_counter() - started))
        alone.append(sets / _copy_alone(sets, keyed=False))
        keyed.append(sets / _copy_alone(sets, keyed=True))
    mine, bare, with_key = map(statistics.median, (whole, alone, keyed))
    report(
        f"refill of {sets:,} sets",
        f"{mine:,.0f} sets/s",
        f"{with_key:,.0f} such rows/s by COPY alone, with their primary key: {mine / with_key:.2f};"
        f" {bare:,.0f} without: {mine / bare:.2f}",
    )


def _copy_alone(sets: int, *, keyed: bool) -> float:
    """Seconds to COPY as many rows of the same form, in the same batches, committed."""
    size = min(sets, settings.DICE_BATCH)
    rows = np.empty(size, dtype=refill.ROW)
    rows["fields"], rows["s_len"], rows["v_len"] = 2, 8, 2
    rows["value"] = np.random.default_rng(1).integers(0, 7776, size)
    started = time.perf_counter()
    for first in range(1, sets + 1, size):
        rows["serial"] = np.arange(first, first + size)
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"CREATE TABLE bench_copy_{first} (LIKE dicepool_diceset)")
            with cursor.copy(f"COPY bench_copy_{first} FROM STDIN (FORMAT binary, FREEZE)") as copy:
                copy.write(refill.COPY_HEADER)
                copy.write(rows.tobytes())
                copy.write(refill.COPY_END)
            if keyed:
                cursor.execute(f"ALTER TABLE bench_copy_{first} ADD PRIMARY KEY (serial)")
    took = time.perf_counter() - started
    with connection.cursor() as cursor:
        for first in range(1, sets + 1, size):
            cursor.execute(f"DROP TABLE bench_copy_{first}")
    return took


def _proofs(report: Report) -> None:
    """Any serial of a batch, also the unlucky ones, once the batch is warm; in the database and after."""
    for found in fates.owners():
        for left in found.values():  # reserved by clients that have ended
            fates.throw_away(left)
    batch = Batch.objects.order_by("number")[1]
    shown = Fate.objects.filter(kind=Fate.Kind.SHOWN, serial__range=(batch.first, batch.last))
    serials = np.random.default_rng(1).choice(list(shown.values_list("serial", flat=True)), 200).tolist()
    for state in ("sealed", "published"):
        if state == "published":
            retire.retire()
        archive.proofs(serials[:1])
        times = [_seconds(partial(archive.proofs, [serial])) for serial in serials]
        report(
            f"proof out of a {state} batch of {batch.size:,}",
            f"{statistics.median(times) * 1000:.2f} ms",
            f"slowest of {len(times)}: {max(times) * 1000:.2f} ms",
        )
    file = ("proof", json.dumps(archive.proofs(serials[:1])), False)
    times = [_seconds(lambda: list(verify_roll.check([file]))) for _ in range(200)]
    report("verification by verify_roll.py", f"{statistics.median(times) * 1000:.3f} ms", "")


def _seconds(act: Callable[[], object]) -> float:
    started = time.perf_counter()
    act()
    return time.perf_counter() - started


def _bytes(report: Report) -> None:
    live = max(Batch.objects.filter(publication__isnull=True), key=lambda batch: batch.size)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_relation_size(t), pg_indexes_size(t) FROM to_regclass(%s) t",
            [f"dicepool_set_{live.first}_{live.last}"],
        )
        heap, index = (size / live.size for size in cursor.fetchone())
        cursor.execute(
            "SELECT pg_total_relation_size('dicepool_publication') / nullif(sum(last - first + 1), 0)"
            " FROM dicepool_publication JOIN dicepool_batch ON number = batch_id"
        )
        published = cursor.fetchone()[0] or 0
        cursor.execute(
            "SELECT (SELECT pg_total_relation_size('dicepool_batch')) / sum(last - first + 1)"
            " FROM dicepool_batch"
        )
        batch = cursor.fetchone()[0]
        cursor.execute(
            "SELECT (pg_total_relation_size('dicepool_handout')"
            " + pg_total_relation_size('dicepool_fate'))::float / count(*) FROM dicepool_handout"
        )
        ledger = cursor.fetchone()[0]
    report("bytes per set in the table", f"{heap + index:.1f}", f"rows {heap:.1f}, primary key {index:.1f}")
    report(
        "bytes per set after publication",
        f"{published + batch:.2f}",
        f"sets {published:.2f}, tree and batch {batch:.2f}; the ledger keeps {ledger:.1f} if taken",
    )
