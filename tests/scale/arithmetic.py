"""From measured figures to the size of a site: moves a second, bytes a year, processes, machines, money.

Pure. The tables of docs/scale.md are made here, so that they cannot say anything else than the figures do;
`python -m tests.scale --active 0.2` prints them for other assumptions.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil
from typing import Any, NamedTuple

DAY, YEAR = 86_400, 365
"""Seconds of the one, days of the other."""
PLAYERS = (1e6, 1e7, 1e8)
"""Accounts of the three sizes."""
README, BENCH = "README.md", "tests/benchmarks/bench_bytes.py"


class Figure(NamedTuple):
    """What was measured: of what, the figure, and the file and its very words that say so, or measure it."""

    what: str
    value: float
    unit: str
    file: str
    says: str


MOVES = "428/s, p50 35 ms, p99 102 ms; processor's time a move: web 2.8 ms, Postgres 1.2, worker 0.2"
KEPT = "each player in one browser | 3.0 / 3.8 / 3.8 / 3.2 kB"
BEFORE = "28.5 / 71.0 / 78.2 / 31.2 kB before"
PAGES = "0.6 / 1.5, 2.6 / 1.8 / 3.0, 3.1, 3.3, 3.2 / 2.5 ms"
SETS = "65.9 and 2.4 | the ledger keeps 223 a set that was taken"
MEASURED = {
    "web": Figure("processor's time of the web, a move", 2.8, "ms", README, MOVES),
    "postgres": Figure("processor's time of Postgres, a move", 1.2, "ms", README, MOVES),
    "worker": Figure("processor's time of the worker, a move", 0.2, "ms", README, MOVES),
    "rate": Figure("moves a second, two cores for everything", 428, "/s", README, MOVES),
    "page": Figure("processor's time of the web, a page (My matches, a table)", 3.3, "ms", README, PAGES),
    "review": Figure("processor's time of the worker, a review", 70, "ms", README, "70 / 410 / 130 ms"),
    "draws": Figure("sets a second, 32 connections", 4164, "/s", README, "1,950 / 4,078 / 4,332 / 4,164"),
    "keeper": Figure("the same with a keeper, 16", 2444, "/s", README, "1,062 / 2,066 / 2,444 a second"),
    "folded": Figure("a match of two on disk, folded, but for its review", 2810, "B", README, KEPT),
    "unfolded": Figure("the same before", 28_500, "B", README, BEFORE),
    "reviewed": Figure("its review", 520, "B", README, "0.4, 1.2 and 0.4 kB kept"),
    "ledger": Figure("a set that was taken, until its batch is folded", 223, "B", README, SETS),
    "published": Figure("a set for ever, in the database", 2.4, "B", README, SETS),
    "stream": Figure("memory of an open stream", 17.7, "KiB", README, "17.7 KiB, 0.32 / 0.43 ms"),
    "streams": Figure(
        "open streams of one process", 10_000, "", README, "10,000 open streams of one process"
    ),
    "wal": Figure("log of Postgres (WAL), a move, warm", 5600, "B", BENCH, "one after the other"),
    "cold": Figure("the same, cold", 69_000, "B", BENCH, "with a checkpoint before each"),
    "answer": Figure("the answer to a move, packed", 3900, "B", BENCH, "the answer to a move, packed"),
    "logged": Figure("a set for ever, in `DICE_LOG`", 53, "B", BENCH, "a set in the files of the dice"),
}


def _of(words: str, default: float, least: float, most: float) -> Any:
    return field(default=default, metadata={"words": words, "least": least, "most": most})


@dataclass(frozen=True)
class Assumed:
    """What nobody has measured: each with the range in which it may lie."""

    active: float = _of("share of the accounts that play on a day", 0.1, 0.02, 0.3)
    matches: float = _of("matches that such a player finishes a day, each against one other", 2, 0.5, 5)
    moves: float = _of("moves of a match: 98 is the one of two at Boatzee in `tests/records/`", 98, 52, 299)
    sets: float = _of("sets that it takes: 76 there, and what is thrown away at its end", 78, 60, 225)
    peak: float = _of("the busiest hour, as a multiple of the mean", 2.5, 1.5, 4)
    pages: float = _of("pages looked at beside, a move", 1.5, 0.5, 4)
    page_postgres: float = _of("processor's time of Postgres a page, ms", 0.5, 0.2, 1)
    minutes: float = _of("minutes a day with a page open, a player who is active", 40, 10, 120)
    load: float = _of("how full a core may be in the busiest hour", 0.5, 0.4, 0.7)
    primary: float = _of("moves a second that one primary is asked for at most", 4000, 2000, 8000)
    cold: float = _of("share of the moves that are cold", 0.25, 0.05, 0.8)
    account: float = _of("bytes of an account: profile, settings, ratings, sessions", 4000, 2000, 10_000)
    open_days: float = _of("days until a batch of dice is folded", 3, 1, 14)
    late_days: float = _of("days that a match lies unfolded, the time it takes included", 12, 7, 30)
    core_low: float = _of("a core with 8 GB of memory a month, hired by the machine, $", 7, 4, 12)
    core_high: float = _of("the same in a large cloud, $", 40, 25, 55)
    disk_low: float = _of("a TB of quick disk a month, $", 40, 20, 60)
    disk_high: float = _of("the same in a large cloud, $", 150, 100, 250)
    traffic_low: float = _of("a TB that leaves the house, $", 2, 0, 5)
    traffic_high: float = _of("the same in a large cloud, $", 70, 50, 90)


class Size(NamedTuple):
    """What a site of so many players is."""

    players: float
    active: float
    matches: float
    moves: float
    moves_peak: float
    sets: float
    sets_peak: float
    pages_peak: float
    streams: float


def size(players: float, by: Assumed) -> Size:
    """What so many do."""
    active = players * by.active
    matches = active * by.matches / 2
    moves, sets = matches * by.moves, matches * by.sets
    a_second = by.peak / DAY
    moves_peak = moves * a_second
    return Size(
        *(players, active, matches, moves, moves_peak, sets, sets * a_second),
        *(moves_peak * by.pages, active * by.minutes * 60 * a_second),
    )


class Kept(NamedTuple):
    """Bytes: what a year adds for ever, what lies there at any time, and the log of a day."""

    folded: float
    reviewed: float
    published: float
    logged: float
    accounts: float
    unfolded: float
    ledger: float
    wal: float

    @property
    def database(self) -> float:
        """Of all primaries together, after a year."""
        return sum((*self[:3], *self[4:7]))


def kept(of: Size, by: Assumed) -> Kept:
    """What is kept of it."""
    got = {name: figure.value for name, figure in MEASURED.items()}
    matches, sets = of.matches * YEAR, of.sets * YEAR
    return Kept(
        *(matches * got["folded"], matches * got["reviewed"]),
        *(sets * got["published"], sets * got["logged"], of.players * by.account),
        of.matches * by.late_days * got["unfolded"],
        of.sets * by.open_days * got["ledger"],
        of.moves * wal(by),
    )


def wal(by: Assumed) -> float:
    """Bytes of Postgres's log, a move."""
    warm, cold = MEASURED["wal"].value, MEASURED["cold"].value
    return warm + by.cold * (cold - warm)


