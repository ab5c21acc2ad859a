"""Players by the API: what the page shows, and nothing that it hides."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import Profile, User
from games.models import Rating
from tests.api.asking import ask, refused

pytestmark = pytest.mark.django_db


def rated(player: User) -> None:
    Rating.objects.create(
        player=player,
        code="BZ",
        kind="duel",
        mean=1532.44,
        deviation=61.2,
        volatility=0.06,
        matches=40,
        at=timezone.now(),
    )


def test_anybody_sees_a_player(bob: User) -> None:
    rated(bob)
    Profile.objects.create(player=bob, country="DE", about="Hello")
    told = ask(None).get("players/BOB").json()
    assert (told["name"], told["country"], told["about"]) == ("bob", "DE", "Hello")
    assert told["ratings"] == [
        {"game": "BZ", "kind": "duel", "rating": 1532.4, "deviation": 61.2, "matches": 40}
    ]


def test_what_is_hidden_is_hidden_but_from_oneself(alice: User, bob: User) -> None:
    rated(bob)
    User.objects.filter(pk=bob.pk).update(hide_rating=True)
    Profile.objects.create(player=bob, show_last_seen=False)
    told = ask(alice).get("players/bob").json()
    assert told["ratings"] is None
    assert told["last_seen"] is None
    assert ask(bob).get("players/bob").json()["ratings"]


def test_what_a_muted_player_wrote_is_hidden(alice: User, bob: User) -> None:
    Profile.objects.create(player=bob, about="Hello")
    User.objects.filter(pk=bob.pk).update(muted_until=timezone.now() + timedelta(days=1))
    assert ask(alice).get("players/bob").json()["about"] is None
    assert ask(bob).get("players/bob").json()["about"] == "Hello"


def test_nobody_by_this_name(alice: User, bob: User) -> None:
    refused(ask(alice).get("players/zed"), 404, "not-found")
    User.objects.filter(pk=bob.pk).update(is_active=False)
    refused(ask(alice).get("players/bob"), 404, "not-found")
    refused(ask(alice).get("players/" + "x" * 30), 404, "not-found")
    refused(ask(alice).get("players/" + "x" * 81), 422, "invalid")


def test_its_queries(alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    program = ask(alice)
    program.get("me")
    with django_assert_num_queries(3):  # the token, the player, the ratings
        program.get("players/bob")
