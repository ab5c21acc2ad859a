"""The waiting room, the search for opponents, and the chat, by the API."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import Profile, Relation, User
from games.models import Match, Seek
from games.rules.base import Pace
from games.seats import automatch, lobby, waiting
from tests.api.asking import ask, refused
from tests.games.tables import begin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_whoever_comes_first_sits_down_and_it_begins(alice: User, bob: User, carol: User) -> None:
    made = ask(alice).post("waiting", {"game": "BZ", "players": 3})
    told = made.json()
    assert (made.status_code, told["mine"], told["waiting"], told["token"]) == (201, True, ["alice"], None)
    (seen,) = ask(None).get("waiting").json()["items"]
    assert (seen["id"], seen["mine"], seen["joined"]) == (told["id"], False, False)
    path = f"waiting/{told['id']}/join"
    assert ask(bob).post(path, {}).json() == {"match": None}
    refused(ask(bob).post(path, {}), 409, "already-answered")
    match = ask(carol).post(path, {}).json()["match"]
    assert Match.objects.get(pk=match).status == Match.Status.RUNNING
    refused(ask(carol).post(path, {}), 409, "seek-gone")
    assert ask(bob).get("waiting").json()["items"] == []


def test_a_private_one_is_for_who_has_the_link(alice: User, bob: User, carol: User) -> None:
    told = ask(alice).post("waiting", {"game": "BZ", "private": True}).json()
    assert told["token"]
    for player in (None, bob):
        assert ask(player).get("waiting").json()["items"] == []
    assert [one["token"] for one in ask(alice).get("waiting").json()["items"]] == [told["token"]]
    link, path = f"waiting/link/{told['token']}", f"waiting/{told['id']}/join"
    assert ask(None).get(link).json()["open"]["id"] == told["id"]
    refused(ask(bob).post(path, {}), 409, "seek-gone")
    refused(ask(bob).post(path, {"token": "x"}), 409, "seek-gone")
    match = ask(bob).post(path, {"token": told["token"]}).json()["match"]
    assert ask(alice).get(link).json() == {"open": None, "match": match}
    refused(ask(carol).get(link), 404, "not-found")
    refused(ask(None).get(link), 404, "not-found")


def test_what_is_for_others_is_not_shown(alice: User, bob: User, carol: User) -> None:
    Relation.objects.create(player=alice, other=bob, kind=Relation.Kind.BUDDY)
    told = ask(alice).post("waiting", {"game": "BZ", "buddies_only": True}).json()
    assert [one["id"] for one in ask(bob).get("waiting").json()["items"]] == [told["id"]]
    for player in (None, carol):
        assert ask(player).get("waiting").json()["items"] == []
    refused(ask(carol).post(f"waiting/{told['id']}/join", {}), 403, "not-for-you")


@pytest.mark.parametrize(
    "sent",
    [{"players": 11}, {"lowest": 99}, {"lowest": 2000, "highest": 1000}, {"game": "PG", "pace": "split"}],
)
def test_what_does_not_fit_is_not_opened(alice: User, sent: dict[str, object]) -> None:
    refused(ask(alice).post("waiting", {"game": "BZ", **sent}), 422, "invalid")
    assert not Seek.objects.exists()


def test_who_leaves_leaves_and_who_made_it_takes_it_back(alice: User, bob: User, carol: User) -> None:
    seek = waiting.seek(alice, 3, "BZ", {}, Pace.TURNS, "main", private=False)
    path = f"waiting/{seek.pk}/leave"
    refused(ask(bob).post(path), 409, "seek-gone")
    waiting.join(seek.pk, bob)
    assert ask(bob).post(path).status_code == 204
    assert ask(alice).post(path).status_code == 204
    assert not Seek.objects.exists()


def test_the_room_costs_the_same_however_full(
    alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    program = ask(bob)
    program.get("me")
    for _ in range(3):
        waiting.seek(alice, 3, "BZ", {}, Pace.TURNS, "main", private=False)
        with django_assert_num_queries(2):  # the token, the room
            program.get("waiting")


def test_a_wish_is_kept_seen_fulfilled_and_dropped(alice: User, bob: User) -> None:
    program = ask(alice)
    refused(program.get("wish"), 404, "not-found")
    made = program.send("PUT", "wish", {"games": ["PG", "BZ"], "wanted": 2}).json()
    assert (made["games"], made["clock"], made["wanted"]) == (["BZ", "PG"], "main", 2)
    assert program.get("wish").json() == made
    ask(bob).send("PUT", "wish", {"games": ["BZ"]})
    assert automatch.run() == 1
    refused(ask(bob).get("wish"), 404, "not-found")
    assert program.get("wish").json()["wanted"] == 1
    assert program.send("DELETE", "wish").status_code == 204
    refused(program.send("DELETE", "wish"), 409, "no-wish")
    refused(program.send("PUT", "wish", {"games": []}), 422, "invalid")
    refused(program.send("PUT", "wish", {"games": ["BZ"], "wanted": 6}), 422, "invalid")


def test_those_at_the_table_talk(alice: User, bob: User, carol: User) -> None:
    match = begin("BZ", alice, bob)
    path = f"matches/{match.pk}/chat"
    said = ask(alice).post(path, {"text": " Good luck! "}, Idempotency_Key="a")
    assert (said.status_code, said.json()["text"], said.json()["name"]) == (201, "Good luck!", "alice")
    ask(alice).post(path, {"text": " Good luck! "}, Idempotency_Key="a")
    told = ask(bob).get(path).json()
    assert [one["text"] for one in told["items"]] == ["Good luck!"]
    assert told["next"] is None
    refused(ask(carol).get(path), 403, "may-not-write")
    refused(ask(carol).post(path, {"text": "Hm"}), 403, "may-not-write")
    refused(ask(alice).post(path, {"text": " "}), 400, "bad-text")
    refused(ask(alice).post(path, {"text": "x" * 2001}), 422, "invalid")
    refused(ask(alice, "read play").get(path), 403, "scope-missing")


def test_a_chat_is_read_page_by_page(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    path = f"matches/{match.pk}/chat"
    for number in range(55):
        match.remarks.create(player=alice, text=str(number))
    last = ask(bob).get(path).json()
    first = ask(bob).get(f"{path}?cursor={last['next']}").json()
    assert [one["text"] for one in first["items"] + last["items"]] == [str(number) for number in range(55)]
    assert first["next"] is None


def test_who_was_but_invited_hears_nothing_nor_who_has_the_chat_off(alice: User, bob: User) -> None:
    match = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main")
    path = f"matches/{match.pk}/chat"
    refused(ask(bob).get(path), 403, "may-not-write")
    Profile.objects.update_or_create(player=alice, defaults={"chat": False})
    refused(ask(alice).get(path), 409, "chat-off")
