"""Changing a password, and getting a new one by mail."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.mails import sent

pytestmark = pytest.mark.django_db

NEW = "battery staple 2"
OTHER = "staple battery 3"


def test_changing_takes_the_old_one(client: Client, alice: User) -> None:
    client.force_login(alice)
    form = {"oldpassword": "wrong", "password1": NEW, "password2": NEW}
    client.post(reverse("account_change_password"), form)
    alice.refresh_from_db()
    assert not alice.check_password(NEW)
    client.post(reverse("account_change_password"), {**form, "oldpassword": "correct horse 1"})
    alice.refresh_from_db()
    assert alice.check_password(NEW)


def test_a_forgotten_one_is_replaced_by_the_link_in_the_mail(client: Client, alice: User) -> None:
    client.post(reverse("account_reset_password"), {"email": alice.email})
    link = next(word for word in str(sent()[0].body).split() if "/password/reset/key/" in word)
    path = link.partition("testserver")[2]
    form = client.get(path, follow=True).request["PATH_INFO"]
    client.post(form, {"password1": NEW, "password2": NEW})
    alice.refresh_from_db()
    assert alice.check_password(NEW)
    client.post(client.get(path, follow=True).request["PATH_INFO"], {"password1": OTHER, "password2": OTHER})
    alice.refresh_from_db()
    assert alice.check_password(NEW), "a link works once"


def test_nobody_learns_whether_an_address_is_known(client: Client, alice: User) -> None:
    known = client.post(reverse("account_reset_password"), {"email": alice.email})
    unknown = client.post(reverse("account_reset_password"), {"email": "zoe@example.org"})
    assert (known.status_code, known["Location"]) == (unknown.status_code, unknown["Location"])


def test_asking_for_mails_is_limited(client: Client, alice: User) -> None:
    statuses = {
        client.post(reverse("account_reset_password"), {"email": alice.email}).status_code for _ in range(8)
    }
    assert 429 in statuses
    assert 0 < len(sent()) <= 5
