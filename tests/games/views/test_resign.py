"""Giving a match up, after being asked once."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from tests.games.tables import begin, seat_of

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
