"""New matches, answers to invitations, and what is settled beside a table, by the API."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, get_args

import pytest

from accounts.models import User
from games.api import shapes_laying
from games.clock import PRESETS
from games.models import Match
from games.rules import RULES
from games.rules.base import Kind, Move, Pace
from games.seats import lobby
from games.tables.robots import Level
from tests.api.asking import ask, refused
from tests.games.practised import alone
from tests.games.tables import begin, make, play_out, seat_of, to_move
from tests.games.test_clocks import pass_time

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
NEW: dict[str, Any] = {"game": "BZ", "opponents": ["bob"]}


def test_words_that_may_be_sent_are_those_there_are() -> None:
    assert set(get_args(shapes_laying.Game)) == set(RULES)
    assert set(get_args(shapes_laying.Clock)) == set(PRESETS)
    assert set(get_args(shapes_laying.Level)) == {level.value for level in Level}


def test_players_are_asked_by_their_names(alice: User, bob: User, carol: User) -> None:
    answer = ask(alice).post("matches", {**NEW, "opponents": ["BOB", "carol"]})
    shown = answer.json()
    assert answer.status_code == 201
    assert (shown["status"], shown["rated"], shown["my_seat"]) == ("inviting", True, 0)
    assert [seat["name"] for seat in shown["seats"]] == ["alice", "bob", "carol"]
    (line,) = ask(bob).get("matches?status=inviting").json()["items"]
    assert (line["id"], line["my_turn"]) == (shown["id"], True)


@pytest.mark.usefixtures("robots")
def test_a_robot_plays_at_once_and_for_no_rating(alice: User) -> None:
    shown = ask(alice).post("matches", {"game": "DK", "robot": "casual", "options": {"target": 5000}}).json()
    assert (shown["status"], shown["rated"]) == ("running", False)
    assert shown["options"] == {"scoring": "standard", "pick_up": True, "target": 5000}
    assert shown["seats"][1]["robot"] is True
    assert ask(alice).post("matches", {"game": "BZ", "robot": "casual", "rated": True}).json()["rated"]


def test_what_does_not_fit_lays_no_table(alice: User, bob: User) -> None:
    program = ask(alice)
    for sent, status, code in (
        ({**NEW, "opponents": ["nobody"]}, 422, "invalid"),
        ({**NEW, "opponents": ["alice"]}, 422, "invalid"),
        ({**NEW, "opponents": ["bob", "bob"]}, 422, "invalid"),
        ({**NEW, "opponents": ["bob carol"]}, 422, "invalid"),
        ({**NEW, "options": {"target": 5}}, 400, "bad-options"),
        ({**NEW, "game": "DK", "options": {"target": 5}}, 400, "bad-options"),
        ({**NEW, "game": "DK", "pace": "split"}, 422, "invalid"),
        ({"game": "DK"}, 422, "invalid"),
        ({**NEW, "more": 1}, 422, "invalid"),
    ):
        refused(program.post("matches", sent), status, code)
    assert not Match.objects.exists()


def test_an_invitation_is_made_once_for_each_key(alice: User, bob: User) -> None:
    made = [ask(alice).post("matches", NEW, Idempotency_Key="a").json()["id"] for _ in range(2)]
    assert made == [Match.objects.get().pk] * 2


def test_the_last_who_accepts_begins_it(alice: User, bob: User, carol: User) -> None:
    match = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main")
    path = f"matches/{match.pk}/accept"
    refused(ask(carol).post(path), 404, "not-found")
    refused(ask(alice).post(path), 409, "already-answered")
    assert ask(bob).post(path).json()["status"] == "running"
    refused(ask(bob).post(path), 409, "already-answered")


def test_anybodys_no_ends_it(alice: User, bob: User) -> None:
    match = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main")
    assert ask(bob).post(f"matches/{match.pk}/decline").json()["status"] == "declined"
    refused(ask(alice).post(f"matches/{match.pk}/decline"), 409, "already-answered")


def test_who_asks_second_for_another_accepts_it(alice: User, bob: User) -> None:
    over = play_out(begin("BO", alice, bob))
    asked = ask(alice).post(f"matches/{over.pk}/rematch").json()
    again = ask(bob).post(f"matches/{over.pk}/rematch").json()
    assert (asked["id"], asked["status"]) == (again["id"], "inviting")
    assert again["status"] == "running"


@pytest.mark.parametrize(("what", "status"), [("claim", "finished"), ("grant", "running")])
def test_an_opponent_whose_time_is_up(alice: User, bob: User, what: str, status: str) -> None:
    User.objects.update(spend_holiday=False)
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    other = bob if mover == alice else alice
    path, sent = f"matches/{match.pk}/{what}", {"version": match.version}
    refused(ask(other).post(path, sent), 409, "time-left")
    pass_time(timedelta(hours=49))
    refused(ask(mover).post(path, sent), 409, "time-left")
    refused(ask(other).post(path, {"version": match.version + 1}), 409, "stale")
    assert ask(other).post(path, sent).json()["status"] == status


def test_standing_orders_are_their_players_alone(alice: User, bob: User, carol: User) -> None:
    match = begin("DK", alice, bob)
    path = f"matches/{match.pk}/orders"
    given = ask(alice).send("PUT", path, {"bank": 600}).json()
    assert given == {"roll": False, "bank": 600, "may_order": True, "why_not": None}
    assert ask(alice).get(path).json() == given
    assert ask(bob).get(path).json()["bank"] == 0
    refused(ask(carol).get(path), 403, "not-seated")
    refused(ask(carol).send("PUT", path, {"bank": 600}), 403, "not-seated")
    assert ask(alice).send("PUT", path, {}).json()["bank"] == 0
    assert seat_of(match, alice).orders == {}


def test_no_orders_where_nobody_waits(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob, pace=Pace.SPLIT)
    path = f"matches/{match.pk}/orders"
    assert ask(alice).get(path).json()["may_order"] is False
    refused(ask(alice).send("PUT", path, {"roll": True}), 403, "no-orders")


def test_a_choice_is_taken_back_in_practice(alice: User, bob: User) -> None:
    match = alone(alice)
    make(match, alice, Move(Kind.ROLL))
    make(match, alice, Move(Kind.SCORE, box="chance"))
    program = ask(alice)
    version = program.get(f"matches/{match.pk}").json()["version"]
    shown = program.post(f"matches/{match.pk}/take-back", {"version": version}).json()
    assert shown["state"]["cards"][0]["columns"][0][-1] is None
    with_bob = begin("BZ", alice, bob)
    sent = {"version": with_bob.version}
    refused(program.post(f"matches/{with_bob.pk}/take-back", sent), 403, "no-take-back")


def test_a_match_is_pinned_and_put_off(alice: User, bob: User, carol: User) -> None:
    match = begin("BZ", alice, bob)
    path = f"matches/{match.pk}"
    assert ask(alice).post(f"{path}/pin", {"pinned": True}).status_code == 204
    assert ask(alice).post(f"{path}/later").status_code == 204
    seat = seat_of(match, alice)
    assert seat.pinned
    assert seat.later
    refused(ask(carol).post(f"{path}/pin", {"pinned": True}), 403, "not-seated")
