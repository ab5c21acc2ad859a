"""Building the tables of the analysis on this machine: all that is missing, by one process at a time.

A table appears in `ANALYSIS_DIR` when it is whole and on the disk. What is killed midway, or finds the disk
full, leaves the tables that were there and nothing half; the next run goes on with what is missing.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from games.analysis import advisors, store
from games.analysis.store import Built
from games.rules import RULES

Told = Callable[[str, float], None]
"""Is told which table is being built, and how much of all that is to do is done, from 0 to 1."""


class Busy(Exception):
    """Another process is building here."""


def all_tables() -> tuple[Built, ...]:
    """Every table of every game, each once."""
    found = {table.name: table for rules in RULES.values() for table in advisors.tables_of(rules)}
    return tuple(found.values())


def missing(home: Path, of: Iterable[Built]) -> tuple[Built, ...]:
    """The tables that are not there, or not of this version."""
    return tuple(table for table in of if not _is_there(home, table))


def _is_there(home: Path, table: Built) -> bool:
    with suppress(store.Unusable):
        store.read(home, table)
        return True
    return False


def damaged(home: Path, of: Iterable[Built]) -> tuple[Built, ...]:
    """The tables that are not there or whose contents are not what was written: reads all of them."""
    found = []
    for table in of:
        try:
            store.verify(home, table)
        except store.Unusable:
            found.append(table)
    return tuple(found)


def build(home: Path, told: Told, *, of: Sequence[Built] = (), wait: bool = True, again: bool = False) -> int:
    """Build what is missing of these tables, of all where none are named, and with `again` what is damaged.

    Returns how many tables that were.

    One process builds at a time: another waits, and then has little left to do; without `wait` it raises
    Busy. Raises OSError where the disk takes no more.
    """
    home.mkdir(parents=True, exist_ok=True)
    with _alone(home, wait=wait):
        for part in home.glob(f"*{store.PART}"):
            part.unlink(missing_ok=True)  # of one that was killed: we are alone
        wanted = (damaged if again else missing)(home, of or all_tables())
        for count, table in enumerate(wanted):

            def progress(done: float, name: str = table.name, before: int = count) -> None:
                told(name, (before + done) / len(wanted))

            progress(0.0)
            store.write(home, table, table.build(progress))
        return len(wanted)


@contextmanager
def _alone(home: Path, *, wait: bool) -> Iterator[None]:
    """While this holds nobody else builds; the lock goes with the process, however that ends."""
    lock = os.open(home / "lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
        except BlockingIOError:
            raise Busy from None
        yield
    finally:
        os.close(lock)
