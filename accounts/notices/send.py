"""One pass over the outbox: what is due is sent, each thing once and each alone.

Whoever sends moves `due` forward first and so holds a lease. No row is locked while a server is talked
to: what a player's move settles meanwhile waits for nobody. A process that dies between sending and
saying so sends once more when the lease is over; that mail has the same Message-ID, by which mail
servers and programs know it.

Nobody can hold up the others. Whatever goes wrong with one delivery is that one's alone; a try counts
before it is made, so that even what kills the process is given up; a pass is bounded in number and in
time; everybody's lane is served in turn, and posts go out side by side, each with its deadline.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from datetime import timedelta

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from accounts.models.delivery import Delivery
from accounts.notices import hook, push, spread, ways
from accounts.notices.post import Answer, Post, post_all
from accounts.notices.postman import Postman
from accounts.notices.ways import Gone, Unreachable
from accounts.retold import put_down
from accounts.spoken import speaking

logger = logging.getLogger(__name__)
Way = Delivery.Way
POSTS = (Way.PUSH, Way.HOOK)
MAILS = (Way.LETTER, Way.MAIL, Way.DIGEST)
LEASE = timedelta(minutes=3)
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360))
"""How long to wait after the first failure, the second …; the last for all that follow."""
MOST_TRIES = {Way.MAIL: 16, Way.DIGEST: 16, Way.LETTER: 16, Way.PUSH: 8, Way.HOOK: 6}
"""After so many tries it is given up: a mail after three days, a push after one, a post after half a day."""
PATIENCE = timedelta(days=7)
"""After so long a notice is old news."""
BATCH = 32
"""How many are claimed at once, no two of the same lane."""
MOST = 2000
"""The most in one pass …"""
SECONDS = 60.0
"""… and the time after which none is begun any more."""


def send_due() -> int:
    """Send what is due, within the bounds of a pass. Safe in two workers. Returns how many went out."""
    until = time.monotonic() + SECONDS
    sent = tried = 0
    posts, mails = _Turns(POSTS), _Turns(MAILS)
    with Postman() as postman:
        while tried < MOST and time.monotonic() < until:
            posted = posts.claim()
            sent += _post(_ready(posted))
            # Asked first, so that nothing is claimed, and no try counted, that no server takes.
            mailed = mails.claim() if mails.wait() and postman.open() else []
            sent += _mail(_ready(mailed), postman, until)
            if not posted and not mailed:
                break
            tried += len(posted) + len(mailed)
    return sent


class _Turns:
    """Lanes of some ways in turn: none comes twice before every other that is due came once."""

    def __init__(self, some: Sequence[str]) -> None:
        self.ways = some
        self.served: set[str] = set()

    def wait(self) -> bool:
        """Whether anything is due."""
        return _due(self.ways).exists()

    def claim(self) -> list[Delivery]:
        """The next that are due, of each lane one, leased; empty when none is."""
        found = self._take()
        if not found and self.served:
            self.served.clear()
            found = self._take()
        self.served.update(delivery.lane for delivery in found)
        return found

    def _take(self) -> list[Delivery]:
        first = _due(self.ways).exclude(lane__in=self.served).order_by("lane", "due", "pk").distinct("lane")
        keys = Delivery.objects.filter(pk__in=first.values("pk")).order_by("due", "pk")
        return _lease(list(keys.values_list("pk", flat=True)[:BATCH]))


def _due(some: Sequence[str]) -> QuerySet[Delivery]:
    now = timezone.now()
    awake = Q(hook=None) | Q(hook__rest_until=None) | Q(hook__rest_until__lte=now)
    return Delivery.objects.filter(awake, way__in=some, due__lte=now, given_up_at=None)


def _lease(keys: Sequence[int]) -> list[Delivery]:
    """Move `due` forward and count a try, where nobody else has: only one of two workers can."""
    now = timezone.now()
    with transaction.atomic():
        mine = Delivery.objects.filter(pk__in=keys, due__lte=now, given_up_at=None)
        taken = list(mine.select_for_update(skip_locked=True).values_list("pk", flat=True))
        Delivery.objects.filter(pk__in=taken).update(due=now + LEASE, tries=F("tries") + 1)
    found = Delivery.objects.filter(pk__in=taken).order_by("pk")
    return list(found.select_related("notice__player__preferences", "browser", "hook__owner"))


def _ready(claimed: Sequence[Delivery]) -> list[Delivery]:
    """Those that are still to be sent: not what is settled, what a suspension keeps back, what never ends."""
    ready = []
    for delivery in claimed:
        notice = delivery.notice
        if notice is not None and (notice.settled_at is not None or spread.kept_from(notice, delivery.way)):
            delivery.delete()
        elif delivery.tries > MOST_TRIES[Way(delivery.way)]:
            give_up(delivery, RuntimeError("no try came to an end"))
        else:
            ready.append(delivery)
    return ready


def _post(deliveries: Sequence[Delivery]) -> int:
    """Post these side by side. Returns how many were taken."""
    prepared: list[tuple[Delivery, Post]] = []
    for delivery in deliveries:
        try:
            with speaking(delivery.reads):
                one = hook.prepare(delivery) if delivery.way == Way.HOOK else push.prepare(delivery)
            prepared.append((delivery, one))
        except Exception as error:  # noqa: BLE001  (whatever it is, it is this one's alone)
            failed(delivery, error)
    if not prepared:
        return 0
    answers = post_all([one for _delivery, one in prepared])
    taken = 0
    for (delivery, _), answer in zip(prepared, answers, strict=True):
        with speaking(delivery.reads):
            taken += _judge(delivery, answer)
    return taken


def _judge(delivery: Delivery, answer: Answer | Exception) -> bool:
    """Whether the answer says that it was taken; what follows from it is noted."""
    wrong = None
    try:
        if isinstance(answer, Exception):
            raise answer
        if delivery.hook is not None:
            hook.judge(delivery.hook, answer.status)
            hook.went_well(delivery.hook, answer.seconds)
        else:
            push.judge(answer.status)
    except Exception as error:  # noqa: BLE001  (likewise)
        wrong = error
    if delivery.hook is not None:
        hook.keep_post(delivery.hook, *hook.what_is_in(delivery), answer, wrong, delivery.tries)
    if wrong is not None:
        failed(delivery, wrong)
        return False
    delivery.delete()
    return True


def _mail(deliveries: Sequence[Delivery], postman: Postman, until: float) -> int:
    """Mail these one after the other, a day's as one, while the server takes any and there is time."""
    sent = 0
    for delivery in deliveries:
        if time.monotonic() > until or not postman.open():
            _hand_back(delivery)
            continue
        together = _day(delivery) if delivery.way == Way.DIGEST else [delivery]
        for lost, error in postman.send(together):
            failed(lost, error)
            together.remove(lost)
        Delivery.objects.filter(pk__in=[one.pk for one in together]).delete()
        sent += len(together)
    return sent


