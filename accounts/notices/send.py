"""Sending what is due, each thing once. Whoever sends moves `due` forward first and so holds a lease.

No row is locked while a server is talked to: a player's move may take a notice back at any moment. A
process that dies between sending and saying so sends once more when the lease is over; that mail has
the same Message-ID, by which mail servers and programs know it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta

from django.utils import timezone

from accounts.models.notices import Delivery
from accounts.notices import hook, mail, push
from accounts.notices.ways import Gone, Unreachable

logger = logging.getLogger(__name__)
LEASE = timedelta(minutes=3)
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360))
"""How long to wait after the first failure, the second …; the last for all that follow."""
PATIENCE = timedelta(days=7)
"""After so long a notice is old news."""

Send = Callable[[list[Delivery]], None]
WAYS: Mapping[str, Send] = {
    Delivery.Way.MAIL: mail.send,
    Delivery.Way.DIGEST: mail.send,
    Delivery.Way.PUSH: push.send,
    Delivery.Way.HOOK: hook.send,
}


def send_due() -> int:
    """Send whatever is due by every way. Returns how many notices went out."""
    return sum(_send_all(way, send) for way, send in WAYS.items())


def _send_all(way: str, send: Send) -> int:
    """One way, until nothing is due. A mail server that does not answer is asked again at the next pass."""
    sent = 0
    while claimed := _claim(way):
        try:
            send(claimed)
        except Gone as reason:
            logger.info("%s will not be sent: %s", claimed[0], reason)
        except Unreachable as reason:
            logger.warning("%s was not sent: %s", claimed[0], reason)
            _try_later(claimed)
            if way in {Delivery.Way.MAIL, Delivery.Way.DIGEST}:
                break  # all of them go to the same server
            continue
        else:
            sent += len(claimed)
        Delivery.objects.filter(pk__in=[delivery.pk for delivery in claimed]).delete()
    return sent


def _claim(way: str) -> list[Delivery]:
    """Take the next delivery that is due; for a daily mail, all of that player's. Empty when none is."""
    now = timezone.now()
    while True:
        due = Delivery.objects.filter(way=way, due__lte=now)
        first = due.order_by("due", "pk").first()
        if first is None:
            return []
        mine = [first.pk]
        if way == Delivery.Way.DIGEST:
            mine = list(due.filter(notice__player=first.notice.player_id).values_list("pk", flat=True))
        taken = [pk for pk in mine if _lease(pk, now)]
        if taken:
            return list(
                Delivery.objects.filter(pk__in=taken)
                .select_related("notice__player__telling", "browser")
                .order_by("notice")
            )


def _lease(pk: int, now: datetime) -> bool:
    """Move `due` forward, if nobody else has: only one of two workers can."""
    return bool(Delivery.objects.filter(pk=pk, due__lte=now).update(due=now + LEASE))


def _try_later(claimed: list[Delivery]) -> None:
    now = timezone.now()
    for delivery in claimed:
        if delivery.notice.created_at < now - PATIENCE:
            logger.error("%s was given up.", delivery)
            delivery.delete()
            continue
        pause = PAUSES[min(delivery.tries, len(PAUSES) - 1)]
        # Taken back meanwhile it is no longer there, and stays so.
        Delivery.objects.filter(pk=delivery.pk).update(due=now + pause, tries=delivery.tries + 1)
