"""What Celery runs for the site itself."""

from __future__ import annotations

from celery import shared_task

from boatzee_site import heartbeats


@shared_task
def heartbeat(queue: str) -> None:
    """Note that this queue is served; look whether others are."""
    heartbeats.note_queue(queue)
    heartbeats.watch()
