"""Call the worker to look after an event. A broker that is down delays nobody: the next pass does it."""

from __future__ import annotations

import logging

from celery import current_app
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)
SECONDS = 120
"""After so long the next pass has done it."""


def event(event_id: int) -> None:
    """Let an event be looked after, in a task of its own."""
    try:
        current_app.send_task("ladders.tasks.look_after_event", [event_id], queue="heavy", expires=SECONDS)
    except OperationalError as error:
        logger.warning("Event %s waits for the next pass: %s", event_id, error)
