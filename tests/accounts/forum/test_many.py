"""A forum of 100,000 threads: every list and search goes by an index, and touches as few rows as it shows."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.db import connection

from accounts.forum import following, reading
from accounts.models import Board, Follow, Post, Topic, User
from tests.accounts.forum.cast import board
from tests.plans import too_dear

pytestmark = pytest.mark.django_db
THREADS, LONG = 100_000, 30_000
"""Threads, of which the last has so many posts; the others have one each."""
BIG = {"accounts_topic", "accounts_post", "accounts_follow"}
MOST = 1_500
"""Rows that a page may touch: some hundreds of what is followed, and as many for a search."""
FILL = """
INSERT INTO accounts_topic (board_id, title, player_id, at, last, last_at, posts, pinned, locked, hidden)
SELECT %(board)s + number %% 2,
    'Word ' || number || CASE WHEN number %% 1000 = 0 THEN ' seldom' ELSE ' often' END,
    %(player)s, now(), number, now(), 1, number %% 20000 = 0, false, number %% 10 = 9
FROM generate_series(1, %(threads)s) AS number
"""
SAID = """
INSERT INTO accounts_post (topic_id, player_id, text, at)
SELECT id, player_id, title || ' said', now() FROM accounts_topic ORDER BY id
"""
LONGER = """
INSERT INTO accounts_post (topic_id, player_id, text, at)
SELECT (SELECT max(id) FROM accounts_topic), %(player)s, 'often ' || number, now()
FROM generate_series(1, %(long)s) AS number
"""
FOLLOWED = """
INSERT INTO accounts_follow (player_id, topic_id, read)
SELECT %(player)s, id, last - id %% 2 FROM accounts_topic ORDER BY id LIMIT %(follows)s
"""
LAST = """
UPDATE accounts_topic SET last = last_post.last
FROM (SELECT topic_id, max(id) AS last FROM accounts_post GROUP BY topic_id) AS last_post
WHERE last_post.topic_id = accounts_topic.id
"""


@pytest.fixture
def boards(alice: User, bob: User) -> list[Board]:
    """Two boards with so many threads between them; alice has written all of it, bob follows many."""
    found = sorted((board("one"), board("two")), key=lambda one: one.pk)
    assert found[1].pk == found[0].pk + 1
    facts = {
        "board": found[0].pk,
        "player": alice.pk,
        "threads": THREADS,
        "long": LONG,
        "follows": following.MOST,
    }
    steps = (
        (FILL, "topic"),
        (SAID, "post"),
        (LONGER, "post"),
        (LAST, "topic"),
        (FOLLOWED.replace("%(player)s", str(bob.pk)), "follow"),
    )
    with connection.cursor() as cursor:
        for statement, filled in steps:
            cursor.execute(statement, facts)
            # Whoever else counts it meanwhile, as autovacuum does, sees nothing of this, and it passes for
            # empty until it is counted here: LAST would then read all posts once for each thread.
            cursor.execute(f"ANALYZE accounts_{filled}")
    assert Topic.objects.count() == THREADS
    assert Post.objects.count() == THREADS + LONG
    return found


def test_pages_of_a_large_forum_cost_what_they_show(boards: list[Board], alice: User, bob: User) -> None:
    first, longest = boards[0], Topic.objects.order_by("pk").last()
    assert longest
    middle = Topic.objects.filter(board=first, hidden=False)[THREADS // 4].last
    inside = Post.objects.filter(topic=longest).order_by("pk")[LONG // 2].pk
    muted = {"before": str(middle)}
    pages: dict[str, tuple[int, Callable[[], object]]] = {
        "the boards": (1, reading.boards),
        "the first threads": (2, lambda: reading.threads(first, None, {})),
        "whoever is signed in": (3, lambda: reading.threads(first, bob, {})),
        "threads in the middle": (2, lambda: reading.threads(first, bob, muted)),
        "the first posts": (3, lambda: reading.posts(longest, bob, {})),
        "the latest posts": (2, lambda: reading.posts(longest, bob, {"latest": ""})),
        "posts in the middle": (3, lambda: reading.posts(longest, bob, {"at": str(inside)})),
        "before those": (2, lambda: reading.posts(longest, bob, {"before": str(inside)})),
        "a word that stands everywhere": (3, lambda: reading.search("often", bob)),
        "a word that is rare": (3, lambda: reading.search("seldom", None)),
        "a word that nobody said": (2, lambda: reading.search("nothing-like-it", None)),
        "two words": (3, lambda: reading.search("often -seldom", bob)),
        "what is followed": (1, lambda: following.followed(bob)),
        "how somebody follows a thread": (1, lambda: following.of(bob, longest)),
    }
    wrong = [
        f"{name}: {line}"
        for name, (queries, act) in pages.items()
        for line in too_dear(act, BIG, queries=queries, rows=MOST)
    ]
    assert not wrong, "\n".join(wrong)
    assert len(reading.search("often", bob)[0]) == len(reading.search("often", bob)[1]) == reading.FOUND
    assert len(reading.search("seldom", bob)[0]) == reading.FOUND
    found = following.followed(bob)
    assert sum(one.new for one in found) == len([one for one in found if one.topic.last > one.read])  # type: ignore[attr-defined]
    assert Follow.objects.filter(player=bob).count() == following.MOST
