"""Closing one's account."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.entrance import say_who

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


def close(client: Client) -> int:
    return client.post(reverse("account_close")).status_code


def test_the_question_changes_nothing(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get(reverse("account_close")).status_code == 200
    assert User.objects.filter(pk=alice.pk).exists()


def test_it_takes_the_password(client: Client, alice: User) -> None:
    client.force_login(alice)
    answer = client.post(reverse("account_close"))
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
    say_who(client, "wrong")
    close(client)
    assert User.objects.filter(pk=alice.pk).exists()
    say_who(client)
    assert close(client) == 302
    assert not User.objects.filter(pk=alice.pk).exists()
    assert "_auth_user_id" not in client.session


def test_what_was_asked_before_the_password_is_done_after_it(client: Client, alice: User) -> None:
    client.force_login(alice)
    where = client.post(reverse("account_close"))["Location"]
    client.post(where, {"password": "correct horse 1", "next": reverse("account_close")})
    assert not User.objects.filter(pk=alice.pk).exists()


def test_guessing_is_limited(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert [say_who(client, "wrong").status_code for _ in range(12)][-1] == 429
    say_who(client)
    close(client)
    assert User.objects.filter(pk=alice.pk).exists()


def test_the_last_who_can_run_the_site_is_told(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_superuser=True, is_staff=True)
    client.force_login(alice)
    say_who(client)
    answer = client.post(reverse("account_close"))
    assert answer.status_code == 409
    assert "last one" in answer.content.decode()
    assert User.objects.filter(pk=alice.pk).exists()


def test_a_visitor_is_asked_to_sign_in(client: Client) -> None:
    assert close(client) == 302
