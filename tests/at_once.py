"""Several acts at the same time, each in a thread and on a database connection of its own."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import closing
from typing import TypeVar

from django.db import connection

from boatzee_site.local.starting import until

PATIENCE = 60.0
"""Seconds after which a test fails because something does not end; it never stands still for ever."""
T = TypeVar("T")


def meanwhile(act: Callable[[], T]) -> Future[T]:
    """Begin this, and go on. What it returns or raises is in the answer's `result(PATIENCE)`."""
    answer: Future[T] = Future()

    def run() -> None:
        try:
            with closing(connection):
                found = act()
        except BaseException as error:  # noqa: BLE001  (whoever asks for the result meets it)
            answer.set_exception(error)
        else:
            answer.set_result(found)

    threading.Thread(target=run, daemon=True).start()
    return answer


def at_once(*acts: Callable[[], T]) -> list[T]:
    """Do all of this at the same moment. Returns what each returns; raises what the first of them raised."""
    return [answer.result(PATIENCE) for answer in _all_begun(acts)]


def raised_at_once(*acts: Callable[[], object]) -> list[BaseException]:
    """Do all of this at the same moment. Returns what they raised, in their order."""
    met = [answer.exception(PATIENCE) for answer in _all_begun(acts)]
    return [error for error in met if error is not None]


def _all_begun(acts: tuple[Callable[[], T], ...]) -> list[Future[T]]:
    start = threading.Barrier(len(acts))

    def together(act: Callable[[], T]) -> T:
        start.wait(PATIENCE)
        return act()

    return [meanwhile(lambda act=act: together(act)) for act in acts]  # type: ignore[misc]


def is_held_up(answer: Future[T]) -> bool:
    """Wait until this is over, or somebody waits for a lock. Returns whether it is not over."""
    until(lambda: answer.done() or _somebody_waits(), PATIENCE, "It neither ends nor waits for a lock.")
    return not answer.done()


class Meeting:
    """Where two wait for each other while they hold their locks, or until the other waits for one of them."""

    def __init__(self) -> None:
        self._come = itertools.count(1)
        self._both = False

    def wait(self) -> None:
        """Raises ServiceFailed where the other neither comes nor waits."""
        if next(self._come) > 1:
            self._both = True
        until(lambda: self._both or _somebody_waits(), PATIENCE, "The other neither comes nor waits.")


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_clear_snapshot()")  # or who came in this transaction is not seen
        cursor.execute(
            "SELECT EXISTS (SELECT FROM pg_stat_activity"
            " WHERE wait_event_type = 'Lock' AND datname = current_database())"
        )
        return bool(cursor.fetchone()[0])
