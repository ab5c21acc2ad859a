"""Waiting for draws: until a transaction is over nobody knows whether its sets were taken, or shown."""

from __future__ import annotations

import time
from datetime import datetime

from django.db import connection

PATIENCE = 3.0  # seconds


def draws_are_settled(*, of_others: bool = False) -> bool:
    """Whether every transaction that had drawn by now has ended; waits for them a little.

    `of_others` leaves out the caller's own, of which it sees what it has drawn.

    A draw holds its lock on the sequence until its transaction ends, and takes it before it is given
    a serial: whoever may still hold a serial at or below the cursor is in the first list.
    """
    with connection.cursor() as cursor:

        def holders() -> set[str]:
            cursor.execute(
                "SELECT virtualtransaction FROM pg_locks WHERE locktype = 'relation'"
                " AND relation = 'dicepool_serial'::regclass AND mode = 'RowExclusiveLock'"
                " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
                " AND (NOT %s OR pid <> pg_backend_pid())",
                [of_others],
            )
            return {row[0] for row in cursor.fetchall()}

        waiting = holders()
        end = time.monotonic() + PATIENCE
        while waiting and time.monotonic() < end:
            time.sleep(0.02)
            waiting &= holders()
        return not waiting


def writes_since_before(moment: datetime) -> bool:
    """Whether a transaction of others that has written is open since before this moment: what it writes down
    may have a time from before it, and be seen only later.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database()"
            " AND backend_xid IS NOT NULL AND xact_start < %s AND pid <> pg_backend_pid())",
            [moment],
        )
        return bool(cursor.fetchone()[0])
