"""What a finished match for two keeps on disk, table by table, before it is folded and after; and opening it.

Of each game casual robots play BENCH_SAMPLES (4) matches for real, which are copied to BENCH_KEPT (1,000), at
times and with sets as far apart as at a busy site, and with the players' own numbers in every roll, as
browsers make them, or in none, as without scripts. Their players have earned every achievement before: what
comes once in a player's life is no match's. Tables are rewritten before they are weighed: what is
counted are rows, indexes and TOAST of everything that a match leaves in the database for longer than the
dice do, but for the first page of each index, of which there is one however many matches there are. Beside
that stands what the files of the dice keep. BENCH_FOLDED (2,000) matches of Boatzee are then folded by one
worker. `BENCH_GAMES="BZ DK"` weighs those games only; BENCH_OWN=1 with numbers as browsers make them alone.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta

from django.db import connection, transaction
from django.utils import timezone

from accounts.models import User
from accounts.models.notices import Notice
from dicepool import pool, refill
from dicepool.models import Fate, Handout
from games.coach import reviews, shortening
from games.coach.reviews import State
from games.deeds.register import FEATS
from games.match import folding, move_log, play
from games.models import Earned, Match, Move, Review
from games.packed import chains
from games.rules import RULES
from games.tables.robots import Level, by_rule_of_thumb
from tests.benchmarks import opened
from tests.benchmarks.bench_bytes import in_files
from tests.games.tables import begin
from tests.tabled import tables
from tests.worker import work

Report = Callable[[str, str, str], None]
COPIES = int(os.environ.get("BENCH_KEPT", "1000"))
SAMPLES = int(os.environ.get("BENCH_SAMPLES", "4"))
FOLDED = int(os.environ.get("BENCH_FOLDED", "2000"))
GOAL, SLOWER = 4000, 1.5
COUNTED = ("games_match", "games_seat", "games_move")
"""Tables whose rows have numbers of their own."""
KEYS = {
    **dict.fromkeys(COUNTED, "id"),
    "games_ratingpoint": "match_id",
    "games_deed": "match",
    "games_archived": "match_id",
    "games_archivedseat": "match",
    "games_review": "match_id",
}
"""What a match leaves, but for what it is folded into, and by what its rows are known."""
WEIGHED = (*KEYS, "games_folded", "accounts_notice", "accounts_delivery")
LEDGER = ("dicepool_handout", "dicepool_fate")
CHAINED = "own numbers"
OWN = (CHAINED, "own numbers of browsers of old", "no own numbers")
TRIED = OWN[: int(os.environ.get("BENCH_OWN", len(OWN)))]
LINKS = 128
"""Numbers of a chain, as in static/js/numbers.js."""
STEP = 1_000_000
"""Between the keys of a row and of its next copy."""
MOMENTS = ("at", "ended_at", "started_at")
"""Columns of times: each copy was played some minutes before the last."""
COPY = """
INSERT INTO {table} ({into}) SELECT {values} FROM {table}, generate_series(1, %s) AS copy
WHERE {table}.{key} < %s ORDER BY copy, {table}.{key}
"""
FIRST_PAGES = """
SELECT current_setting('block_size')::int * count(*) FROM pg_index, pg_class WHERE pg_class.oid = %s::regclass
AND indrelid IN (%s::regclass, reltoastrelid)
"""
SPREAD = """
UPDATE games_move SET serials = ARRAY(SELECT 997 * serial FROM unnest(serials) AS serial),
    at = date_trunc('milliseconds', %s + (number * 15 + random() * 15) * interval '1 second')
