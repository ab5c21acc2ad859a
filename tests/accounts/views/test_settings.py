"""The player's own settings."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User

pytestmark = pytest.mark.django_db


def test_the_time_zone_is_kept_and_used(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post(reverse("account_settings"), {"time_zone": "Asia/Tokyo"}).status_code == 302
    alice.refresh_from_db()
    assert alice.time_zone == "Asia/Tokyo"


def test_an_unknown_time_zone_is_refused(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post(reverse("account_settings"), {"time_zone": "Mars/Olympus"}).status_code == 400
    alice.refresh_from_db()
    assert alice.time_zone == "UTC"


def test_a_zone_the_machine_has_lost_does_not_break_pages(client: Client, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(time_zone="Europe/Atlantis")
    client.force_login(alice)
    assert client.get(reverse("account_settings")).status_code == 200


def test_nothing_else_can_be_set_by_it(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.post(reverse("account_settings"), {"time_zone": "UTC", "is_staff": "on", "username": "zed"})
    alice.refresh_from_db()
    assert not alice.is_staff
    assert alice.username == "alice"


def test_a_visitor_is_asked_to_sign_in(client: Client) -> None:
    assert client.get(reverse("account_settings")).status_code == 302


def test_its_queries(client: Client, alice: User, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    client.force_login(alice)
    with django_assert_num_queries(3):
        client.get(reverse("account_settings"))
