"""Messages and notices by the API."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts import limits, notices, talk
from accounts.limits import Budget, Rate
from accounts.models import User
from accounts.models.notices import Notice
from accounts.models.talk import Message
from accounts.people import relations
from accounts.talk import rooms
from tests.api.asking import ask, refused

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is a newcomer."""
    monkeypatch.setattr(talk, "is_settled", lambda player: True)


def test_what_one_writes_the_other_reads_and_nobody_else(alice: User, bob: User, carol: User) -> None:
    said = ask(alice).post("messages/with/BOB", {"text": "Well played!"})
    assert said.status_code == 201
    assert (said.json()["by"], said.json()["text"]) == ("alice", "Well played!")
    (line,) = ask(bob).get("messages").json()["items"]
    assert (line["name"], line["unread"]) == ("alice", True)
    (read,) = ask(bob).get("messages/with/alice").json()["items"]
    assert read["text"] == "Well played!"
    assert ask(bob).get("messages").json()["items"][0]["unread"], "who reads has said so"
    assert ask(bob).post("messages/with/alice/read").status_code == 204
    assert not ask(bob).get("messages").json()["items"][0]["unread"]
    for path in ("messages", "messages/with/alice", "messages/with/bob", "messages/search?words=played"):
        assert ask(carol).get(path).json()["items"] == []
    (found,) = ask(alice).get("messages/search?words=PLAYED").json()["items"]
    assert (found["id"], found["conversation"]) == (read["id"], "bob")


def test_a_conversation_page_by_page(alice: User, bob: User) -> None:
    room = talk.Two(alice, bob)
    for number in range(5):
        rooms.say(room, alice, f"Number {number}")
    found: list[str] = []
    path = "messages/with/alice?limit=2"
    while path:
        told = ask(bob).get(path).json()
        found += [one["text"] for one in told["items"]]
        path = f"messages/with/alice?limit=2&cursor={told['next']}" if told["next"] else ""
    assert found == [f"Number {number}" for number in (4, 3, 2, 1, 0)]


def test_what_one_deletes_the_other_keeps(alice: User, bob: User) -> None:
    rooms.say(talk.Two(alice, bob), alice, "Hello")
    assert ask(bob).send("DELETE", "messages/with/alice").status_code == 204
    assert ask(bob).get("messages").json()["items"] == []
    assert ask(bob).get("messages/with/alice").json()["items"] == []
    assert len(ask(alice).get("messages/with/bob").json()["items"]) == 1


def test_who_may_not_write_is_told_why(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    refused(ask(alice).post("messages/with/bob", {"text": " "}), 400, "bad-text")
    refused(ask(alice).post("messages/with/bob", {"text": "x" * 2001}), 422, "invalid")
    refused(ask(alice).post("messages/with/alice", {"text": "Me"}), 403, "may-not-write")
    relations.ignore(bob, alice)
    told = refused(ask(alice).post("messages/with/bob", {"text": "Hm"}), 403, "may-not-write")
    assert told["detail"] == "You two cannot write to each other."
    assert not Message.objects.exists()


def test_a_newcomer_only_answers(alice: User, bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "is_settled", lambda player: player == bob)
    refused(ask(alice).post("messages/with/bob", {"text": "Hm"}), 403, "may-not-write")
    ask(bob).post("messages/with/alice", {"text": "Hello"})
    assert ask(alice).post("messages/with/bob", {"text": "Hm"}).status_code == 201


def test_a_message_that_is_sent_twice_is_said_once(alice: User, bob: User) -> None:
    for _time in range(2):
        answer = ask(alice).post("messages/with/bob", {"text": "Hello"}, Idempotency_Key="one")
        assert answer.status_code == 201
    assert Message.objects.count() == 1


def test_writing_and_searching_have_their_budgets(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = dict.fromkeys(("message", "search"), Budget("Enough for now.", (Rate(1, 3600),)))
    monkeypatch.setattr(limits, "BUDGETS", {**limits.BUDGETS, **once})
    assert ask(alice).post("messages/with/bob", {"text": "One"}).status_code == 201
    refused(ask(alice).post("messages/with/bob", {"text": "Two"}), 429, "too-often")
    assert ask(alice).get("messages/search?words=one").status_code == 200
    refused(ask(alice).get("messages/search?words=one"), 429, "too-often")


def test_notices_are_listed_and_read(alice: User, bob: User) -> None:
    for number in range(3):
        notices.tell([alice], "news", f"news-{number}", f"News {number}", "/news/")
    notices.tell([alice], "turn", "turn", "It is your turn", "/matches/1/")
    notices.tell([bob], "news", "his", "For bob", "/news/")
    told = ask(alice).get("notices?limit=2").json()
    assert [one["subject"] for one in told["items"]] == ["News 2", "News 1"]
    assert told["items"][0]["url"].endswith("/news/")
    (last,) = ask(alice).get(f"notices?limit=2&cursor={told['next']}").json()["items"]
    assert last["subject"] == "News 0"
    read = ask(alice).post(f"notices/{last['id']}/read").json()
    assert read["read_at"]
    assert ask(alice).post(f"notices/{last['id']}/read").json() == read
    assert len(ask(alice).get("notices?unread=true").json()["items"]) == 2
    his = Notice.objects.get(player=bob)
    refused(ask(alice).post(f"notices/{his.pk}/read"), 404, "not-found")
    assert ask(alice).post("notices/read").status_code == 204
    assert ask(alice).get("notices?unread=true").json()["items"] == []
    his.refresh_from_db()
    assert his.read_at is None


def test_a_token_that_only_reads_marks_nothing_and_reads_no_message(alice: User, bob: User) -> None:
    notices.tell([alice], "news", "news", "News", "/news/")
    program = ask(alice, "read")
    (notice,) = program.get("notices").json()["items"]
    refused(program.post(f"notices/{notice['id']}/read"), 403, "scope-missing")
    refused(program.post("notices/read"), 403, "scope-missing")
    refused(program.get("messages"), 403, "scope-missing")
    refused(program.get("messages/with/bob"), 403, "scope-missing")


def test_lists_cost_the_same_however_long(
    alice: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    program = ask(alice)
    program.get("me")
    for number in range(3):
        other = User.objects.create_user(f"other{number}")
        rooms.say(talk.Two(other, alice), other, "Hello")
        with django_assert_num_queries(2):
            program.get("messages")
        with django_assert_num_queries(2):
            program.get("notices")
        with django_assert_num_queries(3):
            program.get(f"messages/with/other{number}")
