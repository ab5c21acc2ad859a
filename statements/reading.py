"""From which database is read: from the primary, or for a while from a copy that follows it.

What writes, what locks, and what stands in a transaction is always the primary's.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db import DEFAULT_DB_ALIAS, connections

PRIMARY = DEFAULT_DB_ALIAS
COPY = "replica"
_source: ContextVar[str] = ContextVar("source", default=PRIMARY)


def source() -> str:
    """The alias of the database that is read from here."""
    found = _source.get()
    return PRIMARY if found != PRIMARY and connections[PRIMARY].in_atomic_block else found


@contextmanager
def apart() -> Iterator[None]:
    """Whatever is turned to in this block is turned back after it."""
    token = _source.set(_source.get())
    try:
        yield
    finally:
        _source.reset(token)


@contextmanager
def from_primary() -> Iterator[None]:
    """Read from the primary in this block, whatever is read around it."""
    token = _source.set(PRIMARY)
    try:
        yield
    finally:
        _source.reset(token)


def turn_to_copy() -> None:
    """Read from the copy from here on, to the end of the block of `apart` around it."""
    _source.set(COPY)
