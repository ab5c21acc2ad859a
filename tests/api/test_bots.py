"""Bots by the API: what they may do, what they may not, and how they find one another."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest
from django.conf import settings
from django.utils import timezone

from accounts import limits, moderation
from accounts.limits import Rate
from accounts.models import Bot, User
from accounts.scopes import PLAY, SCOPES
from boatzee_site.api import openapi
from boatzee_site.api.operations import api
from games.models import PuzzleTry, Seek, Wish
from tests import bots as some
from tests.api.asking import ask, refused
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
WHAT_BOTS_DO = {
    *("accept_match", "decline_match", "rematch", "create_match", "make_move", "resign_match"),
    *("claim_match", "grant_day", "give_orders", "pin_match", "put_match_off", "take_challenges"),
    *("enter_event", "confirm_entry", "withdraw_from_event", "rest_in_event"),
}


@pytest.fixture
def dora(alice: User) -> User:
    """Alice's bot."""
    return some.make(alice, people=True)


@pytest.fixture
def nora(bob: User) -> User:
    """Bob's."""
    return some.make(bob, "nora")


def test_it_says_what_it_is_and_whose(dora: User, alice: User) -> None:
    told = some.program(dora).get("me").json()
    assert (told["name"], told["owner"], told["scopes"]) == ("dora-bot", "alice", ["events", "play", "read"])
    assert ask(alice).get("me").json()["owner"] is None
    shown = ask(None).get("players/dora-bot").json()
    assert (shown["robot"], shown["owner"]) == (False, "alice")
    assert ask(None).get("players/alice").json()["owner"] is None


def test_two_bots_play_a_whole_match(dora: User, nora: User) -> None:
    made = some.program(dora).post("matches", {"game": "PG", "opponents": ["nora-bot"]})
    assert made.status_code == 201
    assert made.json()["rated"] is True
    (asked,) = some.program(nora).get("matches?my_turn=true").json()["items"]
    assert [seat["robot"] for seat in asked["seats"]] == [True, True]
    path = f"matches/{asked['id']}"
    shown = some.program(nora).post(f"{path}/accept").json()
    while shown["status"] == "running":
        for bot in (dora, nora):
            now = some.program(bot).get(f"{path}/moves/legal").json()
            if now["moves"]:
                move = now["moves"][-1]
                shown = some.program(bot).post(f"{path}/moves", {"version": now["version"], **move}).json()
    assert shown["status"] == "finished"
    (one, other) = ask(None).get("bots?game=PG").json()["items"]
    assert {one["name"], other["name"]} == {"dora-bot", "nora-bot"}
    assert one["rating"] > other["rating"]


def test_what_they_do_is_named_one_by_one(dora: User) -> None:
    """Whatever is added to the API is for people until it says otherwise."""
    described = json.loads((settings.BASE_DIR / openapi.FILE).read_text())
    found = set()
    for (method, path), guard in openapi._guards(api):
        name = described["paths"][path][method]["operationId"]
        if guard.bots and method != "get":
            found.add(name)
        assert guard.bots or guard.scope != "read", name
    assert found == WHAT_BOTS_DO


@pytest.mark.parametrize(
    ("method", "path", "sent"),
    [
        ("POST", "waiting", {"game": "BZ"}),
        ("POST", "waiting/1/join", {}),
        ("PUT", "wish", {"games": ["BZ"], "wanted": 1}),
        ("POST", "daily/2026-11-26/play", {}),
        ("POST", "puzzles/1/answer", {"kind": "roll"}),
        ("POST", "ladders/1/join", {}),
        ("POST", "events/1/lead", {"accept": True}),
        ("POST", "matches/1/take-back", {"version": 1}),
    ],
)
def test_what_is_for_people_is_refused(dora: User, method: str, path: str, sent: object) -> None:
    refused(some.program(dora).send(method, path, sent), 403, "not-for-bots")
    assert not any(kind.objects.exists() for kind in (Seek, Wish, PuzzleTry))


@pytest.mark.parametrize("scope", sorted({*SCOPES} - {"read", "play", "events"}))
def test_a_token_that_somehow_has_more_lets_it_do_no_more(dora: User, scope: str) -> None:
    program = ask(dora, f"read play events {scope}")
    path, sent = {"settings": ("me/settings", {"hide_rating": True})}.get(scope, ("messages/with/bob", {}))
    method = "PATCH" if scope == "settings" else "POST"
    if scope == "direct":
        path, sent = "events/1/decisions/begin", {}
    refused(program.send(method, path, sent), 403, "not-for-bots")


def test_people_are_not_invited(dora: User, nora: User, carol: User) -> None:
    program = some.program(dora)
    refused(program.post("matches", {"game": "BZ", "opponents": ["carol"]}), 409, "not-taken")
    refused(program.post("matches", {"game": "BZ", "opponents": ["alice"], "rated": True}), 409, "not-taken")
    refused(ask(carol).post("matches", {"game": "BZ", "opponents": ["nora-bot"]}), 409, "not-taken")
    assert (
        ask(carol).post("matches", {"game": "BZ", "opponents": ["dora-bot"], "rated": True}).json()["rated"]
        is False
    )


def test_a_bot_asks_for_no_match_that_people_would_have_to_answer_again(dora: User, carol: User) -> None:
    match = play_out(begin("BO", carol, dora))
    refused(some.program(dora).post(f"matches/{match.pk}/rematch"), 409, "not-taken")
    assert ask(carol).post(f"matches/{match.pk}/rematch").status_code == 200


def test_it_says_what_it_takes(dora: User, alice: User) -> None:
    told = some.program(dora).send("PUT", "bots/me", {"games": ["DK", "BZ"], "people": False})
    assert told.json() == {"games": ["BZ", "DK"], "people": False}
    assert Bot.objects.get(account=dora).games == ["BZ", "DK"]
    assert ask(None).get("bots?game=BO").json()["items"] == []
    assert ask(None).get("bots?game=BZ&people=true").json()["items"] == []
    refused(some.program(dora).send("PUT", "bots/me", {"games": ["XX"]}), 422, "invalid")
    refused(ask(alice, PLAY).send("PUT", "bots/me", {"games": ["BZ"]}), 403, "not-a-bot")


def test_its_requests_are_its_owners(
    dora: User, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    twin = some.make(alice, "twin")
    monkeypatch.setattr(limits, "API", {"player": Rate(3, 86_400), "address": Rate(9, 86_400)})
    for player in (alice, dora, twin):
        assert ask(player, "read").get("me").status_code == 200
    refused(ask(dora, "read").get("me"), 429, "too-often")
    assert ask(bob, "read").get("me").status_code == 200


def test_a_suspended_owner_has_no_bots_at_work(dora: User, alice: User, carol: User) -> None:
    until = timezone.now() + timedelta(days=1)
    moderation.decide(alice, "suspend", "Somebody else plays.", carol, until)
    refused(some.program(dora).get("me"), 403, "suspended")
