"""Signing in and out."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "correct horse 1"


def sign_in(client: Client, login: str, password: str = PASSWORD) -> int:
    return client.post(reverse("account_login"), {"login": login, "password": password}).status_code


@pytest.mark.parametrize("login", ["alice", "ALICE", "alice@example.org"])
def test_name_or_address_will_do(client: Client, alice: User, login: str) -> None:
    assert sign_in(client, login) == 302
    assert client.session["_auth_user_id"] == str(alice.pk)


@pytest.mark.parametrize(("login", "password"), [("alice", "wrong"), ("nobody-here", PASSWORD), ("", "")])
def test_a_wrong_one_is_refused(client: Client, alice: User, login: str, password: str) -> None:
    assert sign_in(client, login, password) == 200
    assert "_auth_user_id" not in client.session


def test_guessing_is_limited_and_the_limit_is_told(client: Client, alice: User) -> None:
    answers = [
        client.post(reverse("account_login"), {"login": "alice", "password": f"guess {guess}"})
        for guess in range(12)
    ]
    assert answers[-1].status_code == 429 or "too many" in answers[-1].content.decode().lower()
    assert sign_in(client, "alice") != 302, "the right password does not help while the limit holds"


def test_a_closed_door_stays_closed(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_active=False)
    sign_in(client, "alice")
    assert "_auth_user_id" not in client.session


def test_signing_out_needs_a_post(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get(reverse("account_logout")).status_code == 200
    assert "_auth_user_id" in client.session
    client.post(reverse("account_logout"))
    assert "_auth_user_id" not in client.session


def test_it_wants_the_csrf_token(alice: User) -> None:
    client = Client(enforce_csrf_checks=True)
    assert sign_in(client, "alice") == 403


def test_it_never_leads_away_from_the_site(client: Client, alice: User) -> None:
    form = {"login": "alice", "password": PASSWORD, "next": "https://evil.example/"}
    assert "evil" not in client.post(reverse("account_login"), form)["Location"]
