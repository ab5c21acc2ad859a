"""Signing up."""

from __future__ import annotations

import pytest
from django.core import mail
from django.db.models import QuerySet
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.mails import sent

pytestmark = pytest.mark.django_db

FORM = {
    "username": "dora",
    "email": "dora@example.org",
    "password1": "correct horse 1",
    "password2": "correct horse 1",
    "time_zone": "Europe/Vienna",
}


def people() -> QuerySet[User]:
    """Everybody but the robots."""
    return User.objects.filter(robot="")


def sign_up(client: Client, **change: str) -> int:
    return client.post(reverse("account_signup"), {**FORM, **change}).status_code


def test_it_makes_an_account_signs_in_and_asks_to_confirm_the_address(client: Client) -> None:
    assert sign_up(client) == 302
    dora = User.objects.get(username="dora")
    assert dora.time_zone == "Europe/Vienna"
    assert client.session["_auth_user_id"] == str(dora.pk)
    assert mail.outbox == [], "no page waits for a mail server"
    assert sent()[0].to == ["dora@example.org"]


def test_the_link_in_the_mail_confirms_the_address(client: Client) -> None:
    sign_up(client)
    link = next(word for word in str(sent()[0].body).split() if "/accounts/confirm-email/" in word)
    path = link.partition("testserver")[2]
    assert client.get(path).status_code == 200
    assert client.post(path).status_code == 302
    dora = User.objects.get(username="dora")
    assert dora.emailaddress_set.get().verified  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "change",
    [
        {"username": "admin"},
        {"username": "d"},
        {"email": "no address"},
        {"password1": "123", "password2": "123"},
        {"password2": "something else 1"},
    ],
)
def test_what_does_not_fit_makes_no_account(client: Client, change: dict[str, str]) -> None:
    assert sign_up(client, **change) == 200
    assert not people().exists()


def test_a_taken_name_is_refused_in_any_case(client: Client, alice: User) -> None:
    assert sign_up(client, username="ALICE") == 200
    assert people().count() == 1


def test_a_taken_address_is_refused_in_any_case(client: Client, alice: User) -> None:
    assert sign_up(client, email=alice.email.upper()) == 200
    assert people().count() == 1


def test_an_unknown_time_zone_becomes_utc(client: Client) -> None:
    sign_up(client, time_zone="<script>")
    assert people().get().time_zone == "UTC"


def test_it_is_limited(client: Client) -> None:
    statuses = [sign_up(client, username="admin") for _ in range(25)]
    assert statuses[0] == 200
    assert statuses[-1] == 429
