"""Whether there is a primary, and how far it has written: looked at once a second by a thread of its own.

A copy's own clock tells nothing of how old it is: it says the same whether nothing was written or nothing
came through. So each process notes where the primary's log (WAL) stood at which moment, and a copy that has
replayed it to there is at most as old as that moment.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections import deque
from typing import Any

from django.db import Error, connections

from boatzee_site import lines
from statements.reading import PRIMARY

logger = logging.getLogger(__name__)
EVERY = 1.0
"""Seconds between two looks."""
PATIENCE = 3.0
"""Seconds after which a look that has no answer counts as failed, and its line is cut."""
MOST = 4.0
"""How many seconds a copy may be behind when it is looked at."""
LOOKS = 8
"""How many are remembered: those of MOST seconds, and some to spare."""
WRITTEN = "SELECT (pg_current_wal_flush_lsn() - '0/0')::bigint"
"""Where the log stands to which everything that was acknowledged is durable. A standby refuses to say it."""


class Leader:
    """The primary, as this process knows it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watcher: threading.Thread | None = None
        self._process = 0
        self._end = threading.Event()
        self._looks: deque[tuple[float, int]] = deque(maxlen=LOOKS)
        self._failed = False
        self._since: float | None = None

    def watch(self) -> None:
        """Look from now on. A process that was forked begins anew; asking again costs nothing."""
        if self._process == os.getpid():
            return
        with self._lock:
            if self._process != os.getpid():
                self._process = os.getpid()
                self._looks.clear()
                self._failed, self._since, self._end = False, None, threading.Event()
                self._watcher = threading.Thread(target=self._go_on, name="leader", daemon=True)
                self._watcher.start()

    def stop(self) -> None:
        """Look no more, until `watch` is called again."""
        self._end.set()
        if self._watcher is not None:
            self._watcher.join()
        self._process = 0

    @property
    def gone(self) -> bool:
        """Whether it could not be reached, or did not answer, when it was looked at last."""
        since = self._since
        return self._failed or (since is not None and time.monotonic() - since > PATIENCE)

    def covers(self, replayed: int, *, mending: bool) -> bool:
        """Whether a copy that has replayed its log to here is near enough: MOST seconds behind now, or while
        we are `mending` behind the last moment at which the primary was seen. Not where it never was.
        """
        looks = list(self._looks)
        if not looks:
            return False
        now = looks[-1][0] if mending else time.monotonic()
        return any(at >= now - MOST and replayed >= written for at, written in looks)

    def _go_on(self) -> None:
        line = connections.create_connection(PRIMARY)  # this thread's own, which lasts
        end = self._end
        while True:
            self._look(line)
            if end.wait(EVERY):
                break
        line.close()

    def _look(self, line: Any) -> None:
        self._since = at = time.monotonic()  # before it is asked: all that was acknowledged by then is in it
        written = _written(line) or _written(line)  # the second time by a new connection
        failed, self._since = written is None, None
        if written is not None:
            self._looks.append((at, written))
        if failed != self._failed:
            self._failed = failed
            logger.warning("The primary is gone." if failed else "The primary is back.")


def _written(line: Any) -> int | None:
    try:
        with lines.at_most(PATIENCE, line), line.cursor() as cursor:
            cursor.execute(WRITTEN)
            [[written]] = cursor.fetchall()
    except Error:
        line.close()
        return None
    return int(written)


LEADER = Leader()
