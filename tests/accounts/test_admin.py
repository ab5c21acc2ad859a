"""Players in the Django admin."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.test import Client
from django.urls import reverse

from accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(User.objects.create_superuser("judge", "judge@example.org", "correct horse 1"))
    return client


def test_a_player_can_be_found_and_stopped(staff: Client, alice: User) -> None:
    assert "alice" in staff.get(reverse("admin:accounts_user_changelist"), {"q": "alice@"}).content.decode()
    page = reverse("admin:accounts_user_change", args=[alice.pk])
    form = {"username": "alice", "email": alice.email, "time_zone": "UTC"}
    assert staff.post(page, form).status_code == 302
    alice.refresh_from_db()
    assert not alice.is_active


def test_a_player_can_be_made(staff: Client) -> None:
    form = {"username": "dora", "usable_password": "true", "password1": "correct horse 1"}
    staff.post(reverse("admin:accounts_user_add"), {**form, "password2": "correct horse 1"})
    assert User.objects.filter(username="dora").exists()


def test_nobody_is_deleted_here(staff: Client, alice: User) -> None:
    assert (
        staff.post(reverse("admin:accounts_user_delete", args=[alice.pk]), {"post": "yes"}).status_code == 403
    )
    form = {"action": "delete_selected", "_selected_action": [alice.pk], "post": "yes"}
    staff.post(reverse("admin:accounts_user_changelist"), form)
    assert User.objects.filter(pk=alice.pk).exists()


def test_the_admin_has_no_door_of_its_own(client: Client, alice: User) -> None:
    """It would ask for a password alone, and so pass by the second factor."""
    door = reverse("admin:login")
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    answer = client.post(door, {"username": "alice", "password": "correct horse 1"})
    assert answer["Location"].startswith(reverse("account_login"))
    assert (
        client.get(reverse("admin:index"), follow=True)
        .redirect_chain[-1][0]
        .startswith(reverse("account_login"))
    )


def test_no_secret_is_shown_to_anybody(staff: Client, alice: User) -> None:
    """Neither what second factors are made of, nor the keys of sessions, which open accounts."""
    kinds = Authenticator.Type
    for kind, name in (
        (kinds.TOTP, "secret"),
        (kinds.RECOVERY_CODES, "seed"),
        (kinds.WEBAUTHN, "credential"),
    ):
        Authenticator.objects.create(user=alice, type=kind, data={"name": "A key", name: "told-to-nobody"})
    UserSession.objects.create(user=alice, ip="127.0.0.1", user_agent="", session_key="told-to-nobody")
    for model, rows in (
        ("mfa_authenticator", Authenticator.objects),
        ("usersessions_usersession", UserSession.objects),
    ):
        addresses = [reverse(f"admin:{model}_changelist")]
        addresses += [
            reverse(f"admin:{model}_{page}", args=[row.pk])
            for row in rows.filter(user=alice)
            for page in ("change", "delete", "history")
        ]
        for address in addresses:
            answer = staff.get(address)
            assert answer.status_code == 200
            assert b"told-to-nobody" not in answer.content


def test_a_player_who_is_no_staff_is_turned_away(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get(reverse("admin:index"), follow=True).status_code == 403
