"""The button that takes a choice back: who has it, what it does, and what it says where it may not."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match, Move
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from games.seats import lobby
from tests.games.tables import begin, make, play_out, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
CHANCE = RulesMove(Kind.SCORE, box="chance")


@pytest.fixture
def me(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def address(match: Match) -> str:
    return reverse("games:take_back", args=[match.pk])


def page(client: Client, match: Match) -> str:
    return client.get(reverse("games:table", args=[match.pk])).content.decode()


def alone(player: User) -> Match:
    return make(lobby.invite(player, [], "BZ", {}, Pace.TURNS, "main"), player, RulesMove(Kind.ROLL))


def asked(client: Client, match: Match, **headers: str) -> Any:
    match.refresh_from_db()
    return client.post(address(match), {"version": match.version}, headers=headers)


def test_the_button_is_there_once_there_is_a_choice_to_take_back(me: Client, alice: User) -> None:
    match = alone(alice)
    assert address(match) not in page(me, match)
    make(match, alice, CHANCE)
    html = page(me, match)
    assert address(match) in html
    assert "with choices taken back" not in html
    answer = asked(me, match)
    assert answer.status_code == 302
    assert answer["Location"] == reverse("games:table", args=[match.pk])
    html = page(me, match)
    assert address(match) not in html
    assert "with choices taken back" in html
    assert 'value="chance"' in html


def test_a_script_has_the_table_by_the_same_answer(me: Client, alice: User) -> None:
    match = alone(alice)
    make(match, alice, CHANCE)
    html = asked(me, match, **{"HX-Request": "true"}).content.decode()
    assert 'id="table"' in html
    assert 'id="alarm"' not in html
    assert 'value="chance"' in html


def test_a_guest_who_practises_has_it_too() -> None:
    client = Client()
    table = client.post(reverse("games:practice"))["Location"]
    match = Match.objects.get()
    guest = match.seats.get().player
    assert guest
    make(match, guest, CHANCE)
    assert address(match) in client.get(table).content.decode()
    assert asked(client, match).status_code == 302
    assert Move.objects.filter(match=match, kind=Kind.TAKE_BACK).count() == 1


def test_nobody_else_has_it_nor_may(alice: User, bob: User) -> None:
    match = alone(alice)
    make(match, alice, CHANCE)
    client = Client()
    assert asked(client, match).status_code == 302  # to sign in
    client.force_login(bob)
    assert address(match) not in page(client, match)
    assert asked(client, match).status_code == 403
    assert not Move.objects.filter(kind=Kind.TAKE_BACK).exists()


def test_between_people_there_is_no_button_and_a_sentence(me: Client, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    for player in (to_move(match),):
        make(match, player, RulesMove(Kind.ROLL))
        make(match, player, CHANCE)
    assert address(match) not in page(me, match)
    answer = asked(me, match)
    assert answer.status_code == 403
    assert "only in unrated play" in answer.content.decode()


def test_what_cannot_be_is_refused_with_a_sentence_and_changes_nothing(me: Client, alice: User) -> None:
    match = alone(alice)
    for form, status, words in (
        ({}, 400, "cannot be read"),
        ({"version": "x"}, 400, "cannot be read"),
        ({"version": 0}, 409, "has changed"),
        ({"version": 1}, 409, "no choice of yours"),
    ):
        answer = me.post(address(match), form)
        assert answer.status_code == status
        assert words in answer.content.decode()
    assert me.get(address(match)).status_code == 405
    assert me.post(reverse("games:take_back", args=[match.pk + 9]), {"version": 1}).status_code == 404
    assert not Move.objects.filter(kind=Kind.TAKE_BACK).exists()


def test_the_replay_shows_that_the_table_went_back(me: Client, alice: User) -> None:
    match = alone(alice)
    make(match, alice, CHANCE)
    asked(me, match)
    make(match, alice, RulesMove(Kind.SCORE, box="ones"))
    match.refresh_from_db()
    match = play_out(match)
    replay = reverse("games:replay", args=[match.pk])
    html = me.get(replay, {"step": 3}).content.decode()
    assert "alice took a choice back" in html
    assert "took a choice back" not in me.get(replay, {"step": 4}).content.decode()
    last = me.get(replay, {"step": match.version}).content.decode()
    assert last.count("jump") < 20
    assert me.get(address(match)).status_code == 405
    assert asked(me, match).status_code == 409
    assert address(match) not in page(me, match)
