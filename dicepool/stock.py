"""How far the pool has been used: reads of the cursor, the batches and the ledger."""

from __future__ import annotations

from django.db import connection

CURSOR = "(SELECT last_value - (NOT is_called)::int FROM dicepool_serial)"
"""The last serial that was taken, as SQL; 0 before the first."""


def level() -> int:
    """How many sets are left to draw."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT coalesce(sum(b.last - greatest(b.first, c.at + 1) + 1), 0)::bigint"  # noqa: S608  (a constant)
            f" FROM dicepool_batch b, (SELECT {CURSOR} AS at) c WHERE b.last > c.at"
        )
        return int(cursor.fetchone()[0])


def taken() -> int:
    """The last serial that was taken, whether or not its transaction was committed; 0 before the first."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {CURSOR}")
        return int(cursor.fetchone()[0])
