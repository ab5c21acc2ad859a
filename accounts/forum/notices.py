"""What followers of a thread are told, in words. The worker tells it, out of the outbox."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from accounts import notices
from accounts.models import Relation, User
from accounts.models.forum import Follow, Topic
from accounts.said import later as _

AT_ONCE = 1_000
"""Followers who are told in one go."""


def subject_of(topic_id: int) -> str:
    """What settles that somebody was told of a thread."""
    return f"forum-{topic_id}"


def tell(topic_id: int, facts: list[dict[str, Any]]) -> None:
    """Tell each follower who has not read it that there is something new: once until it is read."""
    topic = Topic.objects.filter(pk=topic_id, hidden=False).first()
    if topic is None:
        return
    writers = {fact["by"] for fact in facts}
    for some in _behind(topic):
        not_heard = _ignored_by([follow.player_id for follow in some], writers)
        told: dict[int, list[User]] = defaultdict(list)
        for follow in some:
            if writers - {follow.player_id} - not_heard[follow.player_id]:
                told[follow.read].append(follow.player)
        for read, players in told.items():
            notices.tell(
                players,
                "forum",
                f"{subject_of(topic_id)}-{read}",
                _("New in “%(title)s”") % {"title": topic.title},
                f"{topic.get_absolute_url()}?at={read + 1}",
                topic=subject_of(topic_id),
            )


def _ignored_by(players: list[int], writers: set[int]) -> dict[int, set[int]]:
    """Which of the writers each of these players ignores. One query."""
    found: dict[int, set[int]] = defaultdict(set)
    ignored = Relation.objects.filter(player__in=players, other__in=writers, kind=Relation.Kind.IGNORED)
    for player, other in ignored.values_list("player", "other"):
        found[player].add(other)
    return found


def _behind(topic: Topic) -> Iterator[list[Follow]]:
    """Followers who have not seen the latest post, so many at once."""
    found = Follow.objects.filter(topic=topic, read__lt=topic.last).select_related("player")
    last = 0
    while some := list(found.filter(pk__gt=last).order_by("pk")[:AT_ONCE]):
        yield some
        last = some[-1].pk
