"""What players write in the forum: opening threads, answering, changing and deleting what is theirs.

A thread is locked first, then its board (docs/locks.md); what is counted is kept in their rows.
"""

from __future__ import annotations

from datetime import timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import holding, live, outbox, spending
from accounts.forum import following
from accounts.models import User
from accounts.models.forum import LONGEST_POST, Board, Follow, Post, Topic
from accounts.moderation.muting import MayNotWrite, must_not_be_muted
from accounts.people import relations
from accounts.single_line import single_line
from accounts.talk import is_settled
from accounts.talk.words import BadText, clean

CHANGED_FOR = timedelta(hours=24)
"""How long one may change what one wrote."""
LONGEST_TITLE = 120


def channel(topic_id: int) -> str:
    """Where open pages of a thread hear that something is new."""
    return f"forum-{topic_id}"


def why_not_write(player: User, board: Board, topic: Topic | None = None) -> str:
    """Why the player may not open a thread there, or answer in one; empty when it may."""
    try:
        must_not_be_muted(player)
    except MayNotWrite as muted:
        return str(muted)
    if player.acts_as_staff:
        return ""
    if topic is not None and topic.locked:
        return _("This thread is closed: nobody can answer any longer.")
    if topic is None and board.staff_only:
        return _("Only the staff open threads here. You can answer in them.")
    return ""


def open_thread(player: User, board: Board, title: str, text: str) -> Topic:
    """Open a thread with its first post; its author follows it.

    Raises MayNotWrite, BadText, spending.TooOften.
    """
    title, text = _title(title), clean(text, LONGEST_POST)
    _must_be_free(why_not_write(player, board))
    with transaction.atomic():
        _must_be_here(player)
        _spend(player, thread=True)
        topic = Topic.objects.create(board=board, title=title, player=player)
        _add(topic, player, text)
        Follow.objects.create(player=player, topic=topic, read=topic.last)
        Board.objects.filter(pk=board.pk).update(threads=F("threads") + 1)
    return topic


def reply(player: User, topic_id: int, text: str, answers: int | None = None) -> Post:
    """Answer in a thread, to one of its posts or to all. Raises MayNotWrite, BadText, spending.TooOften, and
    Topic.DoesNotExist where it is gone.
    """
    text = clean(text, LONGEST_POST)
    with transaction.atomic():
        _must_be_here(player)
        topic = _locked(topic_id)
        _must_be_free(why_not_write(player, topic.board, topic))
        _spend(player, thread=False)
        post = _add(topic, player, text, quotable(player, topic, answers))
        found = following.of(player, topic)
        if found is not None:
            following.look(found, post.pk)
    return post


def quotable(player: User, topic: Topic, post_id: int | None) -> Post | None:
    """The post of this thread, if its words can be read and neither of the two ignores the other."""
    if post_id is None:
        return None
    shown = Post.objects.filter(topic=topic, pk=post_id, deleted_at=None, hidden_at=None)
    return shown.exclude(player__in=relations.apart(player)).select_related("player").first()


def why_not_change(player: User, post: Post) -> str:
    """Why the player may not change the post; empty when it may."""
    if post.player_id != player.pk or not post.shown:
        return _("There is nothing of yours to change.")
    if post.at < timezone.now() - CHANGED_FOR:
        return _("You can change what you wrote for a day.")
    return why_not_write(player, post.topic.board, post.topic)


def change(player: User, post_id: int, text: str) -> Post:
    """Write one's post anew; it is marked. Raises MayNotWrite, BadText, spending.TooOften, and
    Post.DoesNotExist where it is gone.
    """
    text = clean(text, LONGEST_POST)
    with transaction.atomic():
        post = _locked_post(post_id)
        _must_be_free(why_not_change(player, post))
        _spend(player, thread=False)
        if text != post.text:
            post.text, post.edited_at = text, timezone.now()
            post.save(update_fields=["text", "edited_at"])
            live.publish_on_commit(channel(post.topic_id))
    return post


