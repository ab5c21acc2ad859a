"""Call for work in the background. A broker that is down delays nobody: the clock's next pass does it."""

from __future__ import annotations

import logging

from celery import current_app
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)
SECONDS = 120
"""After so long the clock has done it."""


def robots(match_id: int) -> None:
    """Let the robots of a match move."""
    try:
        current_app.send_task("games.tasks.move_robots", [match_id], expires=SECONDS)
    except OperationalError as error:
        logger.warning("The robots of match %s were not woken: %s", match_id, error)


def results() -> None:
    """Let what follows from results be made: tables, next rounds, next matches."""
    try:
        current_app.send_task("accounts.tasks.follow_up", ["result"], queue="heavy", expires=SECONDS)
    except OperationalError as error:
        logger.warning("What follows from a result waits for the next pass: %s", error)
