"""A draw that is not over while others are at work."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from dicepool import pool
from tests.at_once import PATIENCE, meanwhile


@contextmanager
def drawing() -> Iterator[None]:
    """While another transaction has drawn a set and is not over."""
    drawn, done = threading.Event(), threading.Event()

    def draw_and_wait() -> None:
        with transaction.atomic():
            pool.draw(1)
            drawn.set()
            done.wait(PATIENCE)

    slow = meanwhile(draw_and_wait)
    assert drawn.wait(PATIENCE)
    try:
        yield
    finally:
        done.set()
        slow.result(PATIENCE)
