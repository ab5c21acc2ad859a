"""The ladder of a club on its page: alice and others belong to the club, carol does not."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from ladders.clubs import ladders
from ladders.ladder import climbing
from ladders.models import Challenge, Club, Ladder
from tests.ladders import clubs
from tests.ladders.events import players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
ADDRESS = "/clubs/red-dice/ladders/bo/"


@pytest.fixture
def reds(alice: User) -> Club:
    cache.clear()
    return clubs.club(alice, *players(14))


@pytest.fixture
def theirs(reds: Club, alice: User) -> Ladder:
    made = ladders.open_one(reds.pk, "BO", alice)
    User.objects.update(last_seen=timezone.now())
    for member in reds.members.select_related("player").order_by("pk"):
        climbing.join(made.pk, member.player)
    return made


def page(client: Client, address: str = ADDRESS) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def sign_in(client: Client, name: str) -> None:
    client.force_login(User.objects.get(username=name))


def test_a_member_climbs_by_its_page(client: Client, theirs: Ladder) -> None:
    sign_in(client, "p13")
    shown = page(client)
    assert "Red Dice: Boat ladder" in shown
    assert shown.count('value="challenge"') == 10
    assert (
        client.post(f"{ADDRESS}act/", {"what": "challenge", "player": "p05"}).headers["Location"] == ADDRESS
    )
    found = Challenge.objects.get()
    shown = page(client)
    assert f"/matches/{found.first}/" in shown
    assert "You two are playing a challenge already." in shown
    assert client.post(f"{ADDRESS}act/", {"what": "cancel", "challenge": found.pk}).status_code == 302
    assert client.post(f"{ADDRESS}act/", {"what": "leave"}).status_code == 302
    assert client.post(f"{ADDRESS}act/", {"what": "join"}).status_code == 302
    assert "p13" in page(client, f"{ADDRESS}log/")


def test_a_challenge_of_another_ladder_is_not_given_up_there(client: Client, theirs: Ladder) -> None:
    found = climbing.challenge(theirs.pk, User.objects.get(username="p05"), User.objects.get(username="p00"))
    sign_in(client, "p05")
    assert client.post("/ladders/bo/act/", {"what": "cancel", "challenge": found.pk}).status_code == 404
    assert client.post(f"{ADDRESS}act/", {"what": "cancel", "challenge": found.pk}).status_code == 302


def test_who_does_not_belong_to_the_club_looks_on(client: Client, theirs: Ladder, carol: User) -> None:
    for player in (None, carol):
        if player is not None:
            client.force_login(player)
        shown = page(client)
        assert "p00" in shown
        assert "Only the members of Red Dice play on this ladder." in shown
        assert "<button" not in shown.partition("<h1>")[2].partition("</main>")[0]
    assert client.post(f"{ADDRESS}act/", {"what": "join"}).status_code == 409
    assert client.get("/clubs/red-dice/ladders/bz/").status_code == 404
    assert client.get("/clubs/red-dice/ladders/zz/").status_code == 404
    assert client.get("/clubs/blue-dice/ladders/bo/").status_code == 404
    assert not re.search(r"\bp00\b", page(client, "/ladders/bo/"))  # letters of a form's token may be these


def test_officers_open_and_close_it_by_the_page_of_those_who_lead(
    client: Client, reds: Club, alice: User
) -> None:
    client.force_login(alice)
    decide, lead = (reverse(f"ladders:{name}", args=["red-dice"]) for name in ("club_decide", "club_lead"))
    assert client.post(decide, {"what": "open-ladder", "code": "PG"}).headers["Location"] == lead
    assert client.post(decide, {"what": "open-ladder", "code": "PG"}).status_code == 409
    for code in ("BO", "BZ"):
        assert client.post(decide, {"what": "open-ladder", "code": code}).status_code == 302
    shown = page(client, lead)
    assert "Close the Pig ladder" in shown
    assert "Open a ladder" not in shown, "three is the most"
    assert client.post(decide, {"what": "close-ladder", "code": "PG", "why": " "}).status_code == 400
    assert client.post(decide, {"what": "close-ladder", "code": "PG", "why": "Too short."}).status_code == 302
    assert "Open a ladder" in page(client, lead)
    gone = page(client, "/clubs/red-dice/ladders/pg/")
    assert "The club closed this ladder on" in gone
    assert 'value="join"' not in gone
    sign_in(client, "p00")
    assert client.post(decide, {"what": "open-ladder", "code": "DK"}).status_code == 403


def test_it_is_found_from_the_club_and_from_the_ladders(client: Client, theirs: Ladder, carol: User) -> None:
    assert f'href="{ADDRESS}"' in page(client, "/clubs/red-dice/")
    client.force_login(carol)
    assert ADDRESS not in page(client, "/events/")
    sign_in(client, "p00")
    assert f'href="{ADDRESS}">Red Dice: Boat ladder</a>' in page(client, "/events/")


def test_its_page_costs_one_query_more_than_everybodys(client: Client, theirs: Ladder) -> None:
    everybodys = Ladder.objects.get(club=None)
    for member in theirs.rungs.select_related("player"):
        climbing.join(everybodys.pk, member.player)
    sign_in(client, "p13")
    costs = [_queries(client, address) for address in ("/ladders/bo/", ADDRESS)]
    assert costs == [costs[0], costs[0] + 1], "who of those in reach still belongs to the club"


def _queries(client: Client, address: str) -> int:
    page(client, address)
    with CaptureQueriesContext(connection) as seen:
        page(client, address)
    return len(seen)
