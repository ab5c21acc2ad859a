"""Signing up with a passkey in place of a password: no row before the key is there, and no key of another."""

from __future__ import annotations

import json
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from allauth.account.utils import user_pk_to_url_str
from allauth.mfa.models import Authenticator
from django.core.cache import cache
from django.db.models import QuerySet
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import reverse

from accounts.models import User
from tests.accounts.authenticator import Key
from tests.accounts.entrance import confirmed, say_who, signed_in
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
PAGE = "signup_passkey"
NEXT = "/matches/5/"


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


def people() -> QuerySet[User]:
    return User.objects.filter(robot="")


def ask(client: Client, **form: str) -> HttpResponse:
    return client.post(reverse(PAGE), form, headers={"Accept": "application/json"})  # type: ignore[return-value]


def begin(client: Client, login: str = "dora") -> dict[str, Any]:
    """What a key is to be made for."""
    options: dict[str, Any] = json.loads(ask(client, login=login).content)["options"]
    return options


def comes(
    client: Client, key: Key, options: dict[str, Any], login: str = "dora", **made: Any
) -> HttpResponse:
    """Send what the key answers."""
    return ask(
        client, login=login, credential=key.made(options, **made), time_zone="Europe/Vienna", next=NEXT
    )


def test_the_account_is_made_with_its_key_and_one_is_in(client: Client) -> None:
    key = Key()
    options = begin(client)
    assert not people().exists(), "whoever thinks better of it leaves nothing behind"
    assert options["publicKey"]["user"]["name"] == "dora"
    answer = comes(client, key, options)
    assert json.loads(answer.content)["location"] == NEXT
    dora = people().get()
    assert (dora.username, dora.time_zone, dora.has_usable_password()) == ("dora", "Europe/Vienna", False)
    assert client.session["_auth_user_id"] == str(dora.pk)
    assert Authenticator.objects.get().user == dora


def test_the_key_opens_the_account_ever_after(client: Client) -> None:
    key = Key()
    comes(client, key, begin(client))
    other = Client()
    asked = other.get(reverse("mfa_login_webauthn"), headers={"X-Requested-With": "XMLHttpRequest"}).json()
    answer = key.answer(asked["request_options"], str(user_pk_to_url_str(people().get())))
    other.post(reverse("mfa_login_webauthn"), {"credential": answer})
    assert signed_in(other)


def test_by_an_address_the_key_is_made_for_the_name_that_is_given(client: Client) -> None:
    options = begin(client, "dora@example.org")
    comes(client, Key(), options, "dora@example.org")
    dora = people().get()
    assert options["publicKey"]["user"]["name"] == dora.username
    assert (dora.email, dora.name_given) == ("dora@example.org", True)


@pytest.mark.parametrize("login", ["admin", "d", "", "alice", "alice@example.org"])
def test_what_cannot_be_is_said_before_a_key_is_made(client: Client, alice: User, login: str) -> None:
    answer = ask(client, login=login)
    assert answer.status_code == 400
    assert json.loads(answer.content)["form"]["fields"]["login"]["errors"]
    assert people().count() == 1


@pytest.mark.parametrize(
    "how", ["unverified", "no resident", "garbage", "list", "odd", "nothing", "unasked", "old"]
)
def test_a_key_that_will_not_do_makes_no_account(client: Client, how: str) -> None:
    key, options = Key(resident=how != "no resident"), begin(client)
    made = json.loads(key.made(options, verified=how != "unverified"))
    if how == "odd":
        made["clientExtensionResults"] = {"credProps": {"rk": 0}}
    if how == "old":
        begin(client, "flora")
    sent = {"garbage": "x", "list": "[1, 2]", "nothing": ""}.get(how, json.dumps(made))
    answer = ask(Client() if how == "unasked" else client, login="dora", credential=sent)
    assert answer.status_code == 400
    assert not people().exists()
    assert not Authenticator.objects.exists()


def test_a_challenge_that_asks_for_no_pin_makes_no_account(client: Client) -> None:
    """As one that was made for a second factor would."""
    key, options = Key(), begin(client)
    session = client.session
    session["mfa.webauthn.state"] = {**session["mfa.webauthn.state"], "user_verification": "discouraged"}
    session.save()
    assert comes(client, key, options, verified=False).status_code == 400
    assert not people().exists()


def test_an_answer_makes_one_account(client: Client) -> None:
    key, options = Key(), begin(client)
    comes(client, key, options)
    client.post(reverse("account_logout"))
    assert comes(client, key, options, "flora").status_code == 400
    assert people().count() == 1


def test_nobodys_row_is_written_over(client: Client, alice: User) -> None:
    """The number in the session is one that nobody has; were it somebody's, a new row could not have it."""
    key, options = Key(), begin(client)
    session = client.session
    session["passkey"] = {"number": alice.pk, "name": ""}
    session.save()
    assert comes(client, key, options).status_code == 400
    alice.refresh_from_db()
    assert alice.username == "alice"
    assert people().count() == 1
    assert not Authenticator.objects.exists()


def test_it_is_no_page(client: Client, alice: User) -> None:
    assert client.get(reverse(PAGE)).status_code == 405
    client.force_login(alice)
    ask(client, login="flora")
    assert people().count() == 1


def test_it_is_limited(client: Client) -> None:
    statuses = [ask(client, login="admin").status_code for _ in range(21)]
    assert statuses[0] == 400
    assert statuses[-1] == 429


def test_where_addresses_are_confirmed_the_key_waits_for_that(client: Client, alice: User) -> None:
    confirmed(alice)
    with override_settings(ACCOUNT_EMAIL_VERIFICATION="mandatory"):
        assert ask(client, login="dora").status_code == 400
        shown = []
        for address in ("dora@example.org", "alice@example.org"):
            visitor = Client()
            answer = comes(visitor, Key(), begin(visitor, address), address)
            said = json.loads(answer.content.replace(address.encode(), b"typed"))
            said["form"]["fields"]["credential"].pop("value")
            shown.append((answer.status_code, said))
            assert not signed_in(visitor)
        assert shown[0] == shown[1], "nobody learns whose address is known"
        assert Authenticator.objects.get().user.email == "dora@example.org"
        waiting = EmailAddress.objects.get(email="dora@example.org")
        client.post(reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(waiting).key]))
        assert not signed_in(client), "the mail alone opens nothing"


def test_the_only_way_in_is_not_taken_away(client: Client) -> None:
    key = Key()
    comes(client, key, begin(client))
    dora, only = people().get(), Authenticator.objects.get()
    again = reverse("mfa_reauthenticate_webauthn")
    asked = client.get(again).context["js_data"]["request_options"]
    client.post(again, {"credential": key.answer(asked, str(user_pk_to_url_str(dora)))})

    def take_away(one: Authenticator) -> None:
        client.post(reverse("mfa_remove_webauthn", args=[one.pk]))

    take_away(only)
    second = Authenticator.objects.create(user=dora, type="webauthn", data=only.data)
    assert Authenticator.objects.count() == 2, "it was kept"
    take_away(only)
    assert Authenticator.objects.get() == second
    dora.set_password(PASSWORD)
    dora.save()
    client.force_login(dora)
    say_who(client)
    take_away(second)
    assert not Authenticator.objects.exists()
