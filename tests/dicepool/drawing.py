"""A draw that is not over while others are at work."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from dicepool import pool


@contextmanager
def drawing() -> Iterator[None]:
    """While another transaction has drawn a set and is not over."""
    drawn, done = threading.Event(), threading.Event()

    def draw_and_wait() -> None:
        try:
            with transaction.atomic():
                pool.draw(1)
                drawn.set()
                done.wait(10)
        finally:
            connection.close()

    slow = threading.Thread(target=draw_and_wait)
    slow.start()
    drawn.wait(10)
    try:
        yield
    finally:
        done.set()
        slow.join()
