"""A pool without a set."""

from __future__ import annotations

from django.db import connection

LAST = "max(split_part(inhrelid::regclass::text, '_', 4)::bigint)"


def empty() -> None:
    """Move the cursor past every set there is, and past every partition that an emptied table left behind."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT setval('dicepool_serial', last) FROM (SELECT {LAST} AS last FROM pg_inherits"
            " WHERE inhparent = 'dicepool_diceset'::regclass) AS sets"
            " WHERE last > (SELECT last_value - (NOT is_called)::int FROM dicepool_serial)"
        )