"""


def run(report: Report) -> None:
    """Print what each game keeps, and how it is opened."""
    refill.add_sets(max(1, 50_000 - pool.level()), "benchmark")
    for code in os.environ.get("BENCH_GAMES", "").split() or RULES:
        tables(code)
        for own in TRIED:
            _weigh(report, code, own)
    _fold_many(report)


def _weigh(report: Report, code: str, own: str) -> None:
    _lay(code, COPIES // SAMPLES - 1, own)
    sets = _scalar("SELECT sum(cardinality(serials)) FROM games_move WHERE match_id < %s", STEP) / SAMPLES
    before, fresh = _sizes(), opened.opening()
    whole = _scalar("SELECT avg(length(packed)) FROM games_review")
    folding.fold_ripe(most=None)
    shortening.shorten()
    after, old = _sizes(), opened.opening()
    assert not Match.objects.filter(folded=False).exists()
    assert not Review.objects.filter(short=False).exists()
    name = f"{code}, {own}"
    for table in WEIGHED:
        if before[table] or after[table]:
            report(f"{name}: {table}", f"{after[table]:,.0f} B", f"{before[table]:,.0f} B before")
    ledger = sets * sum(_row(table) for table in LEDGER)
    report(
        f"{name}: in all, folded",
        f"{sum(after.values()):,.0f} B",
        f"{sum(before.values()):,.0f} B before; goal {GOAL:,}; of {sets:,.0f} sets, of which"
        f" the ledger keeps {ledger:,.0f} B more until its batch is folded",
    )
    kept = in_files(numbered=own != OWN[-1])
    report(f"{name}: besides, in the files of the dice", f"{sets * kept:,.0f} B", f"{kept:,.0f} B a set")
    packed, short = (
        _scalar(f"SELECT avg(length(packed)) FROM {table}") for table in ("games_folded", "games_review")
    )
    numbers = chains.NUMBER_BYTES * _kept_numbers()
    report(
        f"{name}: of that, packed",
        f"{packed:,.0f} B",
        f"numbers that no other tells {numbers:,.0f} B of them; of its review {short:,.0f} B of {whole:,.0f}",
    )
    for page, now in old.items():
        report(
            f"{name}: {page}, processor's time of an old one",
            f"{now.cost:.2f} ms",
            f"{now.share / fresh[page].share:.2f} of a fresh one's {fresh[page].cost:.2f},"
            f" each beside a page of rules, {now.plain:.2f} and {fresh[page].plain:.2f} ms;"
            f" goal {SLOWER} at most",
        )


def _kept_numbers() -> int:
    """How many of the players' numbers no other tells, in a match on the mean."""
    found = 0
    for match in Match.objects.filter(pk__lt=STEP):
        numbers = {bytes.fromhex(one) for move in move_log.all_moves(match) for one in move.numbers if one}
        found += len(numbers - {*map(chains.before, numbers)})
    return found // SAMPLES


def _lay(code: str, copies: int, own: str) -> None:
    """Matches that are over, and so many copies of each, as if they had ended a month ago."""
    with connection.cursor() as cursor:
        cursor.execute(
            "TRUNCATE games_match, games_rating, accounts_notice, games_archivedseat, games_deed CASCADE"
        )
        for table in COUNTED:
            cursor.execute(f"ALTER SEQUENCE {table}_id_seq RESTART")
    Handout.objects.all().delete()
    Fate.objects.all().delete()
    for sample in range(SAMPLES):
        names = [f"{code}{OWN.index(own)}-{seat}-{copies}-{sample}" for seat in range(2)]
        players = [User.objects.create_user(name, f"{name}@example.org") for name in names]
        Earned.objects.bulk_create(
            Earned(player=player, feat=feat, at=timezone.now()) for player in players for feat in FEATS
        )
        match = _reviewed(begin(code, *players))
        if own != OWN[-1]:
            _number(match, own)
    past = timezone.now() - timedelta(days=30)
    Match.objects.update(ended_at=past, started_at=past)
    Review.objects.update(ended_at=past, asked_at=past)
    with connection.cursor() as cursor:
        cursor.execute(SPREAD, [past])
    for table in KEYS:
        copy_rows(table, copies)


def _reviewed(match: Match) -> Match:
    """Played to the end, and looked through by the coach, as every match of two is. What was settled of that
    which its players were told goes out of the database before the match folds.
    """
    work()
    played = _played(match)
    Notice.objects.exclude(settled_at=None).delete()
    reviews.make_due()
    work()
    assert reviews.find(Match.objects.get(pk=match.pk)).state is State.READY
    return played


