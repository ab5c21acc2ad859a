"""What staff do in the forum: each once, each in the log, and the counts stay true."""

from __future__ import annotations

import random

import pytest
from django.test import Client
from django.urls import reverse

from accounts.forum import reading, staffing, writing
from accounts.models import ForumAct, Post, User
from tests.accounts.forum.cast import answered, board, counted, kept, opened

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "is_settled", lambda _: True)


@pytest.mark.parametrize(
    ("what", "name", "value"), [("hide", "hidden", True), ("lock", "locked", True), ("pin", "pinned", True)]
)
def test_each_is_done_once_and_logged_with_its_reason(
    what: str, name: str, value: bool, alice: User, bob: User
) -> None:
    topic = opened(alice)
    with pytest.raises(staffing.BadAct, match="Say why"):
        staffing.act(topic.pk, what, bob, " \x00")
    assert [staffing.act(topic.pk, what, bob, "Off topic\x00") for _ in range(2)] == [True, False]
    topic.refresh_from_db()
    assert getattr(topic, name) is value
    [logged] = ForumAct.objects.all()
    assert (logged.what, logged.why, logged.by) == (what, "Off topic", bob)


def test_a_thread_is_moved_with_its_counts(alice: User, bob: User) -> None:
    topic, elsewhere = opened(alice), board("events")
    answered(bob, topic)
    assert [staffing.move(topic.pk, elsewhere, bob, "There") for _ in range(2)] == [True, False]
    assert kept(elsewhere) == (1, 2)
    assert kept(board()) == (0, 0)


def test_a_hidden_thread_that_is_moved_counts_only_once_it_is_restored(alice: User, bob: User) -> None:
    topic, elsewhere = opened(alice), board("events")
    staffing.act(topic.pk, "hide", bob, "Off topic")
    staffing.move(topic.pk, elsewhere, bob, "There")
    assert (kept(board()), kept(elsewhere)) == ((0, 0), (0, 0))
    staffing.act(topic.pk, "restore", bob, "There it may stand")
    assert (kept(board()), kept(elsewhere)) == ((0, 0), (1, 1))


def test_words_are_hidden_and_restored_and_a_thread_without_words_is_not(alice: User, bob: User) -> None:
    topic = opened(alice)
    post = topic.said.get()
    assert [staffing.hide_post(post.pk, bob, "Rude") for _ in range(2)] == [True, False]
    topic.refresh_from_db()
    assert topic.hidden
    with pytest.raises(staffing.BadAct, match="Nothing is left"):
        staffing.act(topic.pk, "restore", bob, "Again")
    assert staffing.restore_post(post.pk, bob, "A mistake")
    assert staffing.act(topic.pk, "restore", bob, "Again")
    assert kept(board()) == counted(board()) == (1, 1)


def test_what_is_hidden_is_not_found_by_searching(alice: User, bob: User) -> None:
    topic = opened(alice, "Dragons, said I", title="Dragons")
    post = answered(bob, topic, "Dragons, said they")

    def found() -> tuple[int, int]:
        topics, posts = reading.search("dragons", None)
        return len(topics), len(posts)

    assert found() == (1, 2)
    staffing.hide_post(post.pk, bob, "Rude")
    assert found() == (1, 1)
    staffing.act(topic.pk, "hide", bob, "Off topic")
    assert found() == (0, 0)


def test_hidden_words_that_their_author_deletes_are_counted_away_once(alice: User, bob: User) -> None:
    topic = opened(alice)
    post = answered(bob, topic)
    staffing.hide_post(post.pk, bob, "Rude")
    for _ in range(2):
        writing.delete(bob, post.pk)
        topic.refresh_from_db()
        assert (topic.posts, topic.hidden) == (1, False)
        assert kept(board()) == counted(board()) == (1, 1)


def test_a_board_has_so_many_pinned_threads(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(staffing, "PINNED", 1)
    first, second = opened(alice), opened(alice)
    staffing.act(first.pk, "pin", bob, "Good")
    with pytest.raises(staffing.BadAct, match="at most"):
        staffing.act(second.pk, "pin", bob, "Good")
    assert not staffing.act(first.pk, "pin", bob, "Good"), "it is so already"
    elsewhere = opened(alice, slug="events")
    staffing.act(elsewhere.pk, "pin", bob, "Good")
    with pytest.raises(staffing.BadAct, match="at most"):
        staffing.move(elsewhere.pk, board(), bob, "There")
    staffing.act(first.pk, "unpin", bob, "Old")
    assert staffing.move(elsewhere.pk, board(), bob, "There")


def test_whatever_is_done_in_whatever_order_the_counts_stay_true(alice: User, bob: User) -> None:
    chance, boards = random.Random(18), [board("games"), board("events")]
    topics = [opened(alice, slug=one.slug) for one in boards for _ in range(2)]
    posts = [answered(bob, one) for one in topics] + list(Post.objects.all())
    for number in range(60):
        topic, post = chance.choice(topics), chance.choice(posts)
        act = chance.choice([*staffing.ACTS, "move", "hide post", "restore post", "delete"])
        try:
            if act == "move":
                staffing.move(topic.pk, chance.choice(boards), bob, "Hm")
            elif act == "hide post":
                staffing.hide_post(post.pk, bob, "Hm")
            elif act == "restore post":
                staffing.restore_post(post.pk, bob, "Hm")
            elif act == "delete":
                if number % 5 == 0 and post.player:
                    writing.delete(post.player, post.pk)
            else:
                staffing.act(topic.pk, act, bob, "Hm")
        except staffing.BadAct:
            continue
        assert [kept(one) for one in boards] == [counted(one) for one in boards], act


def test_the_admin_decides_and_strangers_do_not(client: Client, alice: User) -> None:
    topic = opened(alice, "<script>alert(1)</script>")
    post = topic.said.get()
    boss = User.objects.create_superuser("boss", "boss@example.org")
    for address in (
        reverse("admin:accounts_topic_decide", args=[topic.pk]),
        reverse("admin:accounts_post_decide", args=[post.pk]),
    ):
        client.force_login(alice)
        assert client.post(address, {"what": "hide", "why": "Hm"}).status_code == 302
        assert not ForumAct.objects.filter(by=alice).exists()
        client.force_login(boss)
        assert "<script>alert" not in client.get(address).content.decode()
    client.post(reverse("admin:accounts_topic_decide", args=[topic.pk]), {"what": "move", "why": "Hm"})
    assert not ForumAct.objects.exists(), "where to was not said"
    client.post(reverse("admin:accounts_post_decide", args=[post.pk]), {"what": "hide", "why": "Hm"})
    assert ForumAct.objects.get().what == "hide"
