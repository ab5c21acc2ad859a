"""Tokens for programs: made with the password, shown once, taken back without."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import tokens
from accounts.models import Delivery, Token, User
from tests.api.asking import Program
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
FORM = {"name": "my bot", "scopes": ["play", "read"], "days": "30"}


@pytest.fixture
def known(client: Client, alice: User) -> Client:
    """Alice, who has just given her password."""
    client.force_login(alice)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def test_it_is_shown_once_and_works(known: Client, alice: User) -> None:
    html = known.post(reverse("tokens"), FORM).content.decode()
    (secret,) = re.findall(r"bzt_[\w-]{43}", html)
    told = Program(secret).get("me").json()
    assert (told["name"], told["scopes"]) == ("alice", ["play", "read"])
    page = known.get(reverse("tokens")).content.decode()
    assert secret not in page
    assert secret[:10] in page
    assert Delivery.objects.get().to == "alice@example.org"
    token = Token.objects.get()
    assert token.expires_at
    assert 29 <= (token.expires_at - timezone.now()).days <= 30


def test_it_takes_the_password(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = client.post(reverse("tokens"), FORM)
    assert answer.status_code == 302
    assert "reauthenticate" in answer["Location"]
    assert not Token.objects.exists()


@pytest.mark.parametrize("wrong", [{"name": ""}, {"scopes": []}, {"scopes": ["staff"]}, {"days": "8"}])
def test_what_does_not_fit_is_refused(known: Client, wrong: dict[str, object]) -> None:
    assert known.post(reverse("tokens"), {**FORM, **wrong}).status_code == 400
    assert not Token.objects.exists()


def test_one_without_an_end(known: Client) -> None:
    assert known.post(reverse("tokens"), {**FORM, "days": ""}).status_code == 200
    assert Token.objects.get().expires_at is None


def test_there_is_a_most_of_them(known: Client, alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.limits.TOKENS", 1)
    tokens.make(alice, "first", ["read"], None)
    answer = known.post(reverse("tokens"), FORM)
    assert answer.status_code == 409
    assert "as many tokens as one may have" in answer.content.decode()


def test_it_is_taken_back_by_its_player_alone(client: Client, alice: User, bob: User) -> None:
    token, secret = tokens.make(alice, "mine", ["read"], None)
    client.force_login(bob)
    assert client.post(reverse("token_revoke", args=[token.pk])).status_code == 404
    assert Program(secret).get("me").status_code == 200
    client.force_login(alice)
    assert client.post(reverse("token_revoke", args=[token.pk])).status_code == 302
    assert Program(secret).get("me").status_code == 401


def test_others_are_not_shown(client: Client, alice: User, bob: User) -> None:
    tokens.make(bob, "the bot of bob", ["read"], None)
    client.force_login(alice)
    assert "the bot of bob" not in client.get(reverse("tokens")).content.decode()


def test_its_queries(client: Client, alice: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    for name in ("one", "two", "three"):
        tokens.make(alice, name, ["read"], None)
    client.force_login(alice)
    with django_assert_num_queries(4):  # the session, the head, the tokens, and whether there are any
        client.get(reverse("tokens"))
