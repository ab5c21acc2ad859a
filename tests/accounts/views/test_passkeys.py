"""Passkeys and security keys, attacked: replayed, downgraded, borrowed, forged."""

from __future__ import annotations

from typing import Any

import pytest
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.authenticator import Key
from tests.accounts.entrance import confirmed, say_who, sign_in, signed_in

pytestmark = pytest.mark.django_db
LOGIN = "mfa_login_webauthn"


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


def handle(player: User) -> str:
    return str(user_pk_to_url_str(player))


def register(player: User, *, alone: bool) -> Key:
    """A key of the player: a passkey that stands alone, or a second factor only."""
    client = Client()
    confirmed(player)
    client.force_login(player)
    say_who(client)
    page = client.get(reverse("mfa_add_webauthn"))
    key = Key(resident=alone)
    made = key.made(page.context["js_data"]["creation_options"])
    form = {"name": "Mine", "credential": made, **({"passwordless": "on"} if alone else {})}
    assert client.post(reverse("mfa_add_webauthn"), form).status_code == 302
    assert Authenticator.objects.filter(user=player, type="webauthn").count() == 1
    return key


def challenge(client: Client) -> dict[str, Any]:
    """What the page for passkeys asks for."""
    answer = client.get(reverse(LOGIN), headers={"X-Requested-With": "XMLHttpRequest"})
    options: dict[str, Any] = answer.json()["request_options"]
    return options


def test_a_passkey_opens_the_account(client: Client, alice: User) -> None:
    key = register(alice, alone=True)
    answer = key.answer(challenge(client), handle(alice))
    client.post(reverse(LOGIN), {"credential": answer})
    assert client.session["_auth_user_id"] == str(alice.pk)


def test_an_answer_opens_it_once(client: Client, alice: User) -> None:
    key = register(alice, alone=True)
    answer = key.answer(challenge(client), handle(alice))
    client.post(reverse(LOGIN), {"credential": answer})
    client.post(reverse("account_logout"))
    client.post(reverse(LOGIN), {"credential": answer})
    assert not signed_in(client), "the challenge was used"
    challenge(client)
    client.post(reverse(LOGIN), {"credential": answer})
    assert not signed_in(client), "this is the answer to another one"
    other = Client()
    challenge(other)
    other.post(reverse(LOGIN), {"credential": answer})
    assert not signed_in(other), "and it was another visitor's"


@pytest.mark.parametrize("how", ["unverified", "elsewhere", "for bob", "another key"])
def test_what_is_not_quite_the_owner_opens_nothing(client: Client, alice: User, bob: User, how: str) -> None:
    key = register(alice, alone=True)
    options = challenge(client)
    answers = {
        "unverified": lambda: key.answer(options, handle(alice), verified=False),
        "elsewhere": lambda: key.answer(options, handle(alice), host="evil.example"),
        "for bob": lambda: key.answer(options, handle(bob)),
        "another key": lambda: Key().answer(options, handle(alice)),
    }
    client.post(reverse(LOGIN), {"credential": answers[how]()})
    assert not signed_in(client)


def test_a_challenge_for_a_second_factor_lets_nobody_in_without_the_first(
    client: Client, alice: User, bob: User
) -> None:
    """The thief has alice's key and no PIN, and an account of their own whose challenge asks for none."""
    key = register(alice, alone=True)
    register(bob, alone=False)
    sign_in(client, "bob")
    options = client.get(reverse("mfa_authenticate")).context["js_data"]["request_options"]
    client.get(reverse("account_signup"))  # forgets that bob is on his way in, and keeps the challenge
    client.post(reverse(LOGIN), {"credential": key.answer(options, handle(alice), verified=False)})
    assert not signed_in(client)


def test_a_key_that_is_a_second_factor_only_does_not_stand_alone(client: Client, alice: User) -> None:
    key = register(alice, alone=False)
    client.post(reverse(LOGIN), {"credential": key.answer(challenge(client), handle(alice))})
    assert not signed_in(client)


