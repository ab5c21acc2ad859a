"""Who gives rights, who changes a colleague, and that somebody can always run the site."""

from __future__ import annotations

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import Group, Permission
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import admins, leaving, moderation
from accounts.models import Delivery, Report, User
from tests.accounts.entrance import confirmed
from tests.at_once import PATIENCE, is_held_up, meanwhile
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db


@pytest.fixture
def helper(client: Client, bob: User) -> User:
    """Bob: staff, with every permission that there is, and no administrator. Signed in."""
    bob.is_staff = True
    bob.save()
    bob.user_permissions.set(Permission.objects.all())
    client.force_login(bob)
    return bob


@pytest.fixture
def admin(db: None) -> User:
    return User.objects.create_superuser("root1", "root1@example.org", PASSWORD)


def shown(player: User, **change: str) -> dict[str, str]:
    """The form of a player in the admin, as it stands."""
    form = {"username": player.username, "email": player.email, "time_zone": player.time_zone}
    for name in ("is_active", "is_staff", "is_superuser"):
        if getattr(player, name):
            form[name] = "on"
    return {name: value for name, value in {**form, **change}.items() if value}


def change(client: Client, player: User, **given: str) -> int:
    page = reverse("admin:accounts_user_change", args=[player.pk])
    return client.post(page, shown(player, **given)).status_code


@pytest.mark.parametrize("right", ["is_staff", "is_superuser", "groups", "user_permissions"])
def test_staff_promote_nobody(client: Client, helper: User, alice: User, right: str) -> None:
    group = Group.objects.create(name="All of it")
    given = {"groups": str(group.pk), "user_permissions": str(Permission.objects.first().pk)}  # type: ignore[union-attr]
    assert change(client, alice, **{right: given.get(right, "on")}) == 302
    alice.refresh_from_db()
    assert not alice.is_staff
    assert not alice.is_superuser
    assert not alice.groups.exists()
    assert not alice.user_permissions.exists()


def test_staff_change_what_is_theirs_to_change(client: Client, helper: User, alice: User) -> None:
    assert change(client, alice, username="alicia", is_active="") == 302
    alice.refresh_from_db()
    assert (alice.username, alice.is_active) == ("alicia", False)


def test_staff_take_over_nobodys_account(client: Client, helper: User, alice: User, admin: User) -> None:
    colleague = User.objects.create_user("dora", "dora@example.org", PASSWORD, is_staff=True)
    for player in (alice, colleague, admin, helper):
        change(client, player, email="mine@example.org")
        page = reverse("admin:auth_user_password_change", args=[player.pk])
        form = {"usable_password": "true", "password1": "other horse 2", "password2": "other horse 2"}
        assert client.post(page, form).status_code == 403
        player.refresh_from_db()
        assert player.email != "mine@example.org"
        assert player.check_password(PASSWORD)
    for player in (colleague, admin, helper):
        assert change(client, player, username="changed") == 403


@pytest.mark.parametrize("model", [EmailAddress, Authenticator, UserSession, Group])
def test_staff_see_none_of_the_other_keys(client: Client, helper: User, alice: User, model: type) -> None:
    confirmed(alice)
    Authenticator.objects.create(user=alice, type="totp", data={"secret": "HIDDEN"})
    Group.objects.create(name="All of it").permissions.set(Permission.objects.all())
    UserSession.objects.create(user=alice, session_key="k" * 32, ip="127.0.0.1")
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"  # type: ignore[attr-defined]
    row = model.objects.first()  # type: ignore[attr-defined]
    assert client.get(reverse(f"{name}_changelist")).status_code == 403
    assert client.get(reverse(f"{name}_add")).status_code == 403
    for page in ("change", "delete"):
        answer = client.post(reverse(f"{name}_{page}", args=[row.pk]), {"post": "yes"})
        assert answer.status_code == 403
    assert model.objects.filter(pk=row.pk).exists()  # type: ignore[attr-defined]


def test_administrators_see_no_secret_and_can_take_a_lost_factor_away(
    client: Client, admin: User, alice: User
) -> None:
    client.force_login(admin)
    factor = Authenticator.objects.create(user=alice, type="totp", data={"secret": "HIDDENSECRET"})
    session = UserSession.objects.create(
        user=alice, session_key="k" * 32, ip="127.0.0.1", data={"kept": "HIDDENDATA"}
    )
    page = client.get(reverse("admin:mfa_authenticator_change", args=[factor.pk]))
    assert page.status_code == 200
    assert "HIDDENSECRET" not in page.content.decode()
    page = client.get(reverse("admin:usersessions_usersession_change", args=[session.pk]))
    assert "k" * 32 not in page.content.decode()
    assert "HIDDENDATA" not in page.content.decode()
    client.post(reverse("admin:mfa_authenticator_delete", args=[factor.pk]), {"post": "yes"})
    assert not Authenticator.objects.exists()


