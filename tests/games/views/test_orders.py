"""The page on which standing orders are given."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.match import play
from games.models import Match
from games.rules.base import Pace
from tests.games.tables import begin, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def me(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def address(match: Match) -> str:
    return reverse("games:orders", args=[match.pk])


def test_orders_are_given_shown_and_taken_back(me: Client, alice: User, bob: User) -> None:
    match = begin("DK", alice, bob)
    table = reverse("games:table", args=[match.pk])
    assert me.post(address(match), {"roll": "on", "bank": "600"}).headers["Location"] == table
    assert seat_of(match, alice).orders == {"roll": True, "bank": 600}
    html = me.get(address(match)).content.decode()
    assert 'value="600"' in html
    assert "checked" in html
    assert address(match) in me.get(table).content.decode()
    assert me.post(address(match), {}).headers["Location"] == table
    assert seat_of(match, alice).orders == {}
    assert seat_of(match, bob).orders == {}


@pytest.mark.parametrize("bank", ["0", "-5", "10001", "many", "9" * 40])
def test_a_bank_that_no_turn_can_reach_is_refused(me: Client, alice: User, bob: User, bank: str) -> None:
    match = begin("DK", alice, bob)
    answer = me.post(address(match), {"bank": bank})
    assert answer.status_code == 400
    assert seat_of(match, alice).orders == {}


def test_a_card_is_not_asked_for_a_bank(me: Client, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    assert 'name="bank"' not in me.get(address(match)).content.decode()
    me.post(address(match), {"roll": "on", "bank": "20"})
    assert seat_of(match, alice).orders == {"roll": True}


def test_who_has_left_while_the_others_play_on_gives_none(
    me: Client, alice: User, bob: User, carol: User
) -> None:
    match = begin("DK", alice, bob, carol)
    play.resign(match.pk, alice, match.version)
    for answer in (me.get(address(match)), me.post(address(match), {"roll": "on"})):
        assert answer.headers["Location"] == reverse("games:table", args=[match.pk])
    assert seat_of(match, alice).orders == {}


def test_where_there_are_none_it_says_why(me: Client, alice: User, bob: User) -> None:
    forbidden, split = begin("BZ", alice, bob), begin("BZ", alice, bob, pace=Pace.SPLIT)
    Match.objects.filter(pk=forbidden.pk).update(may_order=False)
    for match, why in ((forbidden, "without standing orders"), (split, "wait for others")):
        html = me.get(address(match)).content.decode()
        assert why in html
        assert 'name="roll"' not in html
        assert me.post(address(match), {"roll": "on"}).status_code == 403
        assert seat_of(match, alice).orders == {}
        table = me.get(reverse("games:table", args=[match.pk])).content.decode()
        assert address(match) not in table


def test_nobody_gives_them_for_others_or_for_what_is_over(
    me: Client, alice: User, bob: User, carol: User
) -> None:
    theirs, over = begin("BZ", bob, carol), begin("BZ", alice, bob)
    play.resign(over.pk, alice, over.version)
    for send in (me.get, me.post):
        assert send(address(theirs)).status_code == 403
        assert send(address(over)).status_code == 302
    assert me.get(reverse("games:orders", args=[2**63])).status_code == 404
