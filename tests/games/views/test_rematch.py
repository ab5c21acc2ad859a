"""Play again, on the page."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.match import play
from games.models import Match
from tests.games.tables import begin, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def over(alice: User, bob: User) -> Match:
    match = begin("BZ", alice, bob)
    match.refresh_from_db()
    return play.resign(match.pk, alice, play.version_for(match, seat_of(match, alice)))


def test_both_ask_and_it_begins(client: Client, over: Match, alice: User, bob: User) -> None:
    for player in (alice, bob):
        client.force_login(player)
        assert "play again" in client.get(reverse("games:table", args=[over.pk])).content.decode().lower()
        assert client.post(reverse("games:rematch", args=[over.pk])).status_code == 302
    assert Match.objects.get(rematch_of=over).status == Match.Status.RUNNING


def test_who_has_asked_and_asks_again_is_led_to_what_waits(client: Client, over: Match, alice: User) -> None:
    client.force_login(alice)
    answers = [client.post(reverse("games:rematch", args=[over.pk])) for _ in range(2)]
    again = Match.objects.get(rematch_of=over)
    assert [answer.status_code for answer in answers] == [302, 302]
    assert {answer["Location"] for answer in answers} == {reverse("games:table", args=[again.pk])}
    assert again.status == Match.Status.INVITING


def test_a_stranger_may_not(client: Client, over: Match, carol: User) -> None:
    client.force_login(carol)
    assert client.post(reverse("games:rematch", args=[over.pk])).status_code == 403
    assert client.post(reverse("games:rematch", args=[over.pk + 1])).status_code == 404
    assert Match.objects.count() == 1


def test_it_is_no_link(client: Client, over: Match, alice: User) -> None:
    client.force_login(alice)
    assert client.get(reverse("games:rematch", args=[over.pk])).status_code == 405
    client.logout()
    assert client.post(reverse("games:rematch", args=[over.pk])).status_code == 302
    assert Match.objects.count() == 1
