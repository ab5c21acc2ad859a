"""What players are told of comments on their matches, in words."""

from __future__ import annotations

from collections.abc import Sequence

from django.urls import reverse

from accounts import notices
from accounts.models import Notice, User
from accounts.said import later as _
from games.models import Comment


def commented(comment: Comment, to: Sequence[User]) -> None:
    """There is a comment: told once until it is looked at, however many are written. Two queries at most."""
    match = comment.match
    waiting = Notice.objects.filter(player__in=to, topic=_topic(match.pk), settled_at=None)
    known = set(waiting.values_list("player", flat=True)) if to else set()
    notices.tell(
        [player for player in to if player.pk not in known],
        "message",
        f"{_topic(match.pk)}-{comment.pk}",
        _("%(name)s has commented on your match of %(game)s")
        % {"name": comment.player.get_username(), "game": match.rules.name},
        reverse("games:comments", args=[match.pk]),
        topic=_topic(match.pk),
    )


def looked(match_id: int, player: User) -> None:
    """The player has looked at the comments: nothing is left of what was told. One query."""
    notices.settle(player.pk, _topic(match_id))


def _topic(match_id: int) -> str:
    return f"comments-{match_id}"
