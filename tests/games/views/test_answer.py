"""Answering an invitation."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Match
from games.rules.base import Pace
from games.seats import lobby

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    return lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "main")


def answer(player: User, match: Match, what: str) -> tuple[int, str]:
    client = Client()
    client.force_login(player)
    answered = client.post(reverse("games:answer", args=[match.pk]), {"answer": what})
    match.refresh_from_db()
    return answered.status_code, match.status


def test_each_reads_of_it_from_their_own_side(match: Match, alice: User, bob: User) -> None:
    for player, says in (
        (alice, ("Your invitation is on its way.", "You are in.", "bob has not answered yet.")),
        (bob, ("alice would like to play with you.", "alice is in.", "You have not answered yet.")),
    ):
        client = Client()
        client.force_login(player)
        page = client.get(reverse("games:table", args=[match.pk])).content.decode()
        assert [one for one in says if one not in page] == []


def test_accepting_begins_the_match(match: Match, bob: User) -> None:
    assert answer(bob, match, "accept") == (302, Match.Status.RUNNING)


def test_declining_ends_it(match: Match, bob: User) -> None:
    assert answer(bob, match, "decline") == (302, Match.Status.DECLINED)


def test_the_maker_takes_it_back(match: Match, alice: User) -> None:
    assert answer(alice, match, "decline") == (302, Match.Status.DECLINED)


def test_a_stranger_is_told_nothing(match: Match, carol: User) -> None:
    assert answer(carol, match, "accept") == (404, Match.Status.INVITING)


def test_an_answer_cannot_be_changed(match: Match, bob: User) -> None:
    answer(bob, match, "decline")
    assert answer(bob, match, "accept") == (409, Match.Status.DECLINED)


def test_it_rejects_get(match: Match, bob: User) -> None:
    client = Client()
    client.force_login(bob)
    assert client.get(reverse("games:answer", args=[match.pk])).status_code == 405


def test_a_visitor_is_asked_to_sign_in(client: Client, match: Match) -> None:
    assert client.post(reverse("games:answer", args=[match.pk]), {"answer": "accept"}).status_code == 302
    match.refresh_from_db()
    assert match.status == Match.Status.INVITING
