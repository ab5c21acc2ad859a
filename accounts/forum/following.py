"""Following threads: who hears of new posts, and up to where each has read."""

from __future__ import annotations

from django.db import transaction
from django.db.models import F, Q
from django.utils.translation import ngettext

from accounts import notices
from accounts.forum.notices import subject_of
from accounts.models import User
from accounts.models.forum import Follow, Topic

MOST = 500
"""Threads that one may follow."""


class TooMany(Exception):
    """The list is full. The sentence can be shown."""


@transaction.atomic
def follow(player: User, topic: Topic) -> None:
    """Hear of what is new from now on. Raises TooMany."""
    if Follow.objects.filter(player=player).exclude(topic=topic).count() >= MOST:
        raise TooMany(
            ngettext(
                "You follow %(most)s thread already. Leave it first.",
                "You follow %(most)s threads already. Leave one of them first.",
                MOST,
            )
            % {"most": MOST}
        )
    Follow.objects.get_or_create(player=player, topic=topic, defaults={"read": topic.last})


def leave(player: User, topic: Topic) -> None:
    """Hear no more of it."""
    Follow.objects.filter(player=player, topic=topic).delete()
    notices.settle(player.pk, subject_of(topic.pk))


def of(player: User, topic: Topic) -> Follow | None:
    """How the player follows it, if so. One query."""
    return Follow.objects.filter(player=player, topic=topic).first()


def look(follow: Follow, seen: int) -> None:
    """All posts up to this one were seen. Nothing is written where nothing is new."""
    if follow.read < seen:
        Follow.objects.filter(pk=follow.pk, read__lt=seen).update(read=seen)
        notices.settle(follow.player_id, subject_of(follow.topic_id))


def followed(player: User) -> list[Follow]:
    """What the player follows, what is new first. One query."""
    mine = Follow.objects.filter(player=player, topic__hidden=False).select_related("topic__board")
    mine = mine.annotate(new=Q(topic__last__gt=F("read")))
    return list(mine.order_by("-new", "-topic__last"))
