"""What Celery runs for events."""

from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone

from ladders import announcing, deciding, entering, idling, order, running, watch
from ladders.models import Ladder

logger = logging.getLogger(__name__)


@shared_task
def look_after() -> None:
    """Extend rounds after an outage; begin, close, resume and finish what is due; ask to confirm."""
    watch.extend_after_outage()
    now = timezone.now()
    entering.ask_to_confirm(now)
    entering.begin_due(now)
    running.close_due(now)
    deciding.resume_due()
    running.finish_reviewed(now)
    announcing.announce_all()


@shared_task
def every_night() -> None:
    """What idling costs on ladders, and whether every table is what its results make of it."""
    idling.slide_idle(timezone.now())
    for line in deciding.recompute():
        logger.error("A table differs from its results: %s", line)
    for ladder in Ladder.objects.all():
        for first in order.miscounted(ladder.pk):
            logger.error("The %s miscounts its rungs from key %s on", ladder, first)


@shared_task
def every_week() -> None:
    """Begin a new week of arrows on ladders."""
    idling.remember_week()