def _day(first: Delivery) -> list[Delivery]:
    """With one of a day's notices all others that are due with it."""
    rest = _due([Way.DIGEST]).filter(lane=first.lane).order_by("pk").values_list("pk", flat=True)
    return [first, *_ready(_lease(list(rest)))]


def _hand_back(delivery: Delivery) -> None:
    """Take back a lease, and the try, of what could not be begun."""
    Delivery.objects.filter(pk=delivery.pk).update(due=timezone.now(), tries=F("tries") - 1)


def failed(delivery: Delivery, error: Exception) -> None:
    """Note a failure: later again, with growing pauses, or never. Whatever goes wrong here is logged."""
    logger.warning("%s was not sent: %s", delivery, ways.detail(error))
    try:
        with transaction.atomic():
            now = timezone.now()
            old = (delivery.notice or delivery).created_at < now - PATIENCE
            if isinstance(error, Gone) or old or delivery.tries >= MOST_TRIES[Way(delivery.way)]:
                give_up(delivery, error)
            else:
                pause = PAUSES[min(delivery.tries, len(PAUSES)) - 1]
                # Taken back meanwhile it is no longer there, and stays so.
                Delivery.objects.filter(pk=delivery.pk, given_up_at=None).update(
                    due=now + pause,
                    **put_down(Delivery, why=ways.reason(error)),
                    detail=ways.detail(error)[:300],
                )
            if delivery.hook is not None and isinstance(error, Gone | Unreachable | OSError):
                hook.failed(delivery.hook, error)  # not for what is our own fault
            if delivery.browser is not None and isinstance(error, Gone):
                push.drop(delivery.browser, error)
    except Exception:
        logger.exception("The failure of %s could not be noted.", delivery)


def give_up(delivery: Delivery, error: Exception) -> None:
    """Send it no more; it is kept for a while, to be shown, without what a letter may hold."""
    Delivery.objects.filter(pk=delivery.pk).update(
        given_up_at=timezone.now(),
        **put_down(Delivery, why=ways.reason(error)),
        detail=ways.detail(error)[:300],
        content={},
    )
