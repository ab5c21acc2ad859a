"""What Celery runs for events."""

from __future__ import annotations

import logging

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from ladders.clubs import ladders, matches
from ladders.events import announcing, checking, engine, house, wake
from ladders.ladder import idling, order
from ladders.models import Ladder

logger = logging.getLogger(__name__)


@shared_task
def look_after() -> None:
    """Call a task for every event in which something is to be done, go on with matches of clubs whose time
    has come, and announce what is new.
    """
    for event_id in engine.due(timezone.now()):
        wake.event(event_id)
    matches.look_after(timezone.now())
    announcing.announce_all()


@shared_task
def look_after_event(event_id: int) -> None:
    """Begin, close, lay, resume, finish: whatever is to be done for one event."""
    engine.look_after(event_id)


@shared_task
def keep_house() -> None:
    """Open what the site itself keeps open, where its operators want that."""
    if settings.HOUSE_EVENTS:
        house.open_missing()


@shared_task
def every_night() -> None:
    """Who may no longer stand on ladders of clubs, what idling costs on all, and whether every table is what
    its results make of it.
    """
    ladders.keep_all()
    idling.slide_idle(timezone.now())
    for line in checking.recompute():
        logger.error("A table differs from its results: %s", line)
    for ladder in Ladder.objects.select_related("club").filter(closed_at=None).iterator():
        for first in order.miscounted(ladder.pk):
            logger.error("The %s miscounts its rungs from key %s on", ladder, first)


@shared_task
def every_week() -> None:
    """Begin a new week of arrows on ladders."""
    idling.remember_week()
