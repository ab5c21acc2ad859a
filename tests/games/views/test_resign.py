"""Giving a match up, after being asked once."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.match import play
from games.models import Match
from games.rules.base import Pace
from tests.games.tables import begin, legal, make, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return begin("BZ", alice, bob)


def client_of(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


def test_looking_at_the_question_changes_nothing(match: Match, alice: User) -> None:
    assert client_of(alice).get(reverse("games:resign", args=[match.pk])).status_code == 200
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_resigning_ends_the_match(match: Match, alice: User, bob: User) -> None:
    address = reverse("games:resign", args=[match.pk])
    assert client_of(alice).post(address, {"version": match.version}).status_code == 302
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert seat_of(match, bob).place == 1


@pytest.mark.parametrize(("version", "status"), [(999, 409), ("", 400)])
def test_a_stale_or_broken_form_resigns_nothing(
    match: Match, alice: User, version: object, status: int
) -> None:
    answer = client_of(alice).post(reverse("games:resign", args=[match.pk]), {"version": version})
    assert answer.status_code == status
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_a_stranger_cannot_resign_for_others(match: Match, carol: User) -> None:
    for method in ("get", "post"):
        answer = getattr(client_of(carol), method)(reverse("games:resign", args=[match.pk]))
        assert answer.status_code == 403


def test_who_has_resigned_is_not_asked_again_while_the_others_play(
    alice: User, bob: User, carol: User
) -> None:
    match = begin("PG", alice, bob, carol)
    table, resign = (reverse(f"games:{name}", args=[match.pk]) for name in ("table", "resign"))
    orders = reverse("games:orders", args=[match.pk])
    client_of(alice).post(resign, {"version": match.version})
    for player, offered in ((alice, False), (bob, True)):
        html = client_of(player).get(table).content.decode()
        assert [f'href="{address}"' in html for address in (resign, orders)] == [offered, offered]


def test_whose_card_is_full_is_not_asked_while_the_other_fills_theirs(alice: User, bob: User) -> None:
    match = begin("BO", alice, bob, pace=Pace.SPLIT)
    while seat_of(match, alice).to_move:
        make(match, alice, legal(match, alice)[-1])
    table, resign = (reverse(f"games:{name}", args=[match.pk]) for name in ("table", "resign"))
    for player, offered in ((alice, False), (bob, True)):
        assert (f'href="{resign}"' in client_of(player).get(table).content.decode()) is offered
    version = play.version_for(match, seat_of(match, alice))
    assert client_of(alice).post(resign, {"version": version}).status_code == 400
