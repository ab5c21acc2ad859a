"""An advisory lock of the pool that somebody else holds."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from dicepool import locks
from tests.at_once import PATIENCE, meanwhile


@contextmanager
def locked(number: int) -> Iterator[None]:
    """Another transaction has it for as long as this lasts."""
    held, done = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            locks.wait_for(number)
            held.set()
            done.wait(PATIENCE)

    holder = meanwhile(hold)
    assert held.wait(PATIENCE)
    try:
        yield
    finally:
        done.set()
        holder.result(PATIENCE)
