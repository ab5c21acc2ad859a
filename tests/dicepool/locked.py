"""An advisory lock of the pool that somebody else holds."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from dicepool import locks


@contextmanager
def locked(number: int) -> Iterator[None]:
    """Another transaction has it for as long as this lasts."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                locks.wait_for(number)
                held.set()
                done.wait(10)
        finally:
            connection.close()

    holder = threading.Thread(target=hold)
    holder.start()
    assert held.wait(10)
    try:
        yield
    finally:
        done.set()
        holder.join()
