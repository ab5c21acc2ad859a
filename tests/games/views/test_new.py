"""A new match: whom it asks, and what it refuses."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.limits import AT_ONCE
from accounts.models import User
from games.models import Match, Seat

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

ADDRESS = "games:new"
FORM = {"code": "BZ", "opponents": "bob", "pace": "turns", "clock": "main"}


@pytest.fixture
def signed_in(client: Client, alice: User, bob: User, carol: User) -> Client:
    client.force_login(alice)
    return client


def test_it_asks_whom_it_names(signed_in: Client, bob: User) -> None:
    answer = signed_in.post(reverse(ADDRESS), {**FORM, "opponents": "BOB, carol"}, follow=True)
    match = Match.objects.get()
    assert match.status == Match.Status.INVITING
    names = [seat.name for seat in Seat.objects.filter(match=match).order_by("index")]
    assert names == ["alice", "bob", "carol"]
    assert answer.status_code == 200


def test_alone_it_begins_at_once(signed_in: Client) -> None:
    signed_in.post(reverse(ADDRESS), {**FORM, "opponents": ""})
    assert Match.objects.get().status == Match.Status.RUNNING


def test_dice_10000_takes_its_options(signed_in: Client) -> None:
    form = {**FORM, "code": "DK", "DK_scoring": "alternative", "DK_target": "5000"}
    signed_in.post(reverse(ADDRESS), form)
    assert Match.objects.get().options == {"scoring": "alternative", "pick_up": False, "target": 5000}


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"opponents": "nobody"}, "no player called"),
        ({"opponents": "alice"}, "sit at the table already"),
        ({"opponents": "bob bob"}, "named twice"),
        ({"opponents": "<script>"}, "&lt;script&gt;"),
        ({"code": "XX"}, "valid choice"),
        ({"code": "DK", "opponents": ""}, "at least 2 players"),
        ({"code": "DK", "pace": "split"}, "turn by turn"),
        ({"code": "DK", "DK_target": "1"}, "greater than or equal to 2000"),
        ({"clock": "blitz"}, "valid choice"),
    ],
)
def test_it_refuses_with_a_sentence(signed_in: Client, change: dict[str, str], sentence: str) -> None:
    answer = signed_in.post(reverse(ADDRESS), {**FORM, **change})
    assert answer.status_code == 400
    assert sentence in answer.content.decode()
    assert not Match.objects.exists()


def test_it_refuses_one_match_too_many(signed_in: Client) -> None:
    for _ in range(AT_ONCE["matches"].everybody):
        signed_in.post(reverse(ADDRESS), {**FORM, "opponents": ""})
    answer = signed_in.post(reverse(ADDRESS), FORM)
    assert answer.status_code == 409
    assert Match.objects.count() == AT_ONCE["matches"].everybody


def test_a_closed_account_cannot_be_asked(signed_in: Client, bob: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_active=False)
    assert signed_in.post(reverse(ADDRESS), FORM).status_code == 400


def test_a_visitor_is_asked_to_sign_in(client: Client) -> None:
    assert client.post(reverse(ADDRESS), FORM).status_code == 302
    assert not Match.objects.exists()


def test_the_form_can_be_filled_by_its_address(signed_in: Client) -> None:
    html = signed_in.get(reverse(ADDRESS), {"game": "BO", "against": "bob"}).content.decode()
    assert 'value="bob"' in html
