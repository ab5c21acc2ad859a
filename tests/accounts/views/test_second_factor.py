"""A second factor stands between a password and the account."""

from __future__ import annotations

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.contrib.auth.models import Permission
from django.core import mail
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import User
from accounts.notices import send
from ladders.models import Event
from tests.accounts.entrance import confirmed, say_who, sign_in, signed_in
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXP"
OTHER = "GEZDGNBVGY3TQOJQ"


@pytest.fixture
def guarded(client: Client, alice: User) -> Client:
    """Alice, who has given name and password."""
    cache.clear()
    TOTP.activate(alice, SECRET)
    answer = client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert answer["Location"] == reverse("mfa_authenticate")
    return client


def code_of(secret: str) -> str:
    """The code of the moment."""
    code: str = format_hotp_value(hotp_value(secret, next(iter(yield_hotp_counters_from_time()))))
    return code


def _now() -> str:
    return code_of(SECRET)


def test_the_password_alone_opens_nothing(guarded: Client) -> None:
    for name in ("games:mine", "account_settings", "export", "mfa_index"):
        assert guarded.get(reverse(name))["Location"].startswith(reverse("account_login"))
    guarded.post(reverse("mfa_authenticate"), {"code": "000000"})
    assert guarded.get(reverse("games:mine")).status_code == 302


def test_the_code_of_the_moment_opens_it(guarded: Client) -> None:
    assert guarded.post(reverse("mfa_authenticate"), {"code": _now()})["Location"] == reverse("games:mine")
    assert guarded.get(reverse("games:mine")).status_code == 200


def test_a_recovery_code_opens_it_once(guarded: Client, alice: User) -> None:
    code = RecoveryCodes.activate(alice).get_unused_codes()[0]
    assert guarded.post(reverse("mfa_authenticate"), {"code": code}).status_code == 302
    assert guarded.get(reverse("games:mine")).status_code == 200
    left = RecoveryCodes(Authenticator.objects.get(user=alice, type=Authenticator.Type.RECOVERY_CODES))
    assert code not in left.get_unused_codes()


def test_a_code_opens_it_once(guarded: Client, alice: User) -> None:
    code = _now()
    guarded.post(reverse("mfa_authenticate"), {"code": code})
    assert signed_in(guarded)
    thief = Client()
    sign_in(thief)
    thief.post(reverse("mfa_authenticate"), {"code": code})
    assert not signed_in(thief), "seen over the shoulder"
    guarded.post(reverse("mfa_reauthenticate"), {"code": code})
    assert guarded.post(reverse("export")).status_code == 302, "nor does it say who one is"


def test_the_code_of_another_account_opens_nothing(guarded: Client, bob: User) -> None:
    TOTP.activate(bob, OTHER)
    RecoveryCodes.activate(bob)
    codes = RecoveryCodes(Authenticator.objects.get(user=bob, type="recovery_codes")).get_unused_codes()
    for code in (code_of(OTHER), codes[0]):
        guarded.post(reverse("mfa_authenticate"), {"code": code})
        assert not signed_in(guarded)


def test_a_recovery_code_opens_it_once_and_never_again(guarded: Client, alice: User) -> None:
    code = RecoveryCodes.activate(alice).get_unused_codes()[0]
    guarded.post(reverse("mfa_authenticate"), {"code": code})
    assert signed_in(guarded)
    again = Client()
    sign_in(again)
    again.post(reverse("mfa_authenticate"), {"code": code})
    assert not signed_in(again)
    guarded.post(reverse("mfa_reauthenticate"), {"code": code})
    assert guarded.post(reverse("export")).status_code == 302


def test_codes_are_not_tried_for_ever(guarded: Client) -> None:
    for guess in range(6):
        answer = guarded.post(reverse("mfa_authenticate"), {"code": f"{guess:06}"})
    assert "too many" in answer.content.decode().lower()
    guarded.post(reverse("mfa_authenticate"), {"code": _now()})
    assert not signed_in(guarded), "the right one does not help while the limit holds"
    anew = Client(REMOTE_ADDR="203.0.113.7")
    sign_in(anew)
    anew.post(reverse("mfa_authenticate"), {"code": _now()})
    assert not signed_in(anew), "nor from another address"


