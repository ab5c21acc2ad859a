"""Finding what is written in the forum, page by page, at the same cost however much there is.

Threads of a board are leafed through by the key of their latest post, posts of a thread by their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.postgres.search import SearchQuery, SearchVector
from django.db.models import Q, QuerySet
from django.utils import timezone

from accounts import leaves
from accounts.models import User
from accounts.models.forum import LANGUAGE, Board, Post, Topic
from accounts.models.relation import Relation

TOPICS = 30
POSTS = 20
FOUND = 40
HIGHEST = 2**63 - 1


@dataclass(frozen=True, slots=True)
class Threads:
    """Threads of a board, the latest first, and the key before which there are more; 0 for none."""

    lines: list[Topic]
    pinned: list[Topic]
    before: int


@dataclass(frozen=True, slots=True)
class Posts:
    """Posts of a thread, oldest first, and what the neighbouring pages are asked for with; 0 for none."""

    lines: list[Post]
    before: int
    after: int


def boards() -> list[Board]:
    """All boards. One query."""
    return list(Board.objects.all())


def threads(board: Board, viewer: User | None, asked: Mapping[str, str]) -> Threads:
    """A page of threads; what is pinned stands on the first. Two queries, three for whoever is signed in."""
    before = key_of(asked, "before")
    ignored = _ignored(viewer)
    shown = Topic.objects.filter(board=board, hidden=False).exclude(player__in=ignored)
    shown = shown.select_related("player")
    rest = shown.filter(last__lt=before or HIGHEST).order_by("-last")
    found = list(rest[: TOPICS + 1])
    pinned = [] if before else list(shown.filter(pinned=True).order_by("-last"))
    lines = [one for one in found[:TOPICS] if before or not one.pinned]
    return Threads(lines, pinned, found[TOPICS - 1].last if len(found) > TOPICS else 0)


def posts(topic: Topic, viewer: User | None, asked: Mapping[str, str]) -> Posts:
    """A page of posts: from the one that is asked for `at`, those `before` or `after` a key, the `latest`,
    else the first. Two queries at most, one more for whoever is signed in.
    """
    rows = _heard(topic, viewer)
    before = HIGHEST if "latest" in asked else key_of(asked, "before")
    if before:
        found = list(rows.filter(pk__lt=before).order_by("-pk")[: POSTS + 1])
        lines = found[:POSTS][::-1]
        more = bool(lines) and lines[-1].pk < topic.last and "latest" not in asked
        return Posts(lines, lines[0].pk if len(found) > POSTS else 0, lines[-1].pk if more else 0)
    after = max(key_of(asked, "at") - 1, key_of(asked, "after"), 0)
    found = list(rows.filter(pk__gt=after).order_by("pk")[: POSTS + 1])
    lines = found[:POSTS]
    before_it = rows.filter(pk__lt=lines[0].pk).order_by("-pk") if after and lines else rows.none()
    is_first = not before_it.values_list("pk")[:1]  # in order, or the whole table is looked through for one
    return Posts(lines, 0 if is_first else lines[0].pk, lines[-1].pk if len(found) > POSTS else 0)


def _heard(topic: Topic, viewer: User | None) -> QuerySet[Post]:
    """Posts of a thread, without those of who is muted now or ignored by the viewer; one sees one's own."""
    muted = Q(player__muted_until__gt=timezone.now())
    if viewer is not None:
        muted &= ~Q(player=viewer)
    found = Post.objects.filter(topic=topic).exclude(muted).exclude(player__in=_ignored(viewer))
    return found.select_related("player", "answers__player")


def _ignored(viewer: User | None) -> list[int]:
    if viewer is None:
        return []
    mine = Relation.objects.filter(player=viewer, kind=Relation.Kind.IGNORED)
    return list(mine.values_list("other", flat=True))


def search(words: str, viewer: User | None) -> tuple[list[Topic], list[Post]]:
    """The latest threads and posts that hold these words, as web searches take them. Two queries, one more
    for whoever is signed in.
    """
    words = words.replace("\x00", "").strip()
    if not words:
        return [], []
    asked = SearchQuery(words, config=LANGUAGE, search_type="websearch")
    ignored = _ignored(viewer)
    topics = Topic.objects.annotate(words=SearchVector("title", config=LANGUAGE)).filter(
        words=asked, hidden=False
    )
    topics = topics.exclude(player__in=ignored).select_related("board").order_by("-last")
    said = Post.objects.annotate(words=SearchVector("text", config=LANGUAGE)).filter(words=asked)
    said = said.filter(topic__hidden=False, deleted_at=None, hidden_at=None).exclude(player__in=ignored)
    said = said.exclude(player__muted_until__gt=timezone.now()).select_related("topic", "player")
    return list(topics[:FOUND]), list(said.order_by("-pk")[:FOUND])


def key_of(asked: Mapping[str, str], name: str) -> int:
    """The key that the address names; 0 for none."""
    return leaves.key_of(asked.get(name, ""))
