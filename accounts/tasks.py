"""What Celery runs for people."""

from __future__ import annotations

import logging

from celery import shared_task

from accounts import leaving, looking, outbox
from accounts.moderation import remembered
from accounts.news import publishing
from accounts.notices import send, spread

logger = logging.getLogger(__name__)
STEPS = (publishing.tell_news, spread.spread, send.send_due)


@shared_task
def follow_up(kind: str) -> None:
    """Make what follows from what happened: of a match what is told, of a result its table."""
    outbox.follow_up(kind)


@shared_task
def deliver() -> None:
    """Tell of news, and send what is to be told by mail, push and webhook. Each step can fail alone."""
    for step in STEPS:
        try:
            step()
        except Exception:
            logger.exception("%s.%s failed.", step.__module__, step.__name__)


@shared_task
def forget_at_night() -> None:
    """Decisions about closed accounts that hold no more, and accounts that nobody has confirmed.

    And names that nobody has looked at: those that a release of before has given meanwhile, also in place of
    others.
    """
    remembered.forget()
    leaving.forget_unconfirmed()
    looking.forget_former()
    looking.look()
