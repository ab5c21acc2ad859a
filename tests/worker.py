"""The worker's part in a test: what follows from what happened is made, in this process."""

from __future__ import annotations

from django.conf import settings

from accounts import outbox


def work() -> None:
    """Follow up whatever was noted, and what that brings about, until nothing is left to do."""
    while any(outbox.follow_up(kind) for kind in settings.OUTBOX):
        pass