def _played(match: Match) -> Match:
    """To the end, by casual robots."""
    with transaction.atomic():
        locked = play.lock(match.pk)
        while not locked.match.over:
            seat = next(seat for seat in locked.seats if seat.to_move)
            made = by_rule_of_thumb(Level.CASUAL, locked.match.rules, locked.match.table, seat.index)
            play.act(locked, seat, made)
            locked = replace(locked, read=tuple(seat.summary() for seat in locked.seats))
    work()
    return locked.match


def _number(match: Match, own: str) -> None:
    """Give each roll numbers as browsers make them: any for the sets that wait when the match begins, and for
    all others those of a seat's chain, one after the other. Browsers of old made each by itself.
    """
    links = LINKS if own == CHAINED else 1
    waiting = [[secrets.token_bytes(16) for _ in range(-(-match.rules.dice // 5))] for _ in range(2)]
    chains_of: list[list[bytes]] = [[], []]
    for move in match.moves.exclude(kind=Move.ROLL_OFF).order_by("number"):
        used = len(move.serials)
        move.numbers = [number.hex() for number in waiting[move.seat][:used]]
        for _ in range(used):
            chain = chains_of[move.seat] = chains_of[move.seat] or _chain(links)
            waiting[move.seat].append(chain.pop(0))
        waiting[move.seat] = waiting[move.seat][used:]
        move.save(update_fields=["numbers"])


def _chain(links: int) -> list[bytes]:
    numbers = [secrets.token_bytes(16)]
    while len(numbers) < links:
        numbers.append(hashlib.sha256(b"boatzee chain" + numbers[-1]).digest()[:16])
    return numbers[::-1]


def copy_rows(table: str, copies: int) -> None:
    """So many copies of the rows that matches have in one of the tables of KEYS."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT column_name FROM information_schema.columns"
            " WHERE table_name = %s AND is_generated = 'NEVER'",
            [table],
        )
        columns = [name for (name,) in cursor.fetchall()]
        moved = {
            name: f'{table}."{name}" + copy * {STEP}'
            for name in ("id", "match_id", "match")
            if name in columns
        }
        if table != "games_move":
            moved |= {
                name: f"{table}.\"{name}\" - copy * interval '7 minutes'"
                for name in MOMENTS
                if name in columns
            }
        cursor.execute(
            COPY.format(
                table=table,
                key=KEYS[table],
                into=", ".join(f'"{name}"' for name in columns),
                values=", ".join(moved.get(name, f'{table}."{name}"') for name in columns),
            ),
            [copies, STEP],
        )


def _sizes() -> Mapping[str, float]:
    """Bytes a match of each table; notices, which are not copied, are those of the samples."""
    matches = Match.objects.count()
    return {table: _size(table) / (SAMPLES if table.startswith("accounts") else matches) for table in WEIGHED}


def _size(table: str) -> float:
    """Of a table as if it had just been written, without the first pages of its indexes."""
    with connection.cursor() as cursor:
        cursor.execute(f"VACUUM FULL {table}")
    if not _scalar(f"SELECT count(*) FROM {table}"):
        return 0
    if table.startswith("accounts"):  # too few for whole pages: their rows, and as much again for indexes
        return 2 * _scalar(f"SELECT sum(pg_column_size(rows.*)) FROM {table} AS rows")
    return _scalar("SELECT pg_total_relation_size(%s)", table) - _scalar(FIRST_PAGES, table, table)


def _row(table: str) -> float:
    """Bytes of a row, its pointer, and its entry in the index of its key."""
    return 24 + _scalar(f"SELECT avg(pg_column_size(rows.*)) FROM {table} AS rows")


def _scalar(sql: str, *given: int | str) -> float:
    with connection.cursor() as cursor:
        cursor.execute(sql, given)
        return float(cursor.fetchone()[0] or 0)


def _fold_many(report: Report) -> None:
    _lay("BZ", FOLDED // SAMPLES - 1, CHAINED)
    started, spent = time.perf_counter(), time.process_time()
    run = folding.fold_ripe(most=None)
    took, spent = time.perf_counter() - started, time.process_time() - spent
    assert run == folding.Run(FOLDED)
    report(
        f"folding {FOLDED:,} matches of BZ, one worker",
        f"{FOLDED / took:,.0f}/s",
        f"{1000 * spent / FOLDED:.1f} ms of the worker's processor each",
    )
