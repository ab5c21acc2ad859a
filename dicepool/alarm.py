"""Telling the operators that the pool is low, or that nothing can be drawn from it."""

from __future__ import annotations

import logging
from datetime import timedelta

from django.conf import settings
from django.core.mail import mail_admins
from django.utils import timezone

from dicepool.models import Refill
from dicepool.stock import level

logger = logging.getLogger(__name__)
QUIET = timedelta(hours=1)  # between two mails


def low_water() -> bool:
    """Mail the admins if the level is below the low-water mark. Returns whether a mail was sent.

    Called before a refill, so that they hear of it also when refilling fails or is killed. At most
    one mail an hour: the log of refills says when the pool was low last.
    """
    left = level()
    if left >= settings.DICE_LOW_WATER:
        return False
    if Refill.objects.filter(reason=Refill.LOW_WATER, started_at__gt=timezone.now() - QUIET).exists():
        return False
    what = f"holds {left:,} sets" if left else "is empty"
    mail_admins(
        f"The dice pool {what}",
        f"The dice pool {what}; its low-water mark is {settings.DICE_LOW_WATER:,}.\n"
        f"A refill up to {settings.DICE_HIGH_WATER:,} is being started. If the level doesn't rise,\n"
        "look at the refills in the admin or run `manage.py dice_status`.\n",
        fail_silently=True,  # a mail server that is down must not keep the dice from being rolled
    )
    return True


def stopped(why: str) -> None:
    """Say that no dice can be drawn or rolled, and why: into the log, and to the admins, who are not mailed
    the same thing by the same process again and again (boatzee_site/reports.py).
    """
    logger.error("No dice can be drawn: %s What to do is said in docs/dice.md, For operators.", why)


def unsealed(why: str) -> None:
    """Say that the log is not sealed, and why. Draws go on, and it is tried again within a minute."""
    logger.error(
        "The log of the dice is not sealed: %s What to do is said in docs/dice.md, For operators.", why
    )


def lost(why: str) -> None:
    """Say that a file of the log cannot be read, or none be written in which books are folded, and why."""
    logger.error("The files of the dice's log: %s What to do is said in docs/dice.md, For operators.", why)
