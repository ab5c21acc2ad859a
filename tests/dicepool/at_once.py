"""Several acts at the same time."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from django.db import connection


def at_once(*acts: Callable[[], object]) -> list[object]:
    """Do these in threads, at the same time. Returns what each returns."""

    def act(what: Callable[[], object]) -> object:
        try:
            return what()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(act, acts))
