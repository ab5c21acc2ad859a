"""What every page costs the database, whatever it shows."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.rules.base import Pace
from games.seats import lobby
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("games:mine", 5),
        ("games:waiting", 5),
        ("games:new", 3),
        ("games:rules", 3),
        ("account_settings", 3),
        ("account_close", 3),
        ("account_change_password", 4),
        ("account_email", 9),
    ],
)
def test_a_page_of_ones_own(
    client: Client, alice: User, name: str, most: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(alice)
    with django_assert_max_num_queries(most):
        assert client.get(reverse(name)).status_code == 200


@pytest.mark.parametrize("name", ["games:home", "games:rules", "account_login", "account_signup"])
def test_a_page_for_visitors_costs_nothing(
    client: Client, name: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(0):
        assert client.get(reverse(name)).status_code == 200


@pytest.mark.parametrize(
    ("name", "state", "most"),
    [
        ("table", "running", 7),
        ("resign", "running", 5),
        ("record", "running", 6),
        ("table", "over", 7),
        ("replay", "over", 7),
        ("record", "over", 6),
        ("table", "inviting", 5),
    ],
)
def test_a_page_of_a_match(
    client: Client,
    alice: User,
    bob: User,
    name: str,
    state: str,
    most: int,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    match = lobby.invite(bob, [alice], "BO", {}, Pace.TURNS, "main") if state == "inviting" else None
    match = match or begin("BO", alice, bob)
    if state == "over":
        match = play_out(match)
    client.force_login(alice)
    with django_assert_max_num_queries(most):
        assert client.get(reverse(f"games:{name}", args=[match.pk])).status_code == 200


def test_making_and_answering_a_match(
    client: Client, alice: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(alice)
    form = {"code": "BZ", "opponents": "bob", "pace": "turns", "clock": "main"}
    with django_assert_max_num_queries(21):
        assert client.post(reverse("games:new"), form).status_code == 302
    match = lobby.invite(bob, [alice], "BZ", {}, Pace.SPLIT, "main")
    with django_assert_max_num_queries(21):
        assert client.post(reverse("games:answer", args=[match.pk]), {"answer": "accept"}).status_code == 302
