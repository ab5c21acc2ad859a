"""What Celery runs for the site itself: signs of life, and clearing away at night what has expired."""

from __future__ import annotations

import logging

from celery import shared_task

from accounts.notices import partitions
from boatzee_site import clearing, heartbeats
from games.match import ranking

logger = logging.getLogger(__name__)
CLEARING = (partitions.look_after, clearing.clear, ranking.thin)


@shared_task
def heartbeat(queue: str) -> None:
    """Note that this queue is served; look whether others are."""
    heartbeats.note_queue(queue)
    heartbeats.watch()


@shared_task
def clear_expired() -> None:
    """Delete what nobody needs any more. Each step can fail alone."""
    for step in CLEARING:
        try:
            logger.info("%s.%s: %s", step.__module__, step.__name__, step() or "nothing to do")
        except Exception:
            logger.exception("%s.%s failed.", step.__module__, step.__name__)
