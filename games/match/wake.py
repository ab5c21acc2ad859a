"""Call for work in the background. A broker that is down delays nobody: the clock's next pass does it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from celery import current_app
from kombu.exceptions import OperationalError

logger = logging.getLogger(__name__)
SECONDS = 120
"""After so long the clock has done it."""
LANES = 4
"""Jobs that a crowd is shared out to: as many workers can do it, and others' tasks wait for no more."""


def robots(match_id: int) -> None:
    """Let the robots of a match move."""
    call("games.tasks.move_robots", match_id, expires=SECONDS)


def clocks(until: datetime) -> None:
    """Let more of what is due be closed (games.match.clocks)."""
    call("games.tasks.close_due", until.isoformat(), expires=until)


def seat(pairs: Sequence[tuple[str, str, int, int]], until: datetime) -> None:
    """Let the matches of pairs begin that were found for each other (games.seats.automatch)."""
    call("games.tasks.seat", [list(pair) for pair in pairs], until.isoformat(), expires=until)


def results() -> None:
    """Let what follows from results be made: tables, next rounds, next matches."""
    call("accounts.tasks.follow_up", "result", queue="heavy", expires=SECONDS)


def reviews() -> None:
    """Let the reviews that are wanted be made (games.coach.reviews)."""
    call("games.tasks.make_reviews", expires=SECONDS)


def tables() -> None:
    """Let the tables of perfect play be built that are missing (games.coach.building)."""
    call("games.tasks.build_tables", expires=SECONDS)


def call(task: str, *given: object, **how: Any) -> None:
    """Send a task with what it is `given`; `how` is what Celery takes beside it: `queue`, `expires`."""
    try:
        current_app.send_task(task, list(given), **how)
    except OperationalError as error:
        logger.warning("Nobody could be called for %s, which waits for the next pass: %s", task, error)
