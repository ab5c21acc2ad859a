"""What staff do in the forum: hide and restore, lock and unlock, pin and unpin, move.

Each with a reason, each in the log, each once however often it is sent.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import holding, live
from accounts.forum import writing
from accounts.models import User
from accounts.models.forum import Board, ForumAct, Post, Topic


class BadAct(ValueError):
    """It cannot be done. The sentence says why."""


def _set(name: str, value: bool) -> Callable[[Topic], bool]:
    def act(topic: Topic) -> bool:
        if getattr(topic, name) == value:
            return False
        setattr(topic, name, value)
        topic.save(update_fields=[name])
        return True

    return act


def _hide(topic: Topic) -> bool:
    if not _set("hidden", value=True)(topic):
        return False
    Board.objects.filter(pk=topic.board_id).update(threads=F("threads") - 1, posts=F("posts") - topic.posts)
    return True


def _restore(topic: Topic) -> bool:
    if topic.posts == 0:
        raise BadAct(_("Nothing is left to read in this thread."))
    if not _set("hidden", value=False)(topic):
        return False
    Board.objects.filter(pk=topic.board_id).update(threads=F("threads") + 1, posts=F("posts") + topic.posts)
    return True


ACTS: Mapping[str, Callable[[Topic], bool]] = {
    "hide": _hide,
    "restore": _restore,
    "lock": _set("locked", value=True),
    "unlock": _set("locked", value=False),
    "pin": _set("pinned", value=True),
    "unpin": _set("pinned", value=False),
}
"""What is done to a whole thread; each says whether it changed anything."""
PINNED = 20
"""Threads of a board that may be pinned: all stand on its first page."""


@transaction.atomic
def act(topic_id: int, what: str, staff: User, why: str) -> bool:
    """Do one of ACTS. Returns whether anything changed. Raises BadAct."""
    holding.hold([staff.pk])
    topic = _topic(topic_id)
    _say_why(why)
    if what == "pin":
        _must_have_room(topic, topic.board_id)
    changed = ACTS[what](topic)
    if changed:
        _log(topic, None, what, staff, why)
    return changed


@transaction.atomic
def move(topic_id: int, board: Board, staff: User, why: str) -> bool:
    """Put a thread on another board. Returns whether anything changed. Raises BadAct."""
    holding.hold([staff.pk])
    topic = _topic(topic_id)
    _say_why(why)
    if topic.board_id == board.pk:
        return False
    if topic.pinned:
        _must_have_room(topic, board.pk)
    if not topic.hidden:
        signs = {topic.board_id: -1, board.pk: 1}
        for key in sorted(signs):
            Board.objects.filter(pk=key).update(
                threads=F("threads") + signs[key], posts=F("posts") + signs[key] * topic.posts
            )
    topic.board = board
    topic.save(update_fields=["board"])
    _log(topic, None, "move", staff, why)
    return True


@transaction.atomic
def hide_post(post_id: int, staff: User, why: str) -> bool:
    """Show the words to nobody but staff. Returns whether anything changed. Raises BadAct."""
    return _show(post_id, staff, why, shown=False)


@transaction.atomic
def restore_post(post_id: int, staff: User, why: str) -> bool:
    """Show them again; what its author deleted stays deleted."""
    return _show(post_id, staff, why, shown=True)


def _show(post_id: int, staff: User, why: str, *, shown: bool) -> bool:
    _say_why(why)
    holding.hold([staff.pk])
    topic = _topic(Post.objects.values_list("topic", flat=True).get(pk=post_id))
    post = Post.objects.select_for_update(no_key=True, of=("self",)).get(pk=post_id)
    if (post.hidden_at is None) == shown:
        return False
    was = post.shown
    post.hidden_at = None if shown else timezone.now()
    post.save(update_fields=["hidden_at"])
    if post.shown != was:
        writing.count(topic, 1 if post.shown else -1)
    _log(topic, post, "restore" if shown else "hide", staff, why)
    return True


def _topic(topic_id: int) -> Topic:
    return Topic.objects.select_for_update(no_key=True).get(pk=topic_id)


def _must_have_room(topic: Topic, board_id: int) -> None:
    """Raise BadAct where a board has as many other pinned threads as it may have."""
    others = Topic.objects.filter(board=board_id, pinned=True).exclude(pk=topic.pk)
    if others.count() >= PINNED:
        raise BadAct(
            ngettext(
                "A board has %(pinned)s pinned thread at most.",
                "A board has %(pinned)s pinned threads at most.",
                PINNED,
            )
            % {"pinned": PINNED}
        )


def _say_why(why: str) -> None:
    if not why.replace("\x00", "").strip():
        raise BadAct(_("Say why: it stands in the log."))


def _log(topic: Topic, post: Post | None, what: str, staff: User, why: str) -> None:
    why = why.replace("\x00", "").strip()[:1000]
    ForumAct.objects.create(topic=topic, post=post, what=what, why=why, by=staff)
    live.publish_on_commit(writing.channel(topic.pk))
