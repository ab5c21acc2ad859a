"""Messages: who may write to whom, what is new, and what is gone on one side only."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import notices, relations, talk
from accounts.models import Message, Notice, User
from accounts.models.talk import LONGEST

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody has finished a match, but where a test says otherwise."""
    monkeypatch.setattr(talk, "is_settled", lambda _: True)


def texts(player: User, other: User) -> list[str]:
    thread = talk.thread_of(player, other)
    return [message.text for message in talk.read(player, thread)[0]] if thread else []


def test_what_is_written_is_read_and_new_until_then(alice: User, bob: User) -> None:
    talk.write(alice, bob, " Hello ")
    talk.write(alice, bob, "again")
    assert talk.unread(bob).count() == 1
    assert talk.unread(alice).count() == 0
    assert Notice.objects.filter(player=bob, kind="message").count() == 1, "told once until it is read"
    assert texts(bob, alice) == ["Hello", "again"]
    assert talk.unread(bob).count() == 0
    assert notices.unread(bob).count() == 0
    talk.write(alice, bob, "later")
    assert Notice.objects.filter(player=bob, kind="message", settled_at=None).count() == 1


def test_deleting_is_on_ones_own_side(alice: User, bob: User) -> None:
    talk.write(alice, bob, "one")
    thread = talk.thread_of(alice, bob)
    assert thread
    talk.delete(alice, thread)
    assert talk.threads(alice) == []
    assert texts(bob, alice) == ["one"]
    talk.write(bob, alice, "two")
    assert texts(alice, bob) == ["two"]
    assert talk.search(alice, "one") == []
    assert [message.text for message in talk.search(bob, "ONE")] == ["one"]


@pytest.mark.parametrize("first", ["alice", "bob"])
def test_ignored_players_do_not_write_either_way(alice: User, bob: User, first: str) -> None:
    relations.ignore(*((alice, bob) if first == "alice" else (bob, alice)))
    with pytest.raises(talk.MayNotWrite):
        talk.write(alice, bob, "Hello")
    assert not Message.objects.exists()


def test_the_muted_do_not_write_until_then(alice: User, bob: User) -> None:
    alice.muted_until = timezone.now() + timedelta(days=1)
    with pytest.raises(talk.MayNotWrite):
        talk.write(alice, bob, "Hello")
    alice.muted_until = timezone.now() - timedelta(seconds=1)
    talk.write(alice, bob, "Hello")


def test_newcomers_only_answer(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "is_settled", lambda player: player != alice)
    with pytest.raises(talk.MayNotWrite):
        talk.write(alice, bob, "Buy this")
    talk.write(bob, alice, "Welcome")
    talk.write(alice, bob, "Thank you")
    assert texts(bob, alice) == ["Welcome", "Thank you"]


@pytest.mark.parametrize("text", ["", "  \n ", "\x00", "x" * (LONGEST + 1)])
def test_nothing_and_too_much_are_refused(alice: User, bob: User, text: str) -> None:
    with pytest.raises(talk.BadText):
        talk.write(alice, bob, text)


@pytest.mark.usefixtures("robots")
def test_robots_and_oneself_are_not_written_to(alice: User) -> None:
    for other in (alice, User.objects.get(robot="simple")):
        with pytest.raises(talk.MayNotWrite):
            talk.write(alice, other, "Hello")


def test_a_strangers_thread_is_not_found(alice: User, bob: User, carol: User) -> None:
    talk.write(alice, bob, "secret")
    assert talk.search(carol, "secret") == []
    assert talk.threads(carol) == []


def test_the_list_costs_one_query(
    alice: User, bob: User, carol: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for other in (bob, carol):
        talk.write(alice, other, "Hello")
    with django_assert_num_queries(1):
        assert {thread.other(alice) for thread in talk.threads(alice)} == {bob, carol}
