"""The worker's part in a test: what follows from what happened is made, in this process."""

from __future__ import annotations

from django.conf import settings
from django.utils import timezone

from accounts import outbox
from accounts.models import Errand
from ladders.events import engine
from ladders.models import Event

ROUNDS = 500
"""What brings something about for ever is a fault."""


def work() -> None:
    """Follow up whatever was noted, and what that brings about, until nothing is left to do."""
    for _ in range(ROUNDS):
        due = Errand.objects.filter(given_up_at=None, due__lte=timezone.now())
        noted = set(due.values_list("kind", flat=True))
        if sum(outbox.follow_up(kind) for kind in settings.OUTBOX if kind in noted):
            continue
        # To ask what is due of no event takes as long as a page.
        if not Event.objects.exists() or not engine.look_after_due():
            return
    raise AssertionError("there is always something left to do")
