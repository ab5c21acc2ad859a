"""Signing up: a name or an address, and a password."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress
from django.contrib.messages import get_messages
from django.core import mail
from django.core.cache import cache
from django.db.models import QuerySet
from django.http import HttpResponse
from django.test import Client, override_settings
from django.urls import reverse

from accounts import naming
from accounts.models import User
from accounts.models.user import User as PlayerModel
from accounts.models.user import like_a_name
from tests.at_once import at_once
from tests.mails import sent

pytestmark = pytest.mark.django_db

FORM = {"login": "dora", "password1": "correct horse 1", "time_zone": "Europe/Vienna"}
ADDRESS = "dora@example.org"


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def people() -> QuerySet[User]:
    """Everybody but the robots."""
    return User.objects.filter(robot="")


def sign_up(client: Client, **change: str) -> int:
    return client.post(reverse("account_signup"), {**FORM, **change}).status_code


def told(client: Client, **change: str) -> list[str]:
    """What the next page says to whoever has signed up."""
    answer = client.post(reverse("account_signup"), {**FORM, **change})
    return [str(one) for one in get_messages(answer.wsgi_request)]


def test_by_a_name_one_is_in_at_once(client: Client) -> None:
    assert sign_up(client) == 302
    dora = people().get()
    assert (dora.username, dora.email, dora.time_zone) == ("dora", "", "Europe/Vienna")
    assert not dora.name_given
    assert client.session["_auth_user_id"] == str(dora.pk)
    assert not EmailAddress.objects.exists()
    assert sent() == []


def test_by_an_address_one_is_given_a_name_that_tells_nothing_of_it(client: Client) -> None:
    assert sign_up(client, login="Dora.Maar@Example.org") == 302
    dora = people().get()
    assert dora.email == "dora.maar@example.org"
    assert re.fullmatch(r"[a-z]+-[a-z]+-\d{3}", dora.username)
    assert not re.search("dora|maar|example", dora.username)
    assert dora.name_given
    dora.full_clean()
    assert mail.outbox == [], "no page waits for a mail server"
    assert sent()[0].to == ["dora.maar@example.org"]


def test_every_name_that_is_given_is_one_that_may_be_chosen() -> None:
    longest = max(naming.LIKE, key=len), max(naming.ANIMALS, key=len)
    like_a_name(f"{longest[0]}-{longest[1]}-999")
    assert all(word.isascii() and word.islower() for word in naming.LIKE + naming.ANIMALS)


def test_a_name_that_is_given_is_nobody_elses(monkeypatch: pytest.MonkeyPatch, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(username="Lucky-Otter-100")
    drawn = iter(["lucky", "otter", "lucky", "wren"])
    monkeypatch.setattr("secrets.choice", lambda _: next(drawn))
    monkeypatch.setattr("secrets.randbelow", lambda _: 0)
    assert naming.free() == "lucky-wren-100"


def _take_all(monkeypatch: pytest.MonkeyPatch, animal: str, digits: range) -> None:
    """One pair of words is all there is, and others have every number of so many digits."""
    monkeypatch.setattr(naming, "LIKE", ("plucky",))
    monkeypatch.setattr(naming, "ANIMALS", (animal,))
    people = [PlayerModel(username=f"Plucky-{animal}-{number}") for number in digits]
    PlayerModel.objects.bulk_create(people)


@pytest.mark.django_db
def test_a_site_that_has_grown_gives_longer_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    _take_all(monkeypatch, "wren", range(100, 1_000))
    assert re.fullmatch(r"plucky-wren-\d{4}", naming.free())


@pytest.mark.django_db
def test_where_every_name_of_words_is_taken_one_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    _take_all(monkeypatch, "dormouses", range(100, 1_000))  # its words leave room for three digits
    name = naming.free()
    assert name.startswith("player-")
    PlayerModel(username=name, password="!").full_clean()


def test_the_link_in_the_mail_confirms_the_address(client: Client) -> None:
    sign_up(client, login=ADDRESS)
    link = next(word for word in str(sent()[0].body).split() if "/accounts/confirm-email/" in word)
    path = link.partition("testserver")[2]
    assert client.get(path).status_code == 200
    assert client.post(path).status_code == 302
    assert EmailAddress.objects.get(user=people().get()).verified


def test_mails_are_signed_by_the_sites_name_and_no_host(client: Client) -> None:
    with override_settings(SITE_NAME="Dice & Co", SITE_URL="https://dice.example"):
        sign_up(client, login=ADDRESS)
    (letter,) = sent()
    assert "Welcome to Dice & Co" in letter.subject
    assert str(letter.body).rstrip().endswith("--\nDice & Co\nhttps://dice.example")
    assert people().get().username in str(letter.body)
    assert "localhost" not in str(letter.body)


@pytest.mark.parametrize(
    "change",
    [
        {"login": "admin"},
        {"login": "d"},
        {"login": ""},
        {"login": "two words"},
        {"login": "@"},
        {"login": "dora@"},
        {"login": "a@b.c\nBcc: x@y.z"},
        {"login": "x" * 250 + "@example.org"},
        {"password1": "123"},
        {"password1": ""},
        {"login": "doradoradora", "password1": "doradoradora"},
    ],
)
def test_what_does_not_fit_makes_no_account(client: Client, change: dict[str, str]) -> None:
    assert sign_up(client, **change) == 200
    assert not people().exists()


@pytest.mark.parametrize("login", ["ALICE", "ALICE@EXAMPLE.ORG"])
def test_a_taken_name_or_address_is_refused_in_any_case(client: Client, alice: User, login: str) -> None:
    assert sign_up(client, login=login) == 200
    assert people().count() == 1


@pytest.mark.parametrize("zone", ["<script>", "x" * 5000, "Europe/Nowhere"])
def test_an_unknown_time_zone_becomes_utc(client: Client, zone: str) -> None:
    assert sign_up(client, time_zone=zone) == 302
    assert people().get().time_zone == "UTC"


def test_a_new_player_is_told_the_time_zone_and_what_is_still_to_do(client: Client) -> None:
    said = " ".join(told(client, time_zone="America/New_York"))
    assert "Welcome, dora! Your time zone is America/New York." in said
    assert f'<a href="{reverse("account_email")}">' in said
    assert reverse("account_name") not in said


def test_who_was_given_a_name_is_told_where_to_choose_one(client: Client) -> None:
    said = " ".join(told(client, login=ADDRESS))
    assert f'<a href="{reverse("account_name")}">' in said
    assert f'<a href="{reverse("account_email")}">' not in said


def test_it_is_limited(client: Client) -> None:
    statuses = [sign_up(client, login="admin") for _ in range(25)]
    assert statuses[0] == 200
    assert statuses[-1] == 429


@pytest.mark.parametrize("page", ["account_signup", "account_login"])
def test_one_is_led_back_to_the_page_one_came_from(client: Client, alice: User, page: str) -> None:
    def field(referer: str = "", **query: str) -> str:
        shown = client.get(reverse(page), query, headers={"Referer": referer} if referer else {})
        found = re.search(r'name="next" value="([^"]*)"', shown.content.decode())
        return found[1] if found else ""

    assert field("http://testserver/matches/5/?a=b") == "/matches/5/?a=b"
    assert field("http://testserver/matches/5/", next="/rules/") == "/rules/", (
        "what was asked for comes first"
    )
    for nowhere in ("", "http://testserver/", "http://testserver/?x=1", "https://evil.example/matches/5/"):
        assert field(nowhere) == ""
    assert field(f"http://testserver{reverse('account_login')}?next=/matches/5/") == ""


@pytest.mark.parametrize(
    ("asked", "led"), [("/rules/", "/rules/"), ("https://evil.example/", ""), ("//evil.example/", "")]
)
def test_nobody_is_led_elsewhere(client: Client, asked: str, led: str) -> None:
    answer = client.post(reverse("account_signup"), {**FORM, "next": asked})
    assert answer["Location"] == (led or reverse("games:mine"))


@pytest.mark.django_db(transaction=True)
def test_of_two_who_take_a_name_at_the_same_moment_one_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both have been told that it is free."""
    monkeypatch.setattr("accounts.doors.Adapter.clean_username", lambda self, name, shallow=False: name)

    def take(login: str) -> HttpResponse:
        return Client().post(reverse("account_signup"), {**FORM, "login": login})  # type: ignore[return-value]

    answers = at_once(lambda: take("dora"), lambda: take("DORA"))
    assert sorted(answer.status_code for answer in answers) == [200, 302]
    refused = next(answer for answer in answers if answer.status_code == 200)
    assert "already exists" in refused.content.decode()
    assert people().count() == 1
