"""A second factor stands between a password and the account."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP, format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXP"


@pytest.fixture
def guarded(client: Client, alice: User) -> Client:
    """Alice, who has given name and password."""
    cache.clear()
    TOTP.activate(alice, SECRET)
    answer = client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert answer["Location"] == reverse("mfa_authenticate")
    return client


def _now() -> str:
    code: str = format_hotp_value(hotp_value(SECRET, next(iter(yield_hotp_counters_from_time()))))
    return code


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