def test_as_a_second_factor_it_opens_after_the_password_alone(client: Client, alice: User) -> None:
    key = register(alice, alone=False)
    sign_in(client)
    assert not signed_in(client)
    options = client.get(reverse("mfa_authenticate")).context["js_data"]["request_options"]
    client.post(reverse("mfa_authenticate"), {"credential": Key().answer(options)})
    assert not signed_in(client), "any key will not do"
    options = client.get(reverse("mfa_authenticate")).context["js_data"]["request_options"]
    client.post(reverse("mfa_authenticate"), {"credential": key.answer(options, verified=False)})
    assert signed_in(client)


def test_it_says_who_one_is_in_place_of_the_password(client: Client, alice: User) -> None:
    key = register(alice, alone=True)
    client.post(reverse(LOGIN), {"credential": key.answer(challenge(client), handle(alice))})
    assert client.post(reverse("account_close")).status_code == 302
    page = client.get(reverse("mfa_reauthenticate_webauthn"), {"next": reverse("account_close")})
    options = page.context["js_data"]["request_options"]
    form = {"next": reverse("account_close")}
    client.post(
        reverse("mfa_reauthenticate_webauthn"), {**form, "credential": Key().answer(options, handle(alice))}
    )
    assert User.objects.filter(pk=alice.pk).exists(), "another key says nothing"
    page = client.get(reverse("mfa_reauthenticate_webauthn"), form)
    answer = key.answer(page.context["js_data"]["request_options"], handle(alice))
    client.post(reverse("mfa_reauthenticate_webauthn"), {**form, "credential": answer})
    client.post(reverse("account_close"))
    assert not User.objects.filter(pk=alice.pk).exists()


GARBAGE = ["", "x", "[]", "1", "null", '"x"', "{}", '{"id": "x"}', '{"id": "x", "rawId": 5, "response": []}']


@pytest.mark.parametrize("sent", [*GARBAGE, '{"response": {"userHandle": "AAAA"}}'])
def test_what_is_no_answer_is_refused_and_breaks_nothing(client: Client, alice: User, sent: str) -> None:
    challenge(client)
    assert client.post(reverse(LOGIN), {"credential": sent}).status_code == 302
    register(alice, alone=False)
    sign_in(client)
    client.get(reverse("mfa_authenticate"))
    assert client.post(reverse("mfa_authenticate"), {"credential": sent}).status_code == 200
    assert not signed_in(client)
    client.force_login(alice)
    say_who(client)
    client.get(reverse("mfa_add_webauthn"))
    assert client.post(reverse("mfa_add_webauthn"), {"name": "x", "credential": sent}).status_code == 200
    assert client.post(reverse("mfa_reauthenticate_webauthn"), {"credential": sent}).status_code == 302
    assert Authenticator.objects.filter(type="webauthn").count() == 1


def test_a_key_is_added_and_taken_away_by_who_says_who_it_is(client: Client, alice: User) -> None:
    register(alice, alone=False)
    client.force_login(alice)
    mine = Authenticator.objects.get(type="webauthn")
    for page in ("mfa_add_webauthn", "mfa_view_recovery_codes"):
        assert client.get(reverse(page)).status_code == 302, page
    answer = client.post(reverse("mfa_remove_webauthn", args=[mine.pk]))
    assert answer["Location"].startswith(reverse("account_reauthenticate"))
    assert Authenticator.objects.filter(pk=mine.pk).exists()


def test_nobody_takes_away_anothers_key(client: Client, alice: User, bob: User) -> None:
    register(alice, alone=False)
    client.force_login(bob)
    say_who(client)
    mine = Authenticator.objects.get(type="webauthn", user=alice)
    assert client.post(reverse("mfa_remove_webauthn", args=[mine.pk])).status_code == 404
    assert Authenticator.objects.filter(pk=mine.pk).exists()
