"""Notices and announcements by webhook, in the shape that its owner chose; and webhooks that fail.

docs/webhooks.md says what is posted and how it is signed.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import logging
import re
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import F
from django.utils import timezone

from accounts.models.delivery import Delivery, lane_of_hook
from accounts.models.hook import Hook, HookPost
from accounts.notices import site
from accounts.notices.post import Answer, Post
from accounts.notices.ways import Gone, Unreachable, reason
from accounts.retold import put_down
from accounts.said import later

logger = logging.getLogger(__name__)
OFF_AFTER = 10
"""Failures in a row after which a webhook is switched off: about a day and a half."""
RESTS = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 15, 60, 180, 360))
"""How long a webhook is left alone after the first failure in a row, the second …"""
SLOW = 2.0
"""Seconds after which an answer is slow …"""
SLOW_REST = timedelta(minutes=1)
"""… and how long it is left alone then: who keeps us waiting waits too."""
LONGEST = {Hook.Shape.DISCORD: 2000, Hook.Shape.SLACK: 4000}
"""Letters that they take (Slack: as they advise)."""
MARKS = re.compile(r"([\\*_~`|>#\[\]()<@-])")
"""What Discord would make bold, a link, a mention or a heading of."""


def waiting(hook: Hook, what: Mapping[str, Any]) -> Delivery:
    """What is to be posted to a webhook, in the plain shape; to be stored with what it tells of."""
    return Delivery(
        way=Delivery.Way.HOOK,
        lane=lane_of_hook(hook.pk),
        hook=hook,
        content=dict(what),
        due=timezone.now(),
    )


def announce(hook: Hook, what: Mapping[str, Any]) -> None:
    """Put into the outbox, in the caller's transaction, what has no row of its own: its `id` is that of the
    delivery, the same however often it is posted. Two queries.
    """
    delivery = waiting(hook, {"id": 0, **what})
    delivery.save()
    delivery.content["id"] = delivery.pk
    delivery.save(update_fields=["content"])


def prepare(delivery: Delivery) -> Post:
    """What to post. Raises Gone where the webhook is no more or off."""
    hook = delivery.hook
    if hook is None or hook.off_at is not None:
        raise Gone(later("The webhook is off."))
    return written(hook, delivery.content if delivery.notice is None else said(delivery))


def what_is_in(delivery: Delivery) -> tuple[str, int]:
    """The kind and the number of what is posted."""
    if delivery.notice is not None:
        return delivery.notice.kind, delivery.notice.pk
    return str(delivery.content.get("kind", "")), int(delivery.content.get("id", 0))


def said(delivery: Delivery) -> dict[str, Any]:
    """A notice in the plain shape."""
    notice = delivery.notice
    assert notice is not None
    return {
        "id": notice.pk,
        "kind": notice.kind,
        "subject": notice.subject,
        "text": notice.text,
        "url": settings.SITE_URL + notice.address,
        "at": notice.created_at.isoformat(),
    }


def written(hook: Hook, what: Mapping[str, Any]) -> Post:
    """This, in the shape of the webhook, signed with its secret."""
    body = json.dumps(shaped(hook.shape, what)).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Boatzee",
        "Boatzee-Signature": f"sha256={signature(hook.secret, body)}",
    }
    return Post(hook.url, body, headers)


def shaped(shape: str, what: Mapping[str, Any]) -> dict[str, Any]:
    """The body: all of it for the plain shape, else its words as Discord or Slack take them."""
    if shape == Hook.Shape.PLAIN:
        return dict(what)
    lines = [line for line in (str(what["subject"]), str(what["text"])) if line]
    words, url = "\n".join(lines), str(what["url"])
    if shape == Hook.Shape.SLACK:
        words = words.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
        return {"text": f"{words[: LONGEST[Hook.Shape.SLACK] - len(url) - 1]}\n{url}"}
    words = MARKS.sub(r"\\\1", words)[: LONGEST[Hook.Shape.DISCORD] - len(url) - 1]
    return {"content": f"{words}\n{url}", "allowed_mentions": {"parse": []}}


def signature(secret: str, body: bytes) -> str:
    """HMAC-SHA-256 in hex."""
    return hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()


def judge(hook: Hook, status: int) -> None:
    """Take the status of the answer. Raises Unreachable, Gone."""
    left = {410} if hook.shape == Hook.Shape.PLAIN else {404, 410}  # theirs are deleted with a 404
    if status in left:
        raise Gone(later("The answer was %(status)s: this webhook no longer exists.") % {"status": status})
    if not 200 <= status < 300:
        raise Unreachable(later("The answer was %(status)s.") % {"status": status})


def keep_post(
    hook: Hook,
    kind: str,
    number: int,
    came: Answer | Exception,
    wrong: Exception | None = None,
    tries: int = 1,
) -> None:
    """Keep what came of a post, and what was `wrong` with an answer, for who set the webhook to see. Nothing
    hangs on it: not even whether the webhook is still there.
    """
    answer = came if isinstance(came, Answer) else None
    error = came if isinstance(came, Exception) else wrong
    try:
        with transaction.atomic():
            HookPost.objects.create(
                hook=hook,
                kind=kind,
                number=number,
                tries=tries,
                status=answer.status if answer else None,
                seconds=answer.seconds if answer else None,
                **put_down(HookPost, why=reason(error) if error else ""),
            )
    except DatabaseError as lost:
        logger.warning("What came of a post to %s could not be kept: %s", hook, lost)


def went_well(hook: Hook, seconds: float) -> None:
    """Forget its failures; one that is slow is left alone for a while."""
    rest = timezone.now() + SLOW_REST if seconds > SLOW else None
    if hook.fails or rest != hook.rest_until:
        Hook.objects.filter(pk=hook.pk).update(fails=0, why="", said=None, failed_at=None, rest_until=rest)


def failed(hook: Hook, error: Exception) -> None:
    """Count a failure, and leave it alone for longer and longer; at last switch it off and say so."""
    now = timezone.now()
    rest = RESTS[min(hook.fails, len(RESTS) - 1)]
    running = Hook.objects.filter(pk=hook.pk, off_at=None, url=hook.url)
    kept = put_down(Hook, why=reason(error))
    running.update(fails=F("fails") + 1, failed_at=now, rest_until=now + rest, **kept)
    too_often = running if isinstance(error, Gone) else running.filter(fails__gte=OFF_AFTER)
    if too_often.update(off_at=now):
        _say_so(hook, now)


def _say_so(hook: Hook, now: datetime) -> None:
    """Give up what waits for a webhook that was switched off, and tell its owner."""
    waiting = Delivery.objects.filter(hook=hook.pk, given_up_at=None)
    waiting.update(
        given_up_at=now,
        **put_down(Delivery, why=later("The webhook is off.")),
        detail="switched off",
        content={},
    )
    hook.refresh_from_db()
    site.switched_off(hook, now)
