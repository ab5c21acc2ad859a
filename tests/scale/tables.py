"""The tables of docs/scale.md, as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from math import floor, log10

from tests.scale.arithmetic import (
    BENCH,
    CORES,
    MEASURED,
    PLAYERS,
    README,
    YEAR,
    Assumed,
    Size,
    kept,
    money,
    needed,
    size,
    traffic,
    wal,
)

STEPS = ((1e15, "PB"), (1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (1, "B"))
WRITING = 2
"""Transactions with a number of their own (xid), a move: the move, and now and then one of the worker's."""
FREEZE = 200e6
"""After so many Postgres looks through all tables for old ones (`autovacuum_freeze_max_age`)."""
FROM = {README: "README", BENCH: "`make bench ARGS=bytes`"}
"""How it is called in the paper."""
Row = tuple[str, Callable[[Size], str]]


def number(value: float) -> str:
    """With two figures, or as it is below a thousand where it is whole."""
    if value == int(value) and value < 1000:
        return f"{value:,.0f}"
    places = 1 - floor(log10(value))
    return f"{round(value, places):,.{max(0, places)}f}"


def bytes_of(value: float) -> str:
    """In the largest unit that it has one of."""
    least, unit = next((step for step in STEPS if value >= step[0]), STEPS[-1])
    return f"{number(value / least)} {unit}"


def share(value: float) -> str:
    """In hundredths."""
    return f"{number(value * 100)} %"


def table(head: Sequence[str], rows: Iterator[Sequence[str]]) -> str:
    """A table of Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def measured() -> str:
    """What was measured, and where it says so."""
    rows = ([one.what, f"{one.value:,} {one.unit}".strip(), FROM[one.file]] for one in MEASURED.values())
    return table(["measured", "figure", "from"], rows)


def assumed(by: Assumed) -> str:
    """What is assumed, under the name by which it is put otherwise, and the range in which it may lie."""
    rows = (
        [
            *(f"`{one.name}`", one.metadata["words"], f"{getattr(by, one.name):,}"),
            f"{one.metadata['least']:,} to {one.metadata['most']:,}",
        ]
        for one in fields(by)
    )
    return table(["name", "assumed", "here", "may be"], rows)


def _of_sizes(head: str, rows: Sequence[Row], by: Assumed) -> str:
    sizes = [size(players, by) for players in PLAYERS]
    heads = [head, *(f"{number(one.players / 1e6)} million" for one in sizes)]
    return table(heads, ([words, *map(tell, sizes)] for words, tell in rows))


def played(by: Assumed) -> str:
    """What so many players do."""
    rows: list[Row] = [
        ("players active a day", lambda of: number(of.active)),
        ("matches that end a day", lambda of: number(of.matches)),
        ("moves a day", lambda of: number(of.moves)),
        ("sets of dice a day", lambda of: number(of.sets)),
        ("moves a second in the busiest hour", lambda of: number(of.moves_peak)),
        ("sets a second then", lambda of: number(of.sets_peak)),
        ("pages a second then, beside moves", lambda of: number(of.pages_peak)),
        ("open streams then", lambda of: number(of.streams)),
    ]
    return _of_sizes("accounts", rows, by)


def stored(by: Assumed) -> str:
    """Bytes."""
    rows: list[Row] = [
        ("folded matches, a year", lambda of: bytes_of(kept(of, by).folded)),
        ("… before they are folded, were they never", lambda of: bytes_of(_never_folded(of))),
        ("reviews, a year", lambda of: bytes_of(kept(of, by).reviewed)),
        ("dice that were published, a year", lambda of: bytes_of(kept(of, by).published)),
        ("files of `DICE_LOG`, a year", lambda of: bytes_of(kept(of, by).logged)),
        ("moves that are not folded, at any time", lambda of: bytes_of(kept(of, by).unfolded)),
        ("ledger of the dice, at any time", lambda of: bytes_of(kept(of, by).ledger)),
        ("accounts, notices and ratings apart", lambda of: bytes_of(kept(of, by).accounts)),
        ("the database after a year", lambda of: bytes_of(kept(of, by).database)),
        ("log of Postgres (WAL), a day", lambda of: bytes_of(kept(of, by).wal)),
        ("… in the busiest hour, a second", lambda of: bytes_of(of.moves_peak * wal(by))),
        ("answers that leave the house, a month", lambda of: bytes_of(traffic(of, by))),
        ("… in the busiest hour, a second", lambda of: bytes_of(of.moves_peak * _answers(by))),
    ]
    return _of_sizes("bytes", rows, by)


def _answers(by: Assumed) -> float:
    return (1 + by.pages) * MEASURED["answer"].value


def _never_folded(of: Size) -> float:
    return of.matches * YEAR * MEASURED["unfolded"].value


def run_by(by: Assumed) -> str:
    """Processes and machines."""

    def machine(kind: str) -> Row:
        words = f"machines: {kind}, {CORES[kind]} cores"
        return words, lambda of: number(needed(of, by).machines[kind])

    rows: list[Row] = [
        ("web processes", lambda of: number(needed(of, by).web)),
        ("their threads, each with a connection", lambda of: number(needed(of, by).threads)),
        ("processes of workers", lambda of: number(needed(of, by).workers)),
        ("stream processes", lambda of: number(needed(of, by).streams)),
        ("cores that Postgres keeps busy", lambda of: f"{needed(of, by).postgres:.1f}"),
        ("primaries of matches", lambda of: number(needed(of, by).primaries)),
        ("primaries of players, events, ladders", lambda of: number(needed(of, by).players)),
        *map(machine, CORES),
        ("dollars a month, hired machines", lambda of: number(money(of, by)[0])),
        ("dollars a month, a large cloud", lambda of: number(money(of, by)[1])),
    ]
    return _of_sizes("in the busiest hour", rows, by)


def ends(by: Assumed) -> str:
    """How much of what one primary has is asked for, where there is but one."""
    rows: list[Row] = [
        ("moves a second, of what one is asked for at most", lambda of: share(of.moves_peak / by.primary)),
        ("sets a second, of those measured", lambda of: share(of.sets_peak / MEASURED["draws"].value)),
        ("… with a keeper of the keys", lambda of: share(of.sets_peak / MEASURED["keeper"].value)),
        ("cores, of 32 half busy", lambda of: share(needed(of, by).postgres / 16)),
        ("connections, of 500", lambda of: share(needed(of, by).threads / 500)),
        ("bytes, of 10 TB, after a year", lambda of: share(kept(of, by).database / 1e13)),
        ("WAL a second, of 100 MB", lambda of: share(of.moves_peak * wal(by) / 1e8)),
        ("days until all tables are looked through for old xids", lambda of: number(_freeze(of))),
    ]
    return _of_sizes("one primary", rows, by)


def _freeze(of: Size) -> float:
    return FREEZE / (of.moves * WRITING)


def all_of(by: Assumed) -> dict[str, str]:
    """Each by its name."""
    return {
        "measured": measured(),
        "assumed": assumed(by),
        "played": played(by),
        "stored": stored(by),
        "run by": run_by(by),
        "ends": ends(by),
    }
