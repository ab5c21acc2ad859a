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
from dicepool import books, lean, logbook, pool, refill, turning
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
    whole, _thin, told = _in_files()
    report(
        "a set in the files of the dice",
        f"{in_files():,.0f} B",
        f"{(whole + told) / logbook.LINES:,.0f} B until its segment is made lean; without a number"
        f" {in_files(numbered=False):,.0f} B",
    )


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


def in_files(*, numbered: bool = True) -> float:
    """A set's line in a lean segment, and what one file a batch tells of it, as many as lie together."""
    return sum(_in_files(numbered=numbered)[1:]) / logbook.LINES


def _in_files(*, numbered: bool = True) -> tuple[int, int, int]:
    """Bytes of a whole segment, of the same made lean, and of what the books tell of its sets."""
    chance, at = random.Random(1), 1_800_000_000_000
    lines, fates, numbers = [], bytearray(), {}
    for serial in range(10_000_000_000, 10_000_000_000 + logbook.LINES):
        at += chance.randrange(20)
        number = chance.randbytes(turning.NUMBER_BYTES) if numbered else b""
        pledge = turning.pledge_of(number) if numbered else b""
        lines.append(logbook.Handed(serial, at, chance.randbytes(32), pledge).line)
        kind = Fate.Kind.SHOWN | (books.NUMBERED if numbered else 0)
        fates += books.RECORD.pack(kind, at + 20_000, number)
        if numbered:
            numbers[serial] = number
    text = logbook.text(lines)
    whole, thin = gzip.compress(text, LEVEL), gzip.compress(lean.lean(text, numbers), LEVEL)
    return len(whole), len(thin), len(zlib.compress(bytes(fates), LEVEL))
