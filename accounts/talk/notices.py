"""What players are told of messages, in words."""

from __future__ import annotations

from django.urls import reverse

from accounts import notices
from accounts.models import User
from accounts.models.talk import Thread
from accounts.said import later as _


def written(thread: Thread, by: User, to: User) -> None:
    """There is a message: told once until it is read, however many are written."""
    name, read_to = by.get_username(), getattr(thread, f"{thread.side(to)}_read")
    notices.tell(
        [to],
        "message",
        f"message-{thread.pk}-{read_to}",
        _("%(name)s has written to you") % {"name": name},
        reverse("talk", args=[name]),
        topic=_topic(thread),
    )


def read(thread: Thread, player: User) -> None:
    """The player has read all of it: nothing is left of what was told."""
    notices.settle(player.pk, _topic(thread))


def _topic(thread: Thread) -> str:
    return f"thread-{thread.pk}"
