"""What Celery runs for the games."""

from __future__ import annotations

from celery import shared_task

from games import timeouts


@shared_task
def keep_time() -> None:
    """Note that the site is alive, and close what is due."""
    timeouts.keep_time()
