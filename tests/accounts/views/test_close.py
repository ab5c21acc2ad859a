"""Closing the own account."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db


def close(client: Client, password: str = "correct horse 1") -> int:
    return client.post(reverse("account_close"), {"password": password}).status_code


def test_the_question_changes_nothing(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get(reverse("account_close")).status_code == 200
    assert User.objects.filter(pk=alice.pk).exists()


def test_it_takes_the_password(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert close(client, "wrong") == 400
    assert User.objects.filter(pk=alice.pk).exists()
    assert close(client) == 302
    assert not User.objects.filter(pk=alice.pk).exists()
    assert "_auth_user_id" not in client.session


def test_guessing_is_limited(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert [close(client, "wrong") for _ in range(12)][-1] == 429
    assert close(client) == 429
    assert User.objects.filter(pk=alice.pk).exists()


def test_the_last_who_can_run_the_site_is_told(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(is_superuser=True)
    client.force_login(alice)
    answer = client.post(reverse("account_close"), {"password": "correct horse 1"})
    assert answer.status_code == 400
    assert "last one" in answer.content.decode()


def test_a_visitor_is_asked_to_sign_in(client: Client) -> None:
    assert close(client) == 302