@transaction.atomic
def delete(player: User, post_id: int) -> Post:
    """Take one's words away for good, at any time; a mark stays where they stood. Done twice it is done once.

    A thread in which nothing is left to read goes with them. Raises MayNotWrite, Post.DoesNotExist.
    """
    post = _locked_post(post_id)
    if post.player_id != player.pk:
        raise MayNotWrite(_("There is nothing of yours to delete."))
    if post.deleted_at is None:
        was_shown = post.shown
        post.text, post.deleted_at = "", timezone.now()
        post.save(update_fields=["text", "deleted_at"])
        if was_shown:
            count(post.topic, -1)
        live.publish_on_commit(channel(post.topic_id))
    return post


@transaction.atomic
def erase(player: User) -> None:
    """Take away every word that the player wrote here. All those threads are locked before any board, and the
    account before them.
    """
    User.objects.select_for_update().filter(pk=player.pk).first()
    mine = Post.objects.filter(player=player, deleted_at=None)
    found = Topic.objects.select_for_update(no_key=True).filter(pk__in=mine.values("topic"))
    topics = list(found.order_by("pk"))
    for topic in sorted(topics, key=lambda one: (one.board_id, one.pk)):
        for post_id in mine.filter(topic=topic).values_list("pk", flat=True):
            delete(player, post_id)


def count(topic: Topic, posts: int) -> None:
    """So many more posts can be read in the thread, which is locked; without any it goes off its board."""
    topic.posts += posts
    gone = topic.posts == 0 and not topic.hidden
    topic.hidden = topic.hidden or gone
    topic.save(update_fields=["posts", "hidden"])
    if gone:
        Board.objects.filter(pk=topic.board_id).update(threads=F("threads") - 1, posts=F("posts") + posts)
    elif not topic.hidden:
        Board.objects.filter(pk=topic.board_id).update(posts=F("posts") + posts)


def _add(topic: Topic, player: User, text: str, answers: Post | None = None) -> Post:
    """Write a post down, count it, and let followers hear of it by the worker."""
    post = Post.objects.create(topic=topic, player=player, text=text, answers=answers)
    topic.last, topic.last_at, topic.posts = post.pk, post.at, topic.posts + 1
    topic.save(update_fields=["last", "last_at", "posts"])
    Board.objects.filter(pk=topic.board_id).update(posts=F("posts") + 1)
    outbox.note("forum", topic.pk, by=player.pk)
    live.publish_on_commit(channel(topic.pk))
    return post


def _title(title: str) -> str:
    title = title.replace("\x00", "")
    try:
        single_line(title)
    except ValidationError as error:
        raise BadText(" ".join(error.messages)) from error
    title = title.strip()
    clean(title)  # refuses what shows nothing
    if len(title) > LONGEST_TITLE:
        raise BadText(_("A title has %(most)s characters at most.") % {"most": LONGEST_TITLE})
    return title


def _spend(player: User, *, thread: bool) -> None:
    """Count it; whoever has not finished a match yet has less. Raises spending.TooOften."""
    if player.acts_as_staff or is_settled(player):
        if thread:
            spending.spend("thread", player)
        else:
            spending.spend("post", player)
    elif thread:
        spending.spend("first threads", player)
    else:
        spending.spend("first posts", player)


def _must_be_here(player: User) -> None:
    """Keep the account open until what was written is stored, the first of its locks. Raises MayNotWrite."""
    if not holding.hold([player.pk]):
        raise MayNotWrite(_("This account has just been closed."))


def _must_be_free(reason: str) -> None:
    if reason:
        raise MayNotWrite(reason)


def _locked(topic_id: int, *, hidden_too: bool = False) -> Topic:
    # Alone: the row of a board that it is moved from meanwhile would no longer join.
    found = Topic.objects.select_for_update(no_key=True)
    return found.get(pk=topic_id) if hidden_too else found.get(pk=topic_id, hidden=False)


def _locked_post(post_id: int) -> Post:
    """A post, whose thread is locked first."""
    topic_id = Post.objects.values_list("topic", flat=True).get(pk=post_id)
    topic = _locked(topic_id, hidden_too=True)
    post = Post.objects.select_for_update(no_key=True, of=("self",)).get(pk=post_id)
    post.topic = topic
    return post
