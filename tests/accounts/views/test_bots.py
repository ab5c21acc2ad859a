"""My bots: made, opened by tokens, closed, and nobody else's business."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Bot, Delivery, Token, User
from tests import bots as some
from tests.api.asking import Program
from tests.conftest import PASSWORD

pytestmark = pytest.mark.django_db
TOKEN = {"name": "its program", "scopes": ["play", "read"], "days": "30"}


@pytest.fixture
def known(client: Client, alice: User) -> Client:
    """Alice, who has just given her password."""
    client.force_login(alice)
    client.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return client


def test_from_settings_to_a_program_that_plays(known: Client) -> None:
    assert reverse("my_bots") in known.get(reverse("account_settings")).content.decode()
    page = known.post(reverse("my_bots"), {"name": "dora"}, follow=True).content.decode()
    assert "dora-bot is made" in page
    address = reverse("bot_tokens", args=["dora-bot"])
    assert address in page
    html = known.post(address, TOKEN).content.decode()
    (secret,) = re.findall(r"bzt_[\w-]{43}", html)
    assert Program(secret).get("me").json()["name"] == "dora-bot"
    letter = Delivery.objects.get()
    assert letter.to == "alice@example.org"
    assert secret not in known.get(address).content.decode()
    token = Token.objects.get()
    known.post(reverse("bot_token_revoke", args=["dora-bot", token.pk]))
    assert Program(secret).get("me").status_code == 401


def test_what_its_tokens_cannot_be_made_for(known: Client, alice: User) -> None:
    some.make(alice)
    Token.objects.all().delete()
    for scopes in (["talk"], ["settings", "read"], ["direct"], []):
        answer = known.post(reverse("bot_tokens", args=["dora-bot"]), {**TOKEN, "scopes": scopes})
        assert answer.status_code == 400
    assert not Token.objects.exists()


def test_a_token_takes_the_password(client: Client, alice: User) -> None:
    some.make(alice)
    Token.objects.all().delete()
    client.force_login(alice)
    answer = client.post(reverse("bot_tokens", args=["dora-bot"]), TOKEN)
    assert "reauthenticate" in answer["Location"]
    assert not Token.objects.exists()


def test_a_name_that_is_taken_is_said_so(known: Client, alice: User) -> None:
    some.make(alice)
    answer = known.post(reverse("my_bots"), {"name": "dora"})
    assert answer.status_code == 400
    assert "A player of that name exists already." in answer.content.decode()


def test_it_is_nobody_elses(client: Client, alice: User, bob: User) -> None:
    some.make(alice)
    client.force_login(bob)
    token = Token.objects.get()
    for name, args in (
        ("bot_tokens", ["dora-bot"]),
        ("bot_close", ["dora-bot"]),
        ("games:bot_challenges", ["dora-bot"]),
        ("bot_tokens", ["alice"]),
        ("bot_close", ["bob"]),
    ):
        assert client.get(reverse(name, args=args)).status_code == 404
    assert client.post(reverse("bot_close", args=["dora-bot"])).status_code == 404
    assert client.post(reverse("bot_token_revoke", args=["dora-bot", token.pk])).status_code == 404
    assert client.post(reverse("token_revoke", args=[token.pk])).status_code == 404
    assert Bot.objects.exists()
    assert Token.objects.exists()


def test_closing_says_what_it_means_first(known: Client, alice: User) -> None:
    some.make(alice)
    path = reverse("bot_close", args=["Dora-Bot"])
    assert "Close dora-bot?" in known.get(path).content.decode()
    assert Bot.objects.exists()
    assert known.post(path).status_code == 302
    assert not Bot.objects.exists()
    assert not User.objects.filter(username="dora-bot").exists()
    assert known.post(path).status_code == 404


def test_a_guest_has_none(client: Client) -> None:
    guest = User.objects.create_user("guesty", guest=True)
    client.force_login(guest)
    client.post(reverse("my_bots"), {"name": "dora"})
    assert not Bot.objects.exists()


def test_what_the_page_costs(
    known: Client, alice: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    known.get(reverse("my_bots"))
    for name in ("dora", "nora", "flora"):
        some.make(alice, name)
        with django_assert_max_num_queries(6):
            known.get(reverse("my_bots"))


def test_they_are_among_what_one_may_download(alice: User) -> None:
    from accounts.export import person

    some.make(alice)
    found = dict(person(alice))
    assert "dora-bot" in str(found["bots.json"])
