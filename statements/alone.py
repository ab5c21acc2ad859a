"""Work that one process does at a time, in transactions of its own: it holds a lock of its connection."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection


@contextmanager
def alone(number: int) -> Iterator[bool]:
    """Whether nobody else has the advisory lock of this number; then it is held to the end of the block.

    It is the connection's, not a transaction's: where the process dies it goes with the connection.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [number])
        taken = bool(cursor.fetchone()[0])
        try:
            yield taken
        finally:
            if taken:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [number])
