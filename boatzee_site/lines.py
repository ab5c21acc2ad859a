"""No line to Postgres is waited at for ever: one that does not answer in time is cut.

Postgres itself ends what takes too long, and the kernel notices a machine that is gone (settings.py). A
server that is there and says nothing, for it is frozen, or stands behind a proxy that holds the line, is
noticed by neither. Whoever waits for it learns by the cut that the line is lost, as of any that breaks.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import psycopg
from django.conf import settings
from django.db import connections
from django.http import HttpRequest, HttpResponse
from psycopg.pq import ConnStatus, TransactionStatus

PAGE = 30.0
"""Seconds after which a page waits no more. Postgres gives each of its statements 20 (wsgi.py)."""
TICK = 0.25
"""Seconds between two looks at who waits."""


@dataclass(frozen=True, slots=True, eq=False)
class _Wait:
    until: float
    lines: tuple[Any, ...]


_waits: set[_Wait] = set()
_comes = threading.Lock()
_process = 0


@contextmanager
def at_most(seconds: float, *lines: Any) -> Iterator[None]:
    """In this block an answer by one of these lines (Django's wrappers) is waited for so long at most."""
    _watch()
    wait = _Wait(time.monotonic() + seconds, lines)
    _waits.add(wait)
    try:
        yield
    finally:
        _waits.discard(wait)


class Patience:
    """Middleware: a page does not wait for the database for longer than PAGE."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Pass the request on."""
        with at_most(PAGE, *(connections[alias] for alias in settings.DATABASES)):
            return self.get_response(request)


def cut(line: Any) -> None:
    """End it, if somebody waits for an answer by it. Nothing else of it is touched: that is its thread's."""
    through = line.connection
    if through is None:
        return
    try:
        if through.pgconn.transaction_status != TransactionStatus.ACTIVE:
            return
        with socket.socket(fileno=os.dup(through.pgconn.socket)) as end:
            # The number may have become another's just before it was taken; not where the line is still open.
            if through.pgconn.status == ConnStatus.OK:
                end.shutdown(socket.SHUT_RDWR)
    except (OSError, psycopg.Error):
        return  # it ended by itself


def _watch() -> None:
    """Look from now on; a process that was forked begins anew."""
    global _process  # noqa: PLW0603  (each process looks by itself)
    if _process == os.getpid():
        return
    with _comes:
        if _process != os.getpid():
            _process = os.getpid()
            _waits.clear()
            threading.Thread(target=_go_on, name="lines", daemon=True).start()


def _go_on() -> None:
    while True:
        time.sleep(TICK)
        now = time.monotonic()
        for wait in list(_waits):
            if now > wait.until:
                for line in wait.lines:
                    cut(line)
