"""Wrong passwords of strangers slow the strangers, not the owner."""

from __future__ import annotations

import time

import pytest
from django.core import mail
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.notices import send
from tests.accounts.entrance import say_who, sign_in, signed_in
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
NEW = "battery staple 2"


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


def guess(address: int, login: str = "alice", password: str = "wrong") -> HttpResponse:
    """A try from one of many addresses."""
    client = Client(REMOTE_ADDR=f"203.0.{address // 250}.{address % 250 + 1}")
    return sign_in(client, login, password)


def refused(answer: HttpResponse) -> bool:
    return "too many" in answer.content.decode().lower() or answer.status_code == 429


def under_attack(login: str = "alice") -> None:
    """Strangers from many addresses have tried until nothing of theirs is looked at any more."""
    assert any(refused(guess(number, login)) for number in range(200))


def test_strangers_from_many_addresses_are_bounded_as_one(alice: User) -> None:
    looked_at = sum(not refused(guess(number)) for number in range(60))
    assert looked_at == 30


def test_by_name_and_by_address_it_is_one_account(alice: User) -> None:
    logins = ("alice", "ALICE", "alice@example.org", "Alice@Example.org")
    looked_at = sum(not refused(guess(number, logins[number % 4])) for number in range(60))
    assert looked_at == 30


def test_one_address_is_bounded_sooner_and_leaves_the_rest_to_others(alice: User) -> None:
    looked_at = sum(not refused(guess(1)) for _ in range(20))
    assert looked_at == 5
    assert not refused(guess(2))


def test_one_address_is_bounded_over_all_accounts(db: None) -> None:
    looked_at = sum(not refused(guess(1, f"player{number}")) for number in range(20))
    assert looked_at == 10


def test_the_owner_comes_in_from_a_known_browser_meanwhile(alice: User) -> None:
    home = Client(REMOTE_ADDR="198.51.100.1")
    sign_in(home)
    home.post(reverse("account_logout"))
    under_attack()
    sign_in(home)
    assert signed_in(home)


def test_not_even_strangers_behind_the_same_router_keep_the_owner_out(alice: User) -> None:
    home = Client()
    sign_in(home)
    home.post(reverse("account_logout"))
    for number in range(14):
        sign_in(Client(), f"player{number}", "wrong")
    assert refused(sign_in(Client()))
    sign_in(home)
    assert signed_in(home)


def test_the_owner_who_is_signed_in_says_who_it_is_meanwhile(client: Client, alice: User) -> None:
    client.force_login(alice)
    under_attack()
    say_who(client)
    assert client.post(reverse("export")).status_code == 200


def test_a_known_browser_does_not_guess_for_ever(alice: User) -> None:
    home = Client()
    sign_in(home)
    home.post(reverse("account_logout"))
    looked_at = sum(not refused(sign_in(home, password="wrong")) for _ in range(20))
    assert looked_at == 10


def test_a_browser_is_known_for_its_own_account_and_password(alice: User, bob: User) -> None:
    bobs = Client()
    sign_in(bobs, "bob")
    bobs.post(reverse("account_logout"))
    alices = Client()
    sign_in(alices)
    alices.post(reverse("account_logout"))
    under_attack()
    assert refused(sign_in(bobs, "alice")), "bob's browser is a stranger's to alice"
    alice.set_password(NEW)
    alice.save()
    assert refused(sign_in(alices, password=NEW)), "whoever knew the old password is a stranger now"
    forged = Client()
    forged.cookies["device"] = "x" * 43
    assert refused(sign_in(forged, password=NEW))
    forged.cookies["device"] = "x" * 5000
    assert refused(sign_in(forged, password=NEW))


def test_an_unknown_browser_waits_minutes_and_is_not_locked(
    alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = time.time()

    def after(seconds: float) -> None:
        monkeypatch.setattr("allauth.core.internal.ratelimit.time.time", lambda: begun + seconds)

    after(0)
    under_attack()
    away = Client(REMOTE_ADDR="198.51.100.7")
    after(295)
    for _ in range(12):  # more than one address may make in a minute
        assert refused(sign_in(away))
    after(301)
    sign_in(away)
    assert signed_in(away), "its own waiting is not held against it"


def come_by_link(client: Client, player: User) -> None:
    """Ask for a new password, and choose it by the link in the mail."""
    client.post(reverse("account_reset_password"), {"email": player.email})
    send.send_due()
    link = next(word for word in str(mail.outbox[0].body).split() if "/password/reset/key/" in word)
    form = client.get(link.partition("testserver")[2], follow=True).request["PATH_INFO"]
    client.post(form, {"password1": NEW, "password2": NEW})


def test_a_link_by_mail_opens_it_at_once_in_any_browser(alice: User) -> None:
    under_attack()
    away = Client(REMOTE_ADDR="198.51.100.7")
    come_by_link(away, alice)
    under_attack()
    assert refused(guess(199, password=NEW)), "others still wait"
    sign_in(away, password=NEW)
    assert signed_in(away)


def test_who_has_read_their_own_mail_is_a_stranger_to_others(alice: User, bob: User) -> None:
    away = Client(REMOTE_ADDR="198.51.100.7")
    come_by_link(away, bob)
    under_attack()
    assert refused(sign_in(away))
    sign_in(away, "bob", NEW)
    assert signed_in(away)


def test_a_try_that_succeeds_is_not_counted(alice: User) -> None:
    for number in range(40):
        away = Client(REMOTE_ADDR=f"198.51.100.{number + 1}")
        sign_in(away, password=PASSWORD)
        assert signed_in(away), number