def test_an_administrator_changes_addresses_and_passwords_and_the_player_is_told(
    client: Client, admin: User, alice: User
) -> None:
    client.force_login(admin)
    confirmed(alice)
    assert change(client, alice, email="new@example.org") == 302
    told = Delivery.objects.get()
    assert told.to == "alice@example.org"
    assert "new@example.org" in told.content["text"]
    assert EmailAddress.objects.get_primary_email(alice) == "new@example.org"
    form = {"usable_password": "true", "password1": "other horse 2", "password2": "other horse 2"}
    client.post(reverse("admin:auth_user_password_change", args=[alice.pk]), form)
    alice.refresh_from_db()
    assert alice.check_password("other horse 2")
    assert "password" in Delivery.objects.latest("pk").content["subject"]


@pytest.mark.parametrize("right", ["is_active", "is_staff", "is_superuser"])
def test_the_last_administrator_stays_one(client: Client, admin: User, alice: User, right: str) -> None:
    client.force_login(admin)
    assert change(client, admin, **{right: ""}) == 200
    admin.refresh_from_db()
    assert admins.able().count() == 1
    other = User.objects.create_superuser("root2", "root2@example.org", PASSWORD)
    assert change(client, admin, **{right: ""}) == 302
    assert list(admins.able()) == [other]


def test_who_is_suspended_or_stopped_is_nobody_to_leave_the_site_to(
    client: Client, admin: User, bob: User
) -> None:
    client.force_login(admin)
    later = timezone.now() + timedelta(days=3)
    for state in ({"is_active": False}, {"is_staff": False}, {"suspended_until": later}):
        other = {"is_active": True, "is_staff": True, "is_superuser": True, "suspended_until": None, **state}
        User.objects.filter(pk=bob.pk).update(**other)
        assert change(client, admin, is_superuser="") == 200, state
        with pytest.raises(leaving.LastAdmin):
            leaving.close(admin)
    User.objects.filter(pk=bob.pk).update(
        is_active=True, is_staff=True, suspended_until=timezone.now() - timedelta(days=1)
    )
    assert change(client, admin, is_superuser="") == 302, "a suspension that is over keeps nobody away"


def test_an_administrator_keeps_a_password(client: Client, admin: User) -> None:
    client.force_login(admin)
    page = reverse("admin:auth_user_password_change", args=[admin.pk])
    form = {"usable_password": "false", "unset-password": "Disable"}
    assert client.post(page, form).status_code == 200
    admin.refresh_from_db()
    assert admin.has_usable_password()


def test_nobody_is_deleted_one_by_one_or_many_at_once(client: Client, admin: User) -> None:
    client.force_login(admin)
    client.post(reverse("admin:accounts_user_delete", args=[admin.pk]), {"post": "yes"})
    form = {"action": "delete_selected", "_selected_action": [admin.pk], "post": "yes"}
    client.post(reverse("admin:accounts_user_changelist"), form)
    assert admins.able().count() == 1


def test_no_decision_is_taken_about_administrators_about_colleagues_or_about_oneself(
    admin: User, bob: User, carol: User
) -> None:
    until = timezone.now() + timedelta(days=2)
    for one in (bob, carol):
        one.is_staff = True
        one.save()
    runs, staff, own = "runs the site", "Only administrators", "decides about you"
    for about, by, why in ((admin, bob, runs), (carol, bob, staff), (bob, bob, own), (admin, admin, own)):
        with pytest.raises(moderation.BadDecision, match=why):
            moderation.decide(about, "suspend", "Because.", by, until)
    stale = User.objects.get(pk=carol.pk)
    User.objects.filter(pk=carol.pk).update(is_superuser=True)
    with pytest.raises(moderation.BadDecision):
        moderation.decide(stale, "suspend", "Because.", admin, until)
    User.objects.filter(pk=carol.pk).update(is_superuser=False)
    found = moderation.decide(stale, "suspend", "Because.", admin, until)
    with pytest.raises(moderation.BadDecision, match=own):
        moderation.lift(found, carol, "I am nice.")
    on = Report.objects.create(by=bob, about=carol, why="Rude.")
    with pytest.raises(moderation.BadDecision):
        moderation.close(on, carol, "Not at all.")


@pytest.mark.django_db(transaction=True)
def test_two_who_take_each_others_rights_at_once_do_not_both_succeed() -> None:
    one, other = (
        User.objects.create_superuser(f"root{number}", f"root{number}@example.org", PASSWORD)
        for number in (1, 2)
    )
    client = Client()
    client.force_login(one)
    with transaction.atomic():
        admins.must_leave_another(one)
        User.objects.filter(pk=one.pk).update(is_staff=True)  # still an administrator when the other comes
        second = meanwhile(lambda: change(client, other, is_superuser=""))
        assert is_held_up(second)
        User.objects.filter(pk=one.pk).update(is_superuser=False)
    assert second.result(PATIENCE) != 302
    assert admins.able().count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_close_at_once_do_not_both_succeed() -> None:
    both = [
        User.objects.create_superuser(f"root{number}", f"root{number}@example.org", PASSWORD)
        for number in (1, 2)
    ]
    with transaction.atomic():
        leaving.close(both[0])
        second = meanwhile(lambda: leaving.close(both[1]))
        assert is_held_up(second)
    assert isinstance(second.exception(PATIENCE), leaving.LastAdmin)
    assert admins.able().count() == 1