def test_a_new_password_by_mail_does_not_pass_it_by(client: Client, alice: User) -> None:
    cache.clear()
    TOTP.activate(alice, SECRET)
    client.post(reverse("account_reset_password"), {"email": alice.email})
    send.send_due()
    link = next(word for word in str(mail.outbox[0].body).split() if "/password/reset/key/" in word)
    form = client.get(link.partition("testserver")[2], follow=True).request["PATH_INFO"]
    client.post(form, {"password1": "battery staple 2", "password2": "battery staple 2"})
    assert not signed_in(client)
    assert sign_in(client, password="battery staple 2")["Location"] == reverse("mfa_authenticate")
    assert not signed_in(client)
    assert Authenticator.objects.filter(user=alice, type="totp").exists()


def test_confirming_an_address_does_not_pass_it_by(guarded: Client, alice: User) -> None:
    waiting = EmailAddress.objects.create(user=alice, email=alice.email, verified=False, primary=True)
    guarded.post(reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(waiting).key]))
    assert not signed_in(guarded)


def test_the_door_of_the_admin_does_not_pass_it_by(client: Client, alice: User) -> None:
    cache.clear()
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    TOTP.activate(alice, SECRET)
    client.post(reverse("admin:login"), {"username": "alice", "password": PASSWORD})
    assert not signed_in(client)


# Staff


@pytest.fixture
def boss(alice: User) -> User:
    User.objects.filter(pk=alice.pk).update(is_staff=True, is_superuser=True)
    alice.refresh_from_db()
    return alice


@override_settings(STAFF_MFA=True)
def test_staff_are_led_to_a_second_factor_before_they_act(client: Client, boss: User) -> None:
    cache.clear()
    confirmed(boss)
    event = Event.objects.create(name="Mine", format="league", code="BO", status="open")
    client.force_login(boss)
    pages = [
        *(reverse("admin:index"), reverse("admin:accounts_user_changelist")),
        *(reverse("ladders:new"), reverse("ladders:lead", args=[event.pk])),
        reverse("ladders:decide", args=[event.pk, "cancel"]),
    ]
    for page in pages:
        for answer in (client.get(page), client.post(page, {"why": "x"})):
            assert answer.status_code == 302, page
            assert answer["Location"] == reverse("mfa_index"), page
    assert "Staff need a second factor" in client.get(reverse("mfa_index")).content.decode()
    assert client.get(reverse("dicepool:metrics")).status_code != 200
    event.refresh_from_db()
    assert event.status == "open"
    say_who(client)
    client.get(reverse("mfa_activate_totp"))
    client.post(reverse("mfa_activate_totp"), {"code": code_of(client.session["mfa.totp.secret"])})
    for page in pages:
        assert client.get(page).status_code == 200, page
    client.post(reverse("mfa_deactivate_totp"))
    for page in pages:
        assert client.get(page).status_code == 302, page


@override_settings(STAFF_MFA=True)
def test_without_it_they_have_no_rights_wherever_they_are_asked_for(boss: User, bob: User) -> None:
    RecoveryCodes.activate(boss)
    plain = User.objects.get(pk=boss.pk)
    assert not plain.has_perm("ladders.change_event"), "recovery codes are no factor of their own"
    assert not plain.has_module_perms("ladders")
    assert not plain.acts_as_staff
    bob.user_permissions.add(Permission.objects.get(codename="organise_event"))
    assert User.objects.get(pk=bob.pk).has_perm("ladders.organise_event"), "who is no staff needs none"
    TOTP.activate(boss, SECRET)
    assert User.objects.get(pk=boss.pk).has_perm("ladders.change_event")


def test_where_the_setting_is_off_staff_act_without(client: Client, boss: User) -> None:
    client.force_login(boss)
    assert client.get(reverse("admin:index")).status_code == 200
