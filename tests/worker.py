"""The worker's part in a test: what follows from what happened is made, in this process."""

from __future__ import annotations

from django.conf import settings

from accounts import outbox
from ladders.events import engine

ROUNDS = 500
"""What brings something about for ever is a fault."""


def work() -> None:
    """Follow up whatever was noted, and what that brings about, until nothing is left to do."""
    for _ in range(ROUNDS):
        done = sum(outbox.follow_up(kind) for kind in settings.OUTBOX)
        if not done + engine.look_after_due():
            return
    raise AssertionError("there is always something left to do")
