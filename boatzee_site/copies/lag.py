"""Whether the copy that this thread reads from is near enough to the primary.

It is asked on the very connection by which is read: behind a proxy each may lead to another copy.
"""

from __future__ import annotations

import logging
import threading
import time
from typing import Any

from django.db import Error, connections

from boatzee_site.copies.leader import LEADER
from statements.reading import COPY

logger = logging.getLogger(__name__)
KNOWN = 1.0
"""Seconds for which a connection is not asked again."""
REST = 5.0
"""Seconds for which a copy that cannot be reached is left alone."""
REPLAYED = """SELECT (
    CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() ELSE pg_current_wal_flush_lsn() END - '0/0'
)::bigint"""
"""How far it has replayed the primary's log; where nobody follows a proxy may lead to the primary itself."""


class _Asked(threading.local):
    line: object = None
    at = 0.0
    replayed: int | None = None


_asked = _Asked()
_comes = threading.Lock()
_rests_until = 0.0


def near_enough(*, mending: bool = False) -> bool:
    """Whether pages may be read from it now. Mostly no query, one on the copy once a second a thread."""
    here: Any = connections[COPY]
    now = time.monotonic()
    if now < _rests_until:
        return False
    if here.connection is None or here.connection is not _asked.line or now - _asked.at > KNOWN:
        _ask(here, wait=mending)
    return _asked.replayed is not None and LEADER.covers(_asked.replayed, mending=mending)


def _ask(here: Any, *, wait: bool) -> None:
    """Note how far it is. A line that went dead is tried anew; of several threads one alone waits for a line
    that may never come, unless the page cannot be had otherwise.
    """
    _asked.line, _asked.replayed = None, None
    if here.connection is not None and not _answers(here):
        here.close()
    if here.connection is None and _comes.acquire(blocking=wait):
        try:
            _connect(here)
        finally:
            _comes.release()


def _connect(here: Any) -> None:
    global _rests_until  # noqa: PLW0603  (each process knows for itself)
    if time.monotonic() >= _rests_until and not _answers(here):
        here.close()
        _rests_until = time.monotonic() + REST


def _answers(here: Any) -> bool:
    try:
        with here.cursor() as cursor:
            cursor.execute(REPLAYED)
            [[replayed]] = cursor.fetchall()
    except Error as error:
        logger.warning("The copy cannot be asked how far it is: %s", error)
        return False
    _asked.line, _asked.at, _asked.replayed = here.connection, time.monotonic(), replayed
    return True
