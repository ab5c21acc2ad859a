"""Webhooks tried and switched on again by who set them, and what came of the last posts."""

from __future__ import annotations

import logging
from dataclasses import dataclass

from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import spending
from accounts.models import User
from accounts.models.hook import ANEW, Hook, HookPost
from accounts.notices import hook as hooks
from accounts.notices import post
from accounts.notices import ways as sending

logger = logging.getLogger(__name__)
SHOWN = 30
"""Of the last posts so many are shown."""
TEST = "test"


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a test: whether it arrived, the status of the answer if there was one, and a sentence."""

    arrived: bool
    status: int | None
    sentence: str


def try_now(hook: Hook, by: User) -> Tried:
    """Post a test now, and say what came of it. It counts for nothing but the log. Raises TooOften."""
    spending.spend("hook test", by)
    what = {
        "id": 0,
        "kind": TEST,
        "subject": _("A test from %(site)s") % {"site": settings.SITE_NAME},
        "text": _("If you can read this, your webhook works."),
        "url": settings.SITE_URL + hook.page,
        "at": timezone.now().isoformat(),
    }
    answer = None
    try:
        answer = post.post(hooks.written(hook, what))
        hooks.judge(hook, answer.status)
    except Exception as error:  # noqa: BLE001  (whatever it is, it is an answer to the question)
        logger.info("A test of %s failed: %s", hook, sending.detail(error))
        hooks.keep_post(hook, TEST, 0, answer or error, error)
        said = _("The test did not arrive. %(why)s") % {"why": sending.reason(error)}
        return Tried(arrived=False, status=answer.status if answer else None, sentence=said)
    hooks.keep_post(hook, TEST, 0, answer)
    said = _("The test arrived: the answer was %(status)s.") % {"status": answer.status}
    return Tried(arrived=True, status=answer.status, sentence=said)


def switch_on(hook: Hook) -> None:
    """Let it be posted to again after it failed too often."""
    # Nothing else of it: another page may have given it another address, or taken it away.
    Hook.objects.filter(pk=hook.pk).update(**ANEW)


def posts_of(hook: Hook | None) -> list[HookPost]:
    """What came of the last posts, the latest first. One query, or none."""
    return list(hook.posts.order_by("-pk")[:SHOWN]) if hook is not None else []
