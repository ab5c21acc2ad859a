"""Two who talk at the same moment, and one sending that comes twice at once."""

from __future__ import annotations

import threading

import pytest
from django.core.cache import cache
from django.db import OperationalError, connection

from accounts import talk
from accounts.models import Thread, User
from accounts.talk import rooms
from games.chat import Beside
from games.models import Remark
from tests.at_once import PATIENCE, raised_at_once
from tests.games.tables import begin
from tests.talking import texts

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("pool"), pytest.mark.faults]
Hanging = tuple[threading.Event, threading.Event]


def test_the_first_words_of_two_at_once_come_into_one_thread(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "is_settled", lambda _: True)
    one, other = talk.Two(alice, bob), talk.Two(bob, alice)
    assert raised_at_once(lambda: rooms.say(one, alice, "one"), lambda: rooms.say(other, bob, "other")) == []
    assert Thread.objects.count() == 1
    assert sorted(texts(one, alice) or []) == ["one", "other"]


def test_one_sending_that_comes_twice_at_once_is_said_once(alice: User, bob: User) -> None:
    cache.clear()
    room = Beside(begin("BO", alice, bob))
    assert raised_at_once(*[lambda: rooms.say(room, alice, "Hello", "a" * 24)] * 4) == []
    assert texts(room, bob) == ["Hello"]


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> Hanging:
    """The first who says something comes to a halt where it is written down, and then fails.

    Gives what is set once it stands there, and what lets it go on.
    """
    keep, stands, goes = Beside.keep, threading.Event(), threading.Event()

    def fail_once(room: Beside, player: User, text: str) -> Remark:
        if stands.is_set():
            return keep(room, player, text)
        stands.set()
        assert goes.wait(PATIENCE)
        raise OSError("The process is gone.")

    monkeypatch.setattr(Beside, "keep", fail_once)
    return stands, goes


def test_a_sending_that_hangs_and_fails_is_said_by_its_next_try(
    alice: User, bob: User, hanging: Hanging
) -> None:
    cache.clear()
    room = Beside(begin("BO", alice, bob))
    stands, goes = hanging

    def again() -> None:
        assert stands.wait(PATIENCE)
        threading.Timer(0.3, goes.set).start()  # while this one waits for it
        assert rooms.say(room, alice, "Hello", "a" * 24) is not None, "it was not said before"

    raised = raised_at_once(lambda: rooms.say(room, alice, "Hello", "a" * 24), again)
    assert [type(error) for error in raised] == [OSError]
    assert texts(room, bob) == ["Hello"]


def test_a_sending_is_not_called_said_while_another_try_of_it_is_under_way(
    alice: User, bob: User, hanging: Hanging
) -> None:
    cache.clear()
    room = Beside(begin("BO", alice, bob))
    stands, goes = hanging

    def again() -> None:
        assert stands.wait(PATIENCE)
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '50ms'")
            rooms.say(room, alice, "Hello", "a" * 24)
        finally:
            goes.set()

    raised = raised_at_once(lambda: rooms.say(room, alice, "Hello", "a" * 24), again)
    assert {type(error) for error in raised} == {OSError, OperationalError}
    assert texts(room, bob) == []
