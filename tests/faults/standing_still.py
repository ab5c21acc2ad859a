"""Loaded into workers by a test (`celery worker -I`): work that never ends, and a way to servers at home."""

from __future__ import annotations

import time

from celery import shared_task

from accounts.notices import address


def anywhere(_address: str) -> bool:
    """The servers of the test are on this machine."""
    return True


address.public = anywhere  # type: ignore[assignment]


@shared_task(name="tests.stand_still")
def stand_still() -> None:
    """A whole hour of nothing."""
    time.sleep(3600)
