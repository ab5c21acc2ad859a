"""Messages: who may write to whom, what is new, and what is gone on one side only."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import notices, talk
from accounts.models import Message, Notice, User
from accounts.models.talk import LONGEST
from accounts.moderation.muting import MayNotWrite
from accounts.people import relations
from accounts.talk.words import BadText
from games.match import careers
from tests import talking
from tests.games.tables import begin, play_out
from tests.talking import write

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody has finished a match, but where a test says otherwise."""
    monkeypatch.setattr(talk, "is_settled", lambda _: True)


def texts(player: User, other: User) -> list[str] | None:
    return talking.texts(talk.Two(player, other), player)


def test_what_is_written_is_read_and_new_until_then(alice: User, bob: User) -> None:
    write(alice, bob, " Hello ")
    write(alice, bob, "again")
    assert talk.unread(bob).count() == 1
    assert talk.unread(alice).count() == 0
    assert Notice.objects.filter(player=bob, kind="message").count() == 1, "told once until it is read"
    assert texts(bob, alice) == ["Hello", "again"]
    assert talk.unread(bob).count() == 0
    assert notices.unread(bob).count() == 0
    write(alice, bob, "later")
    assert Notice.objects.filter(player=bob, kind="message", settled_at=None).count() == 1


def test_deleting_is_on_ones_own_side(alice: User, bob: User) -> None:
    write(alice, bob, "one")
    thread = talk.thread_of(alice, bob)
    assert thread
    talk.delete(alice, thread)
    assert talk.threads(alice) == []
    assert texts(bob, alice) == ["one"]
    write(bob, alice, "two")
    assert texts(alice, bob) == ["two"]
    assert talk.search(alice, "one") == []
    assert [message.text for message in talk.search(bob, "ONE")] == ["one"]


def test_what_either_deleted_the_other_alone_still_finds(alice: User, bob: User) -> None:
    for one, other in ((alice, bob), (bob, alice)):
        write(one, other, f"from {one}")
        thread = talk.thread_of(one, other)
        assert thread
        talk.delete(one, thread)
        assert talk.search(one, f"from {one}") == []
        assert len(talk.search(other, f"from {one}")) == 1


@pytest.mark.parametrize("first", ["alice", "bob"])
def test_ignored_players_do_not_write_either_way(alice: User, bob: User, first: str) -> None:
    relations.ignore(*((alice, bob) if first == "alice" else (bob, alice)))
    with pytest.raises(MayNotWrite):
        write(alice, bob, "Hello")
    assert not Message.objects.exists()


def test_the_muted_do_not_write_until_then(alice: User, bob: User) -> None:
    alice.muted_until = timezone.now() + timedelta(days=1)
    with pytest.raises(MayNotWrite):
        write(alice, bob, "Hello")
    alice.muted_until = timezone.now() - timedelta(seconds=1)
    write(alice, bob, "Hello")


def test_newcomers_only_answer(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "is_settled", lambda player: player != alice)
    with pytest.raises(MayNotWrite):
        write(alice, bob, "Buy this")
    write(bob, alice, "Welcome")
    write(alice, bob, "Thank you")
    assert texts(bob, alice) == ["Welcome", "Thank you"]


@pytest.mark.usefixtures("pool")
def test_who_has_played_alone_is_a_newcomer_still(alice: User, bob: User) -> None:
    """Else a minute of Pig made an account that may write to everybody."""
    play_out(begin("PG", alice, options={"target": 50}))
    assert not careers.is_settled(alice)
    play_out(begin("PG", alice, bob, options={"target": 50}))
    assert careers.is_settled(alice)


@pytest.mark.parametrize("text", ["", "  \n ", "\x00", "x" * (LONGEST + 1)])
def test_nothing_and_too_much_are_refused(alice: User, bob: User, text: str) -> None:
    with pytest.raises(BadText):
        write(alice, bob, text)


@pytest.mark.usefixtures("robots")
def test_robots_and_oneself_are_not_written_to(alice: User) -> None:
    for other in (alice, User.objects.get(level="casual")):
        with pytest.raises(MayNotWrite):
            write(alice, other, "Hello")


def test_a_strangers_thread_is_not_found(alice: User, bob: User, carol: User) -> None:
    write(alice, bob, "secret")
    assert talk.search(carol, "secret") == []
    assert talk.threads(carol) == []


def test_the_list_costs_one_query(
    alice: User, bob: User, carol: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for other in (bob, carol):
        write(alice, other, "Hello")
    with django_assert_num_queries(1):
        assert {thread.other(alice) for thread in talk.threads(alice)} == {bob, carol}
