"""My dice beside everybody's."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_only_ones_own_dice_are_counted(client: Client, alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    seat = match.seats.get(player=alice).index
    rolled = [move.dice for move in match.moves.filter(seat=seat).exclude(dice=[])]
    client.force_login(alice)
    counted = client.get(reverse("games:my_dice")).context["mine"]
    assert counted.rolls == len(rolled)
    assert counted.dice == sum(map(len, rolled))


def test_who_has_not_rolled_is_told_what_to_do(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert "not rolled yet" in client.get(reverse("games:my_dice")).content.decode()


def test_a_visitor_is_asked_to_sign_in(client: Client) -> None:
    assert client.get(reverse("games:my_dice")).status_code == 302


def test_its_queries(
    client: Client, alice: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    play_out(begin("BO", alice, bob))
    client.force_login(alice)
    with django_assert_max_num_queries(6):
        client.get(reverse("games:my_dice"))
