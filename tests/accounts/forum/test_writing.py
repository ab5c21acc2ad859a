"""Opening threads, answering, changing, deleting: who may, how much, and what is counted."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts import export, leaving, spending
from accounts.forum import notices, writing
from accounts.models import Errand, Follow, Notice, Post, Topic, User
from accounts.moderation.muting import MayNotWrite
from accounts.people import relations
from accounts.talk.words import BadText
from accounts.tasks import follow_up
from tests.accounts.forum.cast import answered, board, counted, kept, opened

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "is_settled", lambda player: player.username != "newcomer")


def test_a_thread_is_opened_answered_and_counted(alice: User, bob: User) -> None:
    topic = opened(alice, "Hello\r\nall")
    post = answered(bob, topic, "Hi")
    topic.refresh_from_db()
    assert (topic.posts, topic.last, topic.last_at) == (2, post.pk, post.at)
    assert [one.text for one in topic.said.order_by("pk")] == ["Hello\nall", "Hi"]
    assert kept(topic.board) == counted(topic.board) == (1, 2)


@pytest.mark.parametrize("title", ["", " ", "\u200b", "a\nb", "a\u202eb", "x" * 121])
def test_a_title_is_one_line_that_can_be_seen(title: str, alice: User) -> None:
    with pytest.raises(BadText):
        opened(alice, title=title)
    assert not Topic.objects.exists()


@pytest.mark.parametrize("text", ["", " \n", "\u200b\u200d", "x" * 8001])
def test_a_post_holds_something_and_not_too_much(text: str, alice: User) -> None:
    topic = opened(alice)
    for write in (lambda: opened(alice, text), lambda: answered(alice, topic, text)):
        with pytest.raises(BadText):
            write()
    assert Post.objects.count() == 1


def test_the_muted_write_nothing(alice: User, bob: User) -> None:
    topic = opened(bob)
    mine = answered(alice, topic)
    alice.muted_until = timezone.now() + timedelta(days=1)
    alice.save()
    acts = (
        lambda: opened(alice),
        lambda: answered(alice, topic),
        lambda: writing.change(alice, mine.pk, "Hm"),
    )
    for act in acts:
        with pytest.raises(MayNotWrite, match="You may not write until"):
            act()


def test_nobody_answers_in_a_closed_thread_but_staff(alice: User, bob: User) -> None:
    topic = opened(alice)
    Topic.objects.update(locked=True)
    with pytest.raises(MayNotWrite, match="closed"):
        answered(alice, topic)
    bob.is_staff = True
    bob.save()
    assert answered(bob, topic)


def test_only_staff_open_threads_where_the_news_are(alice: User, bob: User) -> None:
    board("told", staff_only=True)
    with pytest.raises(MayNotWrite, match="Only the staff"):
        opened(alice, slug="told")
    bob.is_staff = True
    bob.save()
    assert answered(alice, opened(bob, slug="told"))


def test_newcomers_open_one_thread_and_write_five_posts_a_day() -> None:
    newcomer = User.objects.create_user("newcomer")
    topic = opened(newcomer)
    with pytest.raises(spending.TooOften):
        opened(newcomer)
    for _ in range(5):
        answered(newcomer, topic)
    with pytest.raises(spending.TooOften):
        answered(newcomer, topic)
    assert kept(topic.board) == counted(topic.board) == (1, 6)


def test_one_changes_ones_own_words_for_a_day_and_they_are_marked(alice: User, bob: User) -> None:
    topic = opened(alice)
    post = Post.objects.get()
    with pytest.raises(MayNotWrite):
        writing.change(bob, post.pk, "Ha")
    writing.change(alice, post.pk, "Hello")
    assert Post.objects.get().edited_at is None, "nothing was changed"
    writing.change(alice, post.pk, "Better")
    post.refresh_from_db()
    assert (post.text, post.edited_at is None) == ("Better", False)
    Post.objects.update(at=timezone.now() - timedelta(hours=25))
    with pytest.raises(MayNotWrite, match="for a day"):
        writing.change(alice, post.pk, "Later")
    Post.objects.update(at=timezone.now(), hidden_at=timezone.now())
    with pytest.raises(MayNotWrite):
        writing.change(alice, post.pk, "Hidden")
    assert topic.pk


def test_who_deletes_takes_the_words_away_once_and_an_empty_thread_goes(alice: User, bob: User) -> None:
    topic = opened(alice)
    post = answered(bob, topic)
    first = Post.objects.earliest("pk")
    with pytest.raises(MayNotWrite):
        writing.delete(bob, first.pk)
    gone = [writing.delete(alice, first.pk).deleted_at for _ in range(2)]
    first.refresh_from_db()
    assert (first.text, first.player) == ("", alice)
    assert gone == [first.deleted_at, first.deleted_at], "gone since the first time"
    assert kept(topic.board) == counted(topic.board) == (1, 1)
    writing.delete(bob, post.pk)
    topic.refresh_from_db()
    assert topic.hidden
    assert kept(topic.board) == counted(topic.board) == (0, 0)
    with pytest.raises(Topic.DoesNotExist):
        answered(bob, topic)


def test_followers_are_told_once_until_they_read_and_not_of_their_own_words(alice: User, bob: User) -> None:
    topic = opened(alice)
    follow_up("forum")
    assert not Notice.objects.exists()
    for _ in range(2):
        answered(bob, topic)
        follow_up("forum")
    [told] = Notice.objects.all()
    assert (told.player, told.kind) == (alice, "forum")
    assert topic.title in told.subject
    answered(alice, topic)
    told.refresh_from_db()
    assert told.settled_at is not None, "who answers has read"
    follow_up("forum")
    answered(bob, topic)
    follow_up("forum")
    assert Notice.objects.filter(settled_at=None).count() == 1
    assert not Errand.objects.exists()


def test_nobody_is_told_of_words_of_whom_they_ignore(alice: User, bob: User, carol: User) -> None:
    topic = opened(alice)
    relations.ignore(alice, bob)
    answered(bob, topic)
    follow_up("forum")
    assert not Notice.objects.exists()
    answered(carol, topic)
    follow_up("forum")
    assert Notice.objects.count() == 1


def test_ones_own_words_among_those_of_whom_one_ignores_are_nothing_new(alice: User, bob: User) -> None:
    """The worker finds both at once, and the thread goes on beyond what alice has seen."""
    topic = opened(alice)
    relations.ignore(alice, bob)
    answered(alice, topic)
    answered(bob, topic)
    follow_up("forum")
    assert not Notice.objects.filter(player=alice).exists()


def test_many_followers_are_told_in_parts(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "AT_ONCE", 1)
    topic = opened(alice)
    Follow.objects.create(player=carol, topic=topic)
    answered(bob, topic)
    follow_up("forum")
    assert {one.player.username for one in Notice.objects.all()} == {"alice", "carol"}


def test_only_a_post_of_the_thread_that_can_be_read_is_answered(alice: User, bob: User) -> None:
    topic, other = opened(alice), opened(alice)
    first = topic.said.get()
    assert answered(bob, topic, answers=first.pk).answers == first
    assert answered(bob, topic, answers=other.said.get().pk).answers is None
    relations.ignore(alice, bob)
    assert answered(bob, topic, answers=first.pk).answers is None


def test_who_leaves_leaves_words_without_a_name_or_takes_them_along(
    alice: User, bob: User, carol: User
) -> None:
    topic = opened(alice)
    answered(bob, topic, "My words")
    assert any("My words" in str(content) for _name, content in export.person(bob))
    leaving.close(bob)
    assert list(topic.said.order_by("pk").values_list("text", "player")) == [
        ("Hello", alice.pk),
        ("My words", None),
    ]
    answered(carol, topic, "Mine")
    writing.erase(carol)
    leaving.close(carol)
    assert not Post.objects.filter(text="Mine").exists()
    assert kept(topic.board) == counted(topic.board) == (1, 2)
