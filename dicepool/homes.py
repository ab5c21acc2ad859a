"""Where serials lie: in which batch, in which segment of the log, and in which folded books. One query each,
however many serials are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection

# A home is the first that does not end before the serial, where it has begun by then: an index finds it.
_HOME = (
    " FROM unnest(%s::bigint[]) s JOIN LATERAL (SELECT number, first FROM {}"
    " WHERE last >= s ORDER BY {} LIMIT 1) home ON home.first <= s"
)
_BATCH = _HOME.format("dicepool_batch", "last")
_SEGMENT = _HOME.format("dicepool_segment", "last, number")  # later ones with the same end tell of no serial
_LEDGER = " JOIN dicepool_publication p ON p.batch_id = home.number WHERE p.ledger IS NOT NULL"


def batches(serials: Sequence[int]) -> dict[int, int]:
    """The number of the batch of each serial that has one."""
    return dict(_asked("SELECT s, home.number" + _BATCH, serials))


def segments(serials: Sequence[int]) -> dict[int, int]:
    """The number of the segment of each serial that is sealed."""
    return dict(_asked("SELECT s, home.number" + _SEGMENT, serials))


def ledgers(serials: Sequence[int]) -> list[tuple[int, int, int, bytes]]:
    """Of each serial that is folded: itself, its batch and the first serial of that, and the digest of its
    ledger.
    """
    rows = _asked("SELECT s, home.number, home.first, p.ledger" + _BATCH + _LEDGER, serials)
    return [(serial, batch, first, bytes(digest)) for serial, batch, first, digest in rows]


def _asked(query: str, serials: Sequence[int]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(query, [list(serials)])
        return list(cursor.fetchall())