class Needed(NamedTuple):
    """Processes and machines at the peak. Two of each at least, for one may be lost."""

    web: int
    threads: int
    workers: int
    streams: int
    postgres: float
    primaries: int
    players: int
    machines: dict[str, int]


CORES = {"Postgres": 32, "web": 16, "worker": 8, "stream": 8, "Valkey": 4, "proxy": 8}
"""Of a machine of each kind."""
IN_PARTS = 2
"""Of so many homes on, players have primaries of their own, one for so many homes."""


def _whole(value: float) -> int:
    """Upward, one at least, but for what only comes of reckoning in binary."""
    return max(1, ceil(round(value, 6)))


def needed(of: Size, by: Assumed) -> Needed:
    """What it takes in the busiest hour."""
    got = {name: figure.value / 1000 for name, figure in MEASURED.items() if figure.unit == "ms"}
    web = _whole((of.moves_peak * got["web"] + of.pages_peak * got["page"]) / by.load)
    working = of.moves_peak * got["worker"] + of.matches / DAY * got["review"]
    workers = max(3, _whole(working / by.load))
    streams = max(2, _whole(of.streams / MEASURED["streams"].value))
    postgres = of.moves_peak * got["postgres"] + of.pages_peak * by.page_postgres / 1000
    primaries = _whole(of.moves_peak / by.primary)
    players = _whole(primaries / IN_PARTS) if primaries > 1 else 0
    machines = {
        "Postgres": 3 * (primaries + players),
        "web": max(2, _whole(web / CORES["web"])),
        "worker": max(2, _whole(workers / CORES["worker"])),
        "stream": max(2, _whole(streams / CORES["stream"])),
        "Valkey": 3 * _whole(of.moves_peak / 20_000),
        "proxy": max(2, _whole(of.streams / 200_000)),
    }
    return Needed(max(4, web), max(4, web) * 8, workers, streams, postgres, primaries, players, machines)


def traffic(of: Size, by: Assumed) -> float:
    """Bytes a month that leave the house."""
    return of.moves * (1 + by.pages) * MEASURED["answer"].value * YEAR / 12


def money(of: Size, by: Assumed) -> tuple[float, float]:
    """Dollars a month after a year, from hired machines to a large cloud."""
    cores = sum(CORES[kind] * count for kind, count in needed(of, by).machines.items())
    found = kept(of, by)
    # Three nodes have it each, half as much again is free, and backups and log lie once more for 14 days.
    disk = (found.database * 3 * 1.5 + found.database * 2 + found.wal * 14 + found.logged * 2) / 1e12
    gone = traffic(of, by) / 1e12
    low = cores * by.core_low + disk * by.disk_low + gone * by.traffic_low
    return low, cores * by.core_high + disk * by.disk_high + gone * by.traffic_high
