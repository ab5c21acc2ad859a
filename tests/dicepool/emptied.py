"""A pool without a set, and a memory without a head of the public log."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import redis
from django.db import connection

from boatzee_site.local.starting import until
from dicepool import memory
from dicepool.memory import Memory

PATIENCE = 30.0  # seconds
LAST = "max(split_part(inhrelid::regclass::text, '_', 4)::bigint)"


def empty() -> None:
    """Move the cursor past every set there is, and past every partition that an emptied table left behind."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT setval('dicepool_serial', last) FROM (SELECT {LAST} AS last FROM pg_inherits"
            " WHERE inhparent = 'dicepool_diceset'::regclass) AS sets"
            " WHERE last > (SELECT last_value - (NOT is_called)::int FROM dicepool_serial)"
        )


def forget_head() -> None:
    """Forget outside the database which head of the public log was signed last."""
    for place in memory.places():
        until(partial(_is_forgotten, place), PATIENCE, f"{place} does not answer.")


def _is_forgotten(place: memory.File | memory.Shared) -> bool:
    """Whether it answered: on a busy machine it may take longer than the site waits."""
    try:
        kept = place.read()
        if kept is not None and kept.size:
            place.write(_without_head)
    except redis.TimeoutError:
        return False
    return True


def _without_head(kept: Memory | None) -> Memory:
    assert kept
    return replace(kept, tree=0, size=0, root="")
