"""What allauth counts at the door: so often and no more, by address, by account, by who is signed in."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.entrance import confirmed, say_who, sign_in
from tests.mails import sent

pytestmark = pytest.mark.django_db
Do = Callable[[int], int]


@pytest.fixture(autouse=True)
def _fresh() -> None:
    cache.clear()


def ask(client: Client, name: str, form: dict[str, str], **more: str) -> int:
    return client.post(reverse(name), form, **more).status_code  # type: ignore[arg-type]


def test_signing_in_is_counted_by_address(alice: User) -> None:
    """Whatever is typed: here each try is of another account."""
    home = Client()
    answers = [sign_in(home, f"player{number}", "wrong").status_code for number in range(31)]
    assert answers == [200] * 30 + [429]
    assert sign_in(Client(REMOTE_ADDR="203.0.113.1")).status_code == 302


def test_signing_up_is_counted_by_address(db: None) -> None:
    answers = [ask(Client(), "account_signup", {"login": f"player{number}"}) for number in range(21)]
    assert answers == [200] * 20 + [429]


def test_asking_for_a_new_password_is_counted_by_address_and_by_account(alice: User) -> None:
    name = "account_reset_password"
    answers = [ask(Client(), name, {"email": f"p{number}@example.org"}) for number in range(21)]
    assert answers == [302] * 20 + [429]
    for number in range(8):
        ask(Client(REMOTE_ADDR=f"203.0.113.{number}"), name, {"email": alice.email})
    assert len([mail for mail in sent() if mail.to == [alice.email]]) == 5


def test_links_for_a_new_password_are_tried_so_often(db: None) -> None:
    guess = reverse("account_reset_password_from_key", args=["1", "abc-def"])
    answers = [Client().post(guess).status_code for _ in range(21)]
    assert 429 not in answers[:20]
    assert answers[20] == 429


@pytest.mark.parametrize(
    ("name", "most", "form"),
    [
        ("account_change_password", 5, {"oldpassword": "wrong", "password1": "x", "password2": "x"}),
        ("account_email", 10, {"action_add": "", "email": "none"}),
        ("account_reauthenticate", 10, {"password": ""}),
    ],
)
def test_what_changes_an_account_is_counted_for_it(
    client: Client, alice: User, bob: User, name: str, most: int, form: dict[str, str]
) -> None:
    client.force_login(alice)
    say_who(client)
    cache.clear()
    answers = [ask(client, name, form, REMOTE_ADDR=f"203.0.113.{number}") for number in range(most + 1)]
    assert 429 not in answers[:most]
    assert answers[most] == 429
    other = Client()
    other.force_login(bob)
    assert ask(other, name, form) != 429


def test_a_link_that_confirms_is_sent_once_in_three_minutes(client: Client, alice: User) -> None:
    confirmed(alice).delete()
    client.force_login(alice)
    say_who(client)
    ask(client, "account_email", {"action_add": "", "email": "new@example.org"})
    for _ in range(3):
        ask(client, "account_email", {"action_send": "", "email": "new@example.org"})
    assert len([mail for mail in sent() if mail.to == ["new@example.org"]]) == 1
