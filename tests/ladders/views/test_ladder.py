"""The ladder on its page."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from ladders.ladder import climbing
from ladders.models import Challenge, Ladder
from tests.ladders.events import players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
ADDRESS = "/ladders/bo/"


@pytest.fixture
def who(db: None) -> list[User]:
    ladder = Ladder.objects.create(code="BO")
    found = players(14)
    User.objects.update(last_seen=timezone.now())
    for player in found:
        climbing.join(ladder.pk, player)
    return found


def test_one_joins_and_challenges(client: Client, who: list[User]) -> None:
    client.force_login(who[13])
    html = client.get(ADDRESS).content.decode()
    assert html.count('value="challenge"') == 10, "ten rungs are in reach"
    act = reverse("ladders:ladder_act", args=["bo"])
    assert client.post(act, {"what": "challenge", "player": "p05"}).status_code == 302
    found = Challenge.objects.get()
    html = client.get(ADDRESS).content.decode()
    assert f"/matches/{found.first}/" in html
    assert "You two are playing a challenge already." in html
    assert client.post(act, {"what": "challenge", "player": "p05"}).status_code == 409
    assert client.post(act, {"what": "challenge", "player": "p00"}).status_code == 409
    assert client.post(act, {"what": "challenge", "player": "zzz"}).status_code == 404
    assert client.post(act, {"what": "cancel", "challenge": found.pk}).status_code == 302
    assert client.post(act, {"what": "leave"}).status_code == 302
    assert client.post(act, {"what": "fly"}).status_code == 400


def test_a_stranger_cancels_nothing(client: Client, who: list[User], alice: User) -> None:
    ladder = Ladder.objects.get()
    found = climbing.challenge(ladder.pk, who[3], who[1])
    client.force_login(alice)
    form = {"what": "cancel", "challenge": found.pk}
    answer = client.post(reverse("ladders:ladder_act", args=["bo"]), form)
    assert answer.status_code == 409
    found.refresh_from_db()
    assert found.cancelled_by is None


def test_visitors_look(client: Client, who: list[User]) -> None:
    html = client.get(ADDRESS).content.decode()
    assert "p00" in html
    assert 'value="challenge"' not in html
    assert client.post(reverse("ladders:ladder_act", args=["bo"]), {"what": "join"}).status_code == 302
    assert client.get("/ladders/xx/").status_code == 404
    assert client.get(f"{ADDRESS}?from=12").content.decode().count('class="rung') >= 3
    assert client.get(f"{ADDRESS}?from=abc").status_code == 200
    assert client.get(reverse("ladders:ladder_log", args=["bo"])).status_code == 200


def test_around_my_rung_it_costs_eight_queries(
    client: Client, who: list[User], django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(who[13])
    client.get(ADDRESS)
    with django_assert_max_num_queries(8 + 4):  # the session, the player, and what the head shows
        client.get(ADDRESS)
