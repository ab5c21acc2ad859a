"""The front door."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.rules import RULES

pytestmark = pytest.mark.django_db


def test_a_visitor_sees_what_this_is(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        html = client.get(reverse("games:home")).content.decode()
    assert reverse("account_signup") in html
    for rules in RULES.values():
        assert rules.name in html


def test_a_player_goes_straight_to_their_own_matches(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get(reverse("games:home"))["Location"] == reverse("games:mine")
