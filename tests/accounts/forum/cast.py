"""Boards, threads and posts for the tests of the forum."""

from __future__ import annotations

from accounts.forum import writing
from accounts.models import Board, Post, Topic, User


def board(slug: str = "games", **columns: object) -> Board:
    """A board, which the migrations may have made."""
    found, _made = Board.objects.get_or_create(slug=slug, defaults={"name": slug.capitalize(), **columns})
    return found


def opened(player: User, text: str = "Hello", *, title: str = "A thread", slug: str = "games") -> Topic:
    """A thread."""
    return writing.open_thread(player, board(slug), title, text)


def answered(player: User, topic: Topic, text: str = "An answer", answers: int | None = None) -> Post:
    """A post in it."""
    return writing.reply(player, topic.pk, text, answers)


def counted(found: Board) -> tuple[int, int]:
    """How many threads and posts of a board can be read, counted in the rows."""
    topics = Topic.objects.filter(board=found, hidden=False)
    posts = Post.objects.filter(topic__in=topics, deleted_at=None, hidden_at=None)
    return topics.count(), posts.count()


def kept(found: Board) -> tuple[int, int]:
    """The same as the board keeps it."""
    found.refresh_from_db()
    return found.threads, found.posts
