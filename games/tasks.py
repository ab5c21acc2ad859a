"""What Celery runs for the games."""

from __future__ import annotations

from celery import shared_task

from games import lobby, timeouts


@shared_task
def keep_time() -> None:
    """Note that the site is alive, close what is due, and clear the waiting room of what has expired."""
    timeouts.keep_time()
    lobby.clear_expired()
