"""An opponent whose time is up, on the page."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match, Pulse
from tests.games.tables import begin, seat_of, to_move
from tests.games.test_clocks import pass_time

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def client_of(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    User.objects.update(spend_holiday=False)
    return begin("BZ", alice, bob)


def test_the_choice_is_offered_to_the_opponent_once_the_time_is_up(
    match: Match, alice: User, bob: User, carol: User
) -> None:
    mover = to_move(match)
    other = bob if mover == alice else alice
    address = reverse("games:table", args=[match.pk])
    assert "Take the win" not in client_of(other).get(address).content.decode()
    pass_time(timedelta(hours=49))
    assert "Take the win" in client_of(other).get(address).content.decode()
    assert "Your time is up" in client_of(mover).get(address).content.decode()
    assert "Take the win" not in client_of(carol).get(address).content.decode()


@pytest.mark.parametrize(("choice", "status"), [("claim", "finished"), ("grant", "running")])
def test_the_opponent_chooses(match: Match, alice: User, bob: User, choice: str, status: str) -> None:
    other = bob if to_move(match) == alice else alice
    pass_time(timedelta(hours=49))
    form = {"version": match.version, "answer": choice}
    assert client_of(other).post(reverse("games:claim", args=[match.pk]), form).status_code == 302
    match.refresh_from_db()
    assert match.status == status


@pytest.mark.parametrize(
    ("change", "expected"),
    [({"answer": "x"}, 400), ({"version": "x"}, 400), ({"version": 99}, 409), ({}, 409)],
)
def test_what_does_not_fit_changes_nothing(
    match: Match, alice: User, bob: User, change: dict[str, object], expected: int
) -> None:
    other = bob if to_move(match) == alice else alice
    form = {"version": match.version, "answer": "claim", **change}
    assert client_of(other).post(reverse("games:claim", args=[match.pk]), form).status_code == expected
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert seat_of(match, other).place is None


def test_a_stranger_is_refused_and_get_is_rejected(match: Match, carol: User) -> None:
    address = reverse("games:claim", args=[match.pk])
    form = {"version": match.version, "answer": "claim"}
    assert client_of(carol).post(address, form).status_code == 403
    assert client_of(carol).get(address).status_code == 405


def test_a_stranger_sets_no_clock_going(match: Match, carol: User) -> None:
    pass_time(timedelta(hours=49))
    before = Match.objects.values().get(pk=match.pk)
    for choice in ("claim", "grant"):
        form = {"version": match.version, "answer": choice}
        assert client_of(carol).post(reverse("games:claim", args=[match.pk]), form).status_code == 403
    assert Match.objects.values().get(pk=match.pk) == before
    assert not Pulse.objects.exists()
