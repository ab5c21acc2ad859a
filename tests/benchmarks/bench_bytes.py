"""Bytes: what a move adds to Postgres's log, what its answer weighs, what files of the dice keep of a set.

Whole matches of Boatzee are played by two with numbers of their own over the test client, and the worker
follows. docs/scale.md reckons with them.
"""

from __future__ import annotations

import gzip
import os
import random
import secrets
import zlib
from collections.abc import Callable

from django.db import connection

from accounts.models import User
from dicepool import folding, logbook, pool, refill
from dicepool.models import Fate
from tests.games.tables import begin
from tests.scale.playing import Table
from tests.worker import work

Report = Callable[[str, str, str], None]
MATCHES = int(os.environ.get("BENCH_BYTES", "10"))
LEVEL = 6
"""At which gzip packs what is measured."""


def run(report: Report) -> None:
    """Print them."""
    refill.add_sets(max(1, 50_000 - pool.level()), "benchmark")
    for cold, words in ((False, "one after the other"), (True, "with a checkpoint before each")):
        written, answers = _play(cold=cold)
        report(
            f"log of Postgres, a move, {words}", f"{written / len(answers):,.0f} B", f"{len(answers):,} moves"
        )
    packed, plain = (sum(map(weigh, answers)) / len(answers) for weigh in (_packed, len))
    report("the answer to a move, packed", f"{packed:,.0f} B", f"{plain:,.0f} B plain")
    report("a set in the files of the dice", f"{_logged():,.0f} B", "")


def _play(*, cold: bool) -> tuple[int, list[bytes]]:
    """Bytes of log that moves added, what the worker made of them included, and the answer to each.

    Where it is `cold` each page of a table is written whole, as where a match waits for longer than from one
    checkpoint to the next.
    """
    written, answers = 0, list[bytes]()
    for number in range(MATCHES):
        names = [f"{secrets.token_hex(4)}-{seat}" for seat in range(2)]
        players = [User.objects.create_user(name, f"{name}@example.org") for name in names]
        table = Table(begin("BZ", *players), *players, seed=number, swift=0.4)
        while not table.match.over:
            if cold:
                with connection.cursor() as cursor:
                    cursor.execute("CHECKPOINT")
            start = _position()
            answers.append(table.move())
            work()
            written += _position() - start
    return written, answers


def _position() -> int:
    """How far the log of Postgres goes."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn")
        return int(cursor.fetchone()[0])


def _packed(answer: bytes) -> int:
    return len(gzip.compress(answer, LEVEL))


def _logged() -> float:
    """A set's line in a segment, and what one file a batch tells of it, packed, as many as lie together."""
    chance, at = random.Random(1), 1_800_000_000_000
    lines, fates = [], bytearray()
    for serial in range(logbook.LINES):
        at += chance.randrange(20)
        handed = logbook.Handed(10_000_000_000 + serial, at, chance.randbytes(32), chance.randbytes(32))
        lines.append(f"{handed.line}\n")
        fates += folding.RECORD.pack(Fate.Kind.SHOWN | folding.NUMBERED, at + 20_000, chance.randbytes(16))
    segment = gzip.compress("".join(lines).encode(), LEVEL)
    return (len(segment) + len(zlib.compress(bytes(fates), LEVEL))) / logbook.LINES
