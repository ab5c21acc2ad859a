"""Where confirmation is mandatory, nobody learns at the door whether an address is known."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.conf import settings
from django.core import mail
from django.core.cache import cache
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone

from accounts import leaving, moderation, tasks
from accounts.models import User
from accounts.notices import send
from tests.accounts.entrance import confirmed, sign_in, signed_in
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
OF_EACH = "X-Request-ID"
TOKENS = re.compile(r'(name="csrfmiddlewaretoken" value="|nonce="|"X-CSRFToken": ")[^"]+')


@pytest.fixture(autouse=True)
def _mandatory() -> Any:
    cache.clear()
    with override_settings(ACCOUNT_EMAIL_VERIFICATION="mandatory"):
        yield


def sign_up(email: str) -> tuple[Client, list[Any]]:
    """Sign up; with the client, everything that its visitor can see of the answer, but for tokens."""
    client = Client()
    form = {"login": email, "password1": PASSWORD, "time_zone": "Europe/Vienna"}
    first = client.post(reverse("account_signup"), form)
    second = client.get(first["Location"]) if first.status_code == 302 else first
    shown: list[Any] = []
    for answer in (first, second):
        headers = [pair for pair in sorted(answer.headers.items()) if pair[0] != OF_EACH]
        shown += [answer.status_code, headers, plain(answer, email)]
    return client, shown


def plain(answer: Any, *own: str) -> str:
    """The page without tokens, and without what the visitor has typed in."""
    text = TOKENS.sub(r"\1", answer.content.decode())
    for word in own:
        text = text.replace(word, "typed")
    return text


def headers_but_lengths(shown: list[Any]) -> list[Any]:
    """Lengths differ by what was typed in, and a second may pass in between."""
    return [
        [pair for pair in part if pair[0] not in {"Content-Length", "Expires"}]
        if isinstance(part, list)
        else part
        for part in shown
    ]


@pytest.fixture
def suspended(carol: User) -> str:
    """An address whose account was suspended, and closed."""
    confirmed(carol)
    judge = User.objects.create_superuser("judge", "judge@example.org")
    moderation.decide(carol, "suspend", "Enough.", judge, timezone.now() + timedelta(days=9))
    leaving.close(carol)
    return "carol@example.org"


def test_a_known_an_unknown_and_a_refused_address_get_the_same_answer(alice: User, suspended: str) -> None:
    confirmed(alice)
    _, unknown = sign_up("unknown@example.org")
    _, known = sign_up("alice@example.org")
    _, refused = sign_up(suspended)
    assert headers_but_lengths(known) == headers_but_lengths(unknown)
    assert headers_but_lengths(refused) == headers_but_lengths(unknown)
    assert unknown[0] == 302
    send.send_due()
    to = {one.to[0]: str(one.body) for one in mail.outbox}
    assert "/accounts/confirm-email/" in to["unknown@example.org"]
    assert "already has an account" in to["alice@example.org"]
    assert "No account can be made" in to[suspended]


@pytest.mark.parametrize("address", ["unknown@example.org", "alice@example.org"])
def test_nor_is_it_seen_afterwards(alice: User, address: str) -> None:
    """Neither by the page on which one waits for the mail, nor by signing in."""
    confirmed(alice)
    client, _ = sign_up(address)
    assert client.get(reverse("account_login")).status_code == 200
    inside = sign_in(client, address, "another password 1")
    assert inside.status_code == 200
    assert not signed_in(client)
    assert User.objects.filter(name_given=True).count() == 1, "an account is made in any case"


def test_a_name_alone_lets_nobody_in() -> None:
    _, shown = sign_up("dora")
    assert shown[0] == 200
    assert "Enter a valid email address" in shown[2]
    assert not User.objects.filter(robot="").exists()


def test_the_password_is_hashed_either_way(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hashing is what takes the time in which one could tell the two apart."""
    confirmed(alice)
    hashed: list[int] = []
    real = User.set_password

    def counted(self: User, password: str | None) -> None:
        hashed.append(1)
        real(self, password)

    monkeypatch.setattr(User, "set_password", counted)
    for address in ("unknown@example.org", "alice@example.org"):
        sign_up(address)
        assert len(hashed) == 1
        hashed.clear()


def test_the_account_that_a_stranger_began_can_do_nothing_and_goes(alice: User) -> None:
    confirmed(alice)
    sign_up("alice@example.org")
    sign_up("unknown@example.org")
    made = User.objects.create_user("byhand", "byhand@example.org", PASSWORD)
    begun = User.objects.filter(name_given=True)
    assert sorted(begun.values_list("email", flat=True)) == ["", "unknown@example.org"]
    assert EmailAddress.objects.get(email="alice@example.org").user == alice
    tasks.forget_at_night()
    assert begun.count() == 2
    old = timezone.now() - settings.KEPT["unconfirmed"] - timedelta(hours=1)
    User.objects.update(date_joined=old)
    with override_settings(ACCOUNT_EMAIL_VERIFICATION="optional"):
        tasks.forget_at_night()
    assert begun.count() == 2
    tasks.forget_at_night()
    assert not begun.exists()
    assert User.objects.filter(pk__in=[alice.pk, made.pk]).count() == 2


@pytest.mark.parametrize(
    "kept",
    [
        {"last_login": timezone.now()},
        {"guest": True},
        {"robot": "casual"},
        {"is_staff": True},
        {"is_superuser": True},
    ],
    ids=lambda kept: next(iter(kept)),
)
def test_who_came_in_or_was_made_by_the_site_is_not_forgotten(kept: dict[str, Any]) -> None:
    sign_up("unknown@example.org")
    User.objects.filter(name_given=True).update(
        date_joined=timezone.now() - settings.KEPT["unconfirmed"] - timedelta(days=1), **kept
    )
    tasks.forget_at_night()
    assert User.objects.filter(name_given=True).exists()


def test_who_confirms_comes_in_and_stays(db: None) -> None:
    client, _ = sign_up("unknown@example.org")
    waiting = EmailAddress.objects.get(email="unknown@example.org")
    client.post(reverse("account_confirm_email", args=[EmailConfirmationHMAC.create(waiting).key]))
    sign_in(client, "unknown@example.org")
    assert signed_in(client)
    User.objects.update(date_joined=timezone.now() - timedelta(days=99))
    tasks.forget_at_night()
    assert User.objects.filter(email="unknown@example.org").exists()


def test_asking_for_a_new_password_tells_nothing_either(alice: User) -> None:
    confirmed(alice)
    shown = []
    for address in ("alice@example.org", "unknown@example.org"):
        client = Client()
        first = client.post(reverse("account_reset_password"), {"email": address})
        second = client.get(first["Location"])
        shown.append([first.status_code, first["Location"], second.status_code, plain(second, address)])
    assert shown[0] == shown[1]
    send.send_due()
    assert len(mail.outbox) == 2
