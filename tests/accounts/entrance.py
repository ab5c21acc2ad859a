"""What many tests do at the door."""

from __future__ import annotations

from allauth.account.models import EmailAddress
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.conftest import PASSWORD


def sign_in(client: Client, login: str = "alice", password: str = PASSWORD, **headers: str) -> HttpResponse:
    """Send the form."""
    return client.post(reverse("account_login"), {"login": login, "password": password}, headers=headers)  # type: ignore[return-value]


def say_who(client: Client, password: str = PASSWORD) -> HttpResponse:
    """Give the password once more."""
    return client.post(reverse("account_reauthenticate"), {"password": password})  # type: ignore[return-value]


def signed_in(client: Client) -> bool:
    """Whether anybody is."""
    return "_auth_user_id" in client.session


def confirmed(player: User, address: str = "", *, primary: bool = True) -> EmailAddress:
    """An address of the player that was confirmed."""
    return EmailAddress.objects.create(
        user=player, email=address or player.email, primary=primary, verified=True
    )
