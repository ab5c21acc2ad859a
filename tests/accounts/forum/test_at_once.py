"""Two at once in the forum."""

from __future__ import annotations

import pytest

from accounts.forum import staffing, writing
from accounts.models import Post, Topic, User
from accounts.moderation.muting import MayNotWrite
from tests.accounts.forum.cast import answered, board, counted, kept, opened
from tests.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "is_settled", lambda _: True)


def test_who_answers_as_staff_close_a_thread_is_in_time_or_told(alice: User, bob: User) -> None:
    for _ in range(5):
        topic = opened(alice)
        refused: list[str] = []

        def answer(topic: Topic = topic, refused: list[str] = refused) -> None:
            try:
                answered(alice, topic)
            except MayNotWrite as error:
                refused.append(str(error))

        def lock(topic: Topic = topic) -> None:
            staffing.act(topic.pk, "lock", bob, "Enough")

        at_once(answer, lock)
        assert topic.said.count() == 2 - len(refused)
        assert kept(board()) == counted(board())


def test_many_answers_and_deletions_at_once_are_all_counted(alice: User, bob: User, carol: User) -> None:
    topic = opened(alice)
    mine = [answered(bob, topic).pk for _ in range(2)]
    at_once(
        lambda: answered(alice, topic),
        lambda: answered(carol, topic),
        lambda: writing.delete(bob, mine[0]),
        lambda: writing.delete(bob, mine[0]),
        lambda: staffing.hide_post(mine[1], carol, "Hm"),
        lambda: staffing.move(topic.pk, board("events"), carol, "There"),
    )
    topic.refresh_from_db()
    shown = Post.objects.filter(topic=topic, deleted_at=None, hidden_at=None)
    assert topic.posts == shown.count() == 3
    assert topic.last == topic.said.latest("pk").pk
    for slug in ("games", "events"):
        assert kept(board(slug)) == counted(board(slug))


def test_who_takes_all_words_away_while_others_answer_waits_for_nobody_who_waits(
    alice: User, bob: User, carol: User
) -> None:
    topics = [opened(bob, slug=slug) for slug in ("events", "games", "events", "games")]
    for topic in topics:
        answered(alice, topic)
    at_once(
        lambda: writing.erase(alice),
        lambda: [answered(carol, topic) for topic in reversed(topics)],
        lambda: [staffing.move(topic.pk, board("games"), carol, "There") for topic in reversed(topics)],
    )
    assert not Post.objects.filter(player=alice, deleted_at=None).exists()
    for slug in ("games", "events"):
        assert kept(board(slug)) == counted(board(slug))
