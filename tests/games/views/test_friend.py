"""A friend is told, signs up by the link, and sits at the table."""

from __future__ import annotations

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts import tasks
from accounts.models import Delivery, User
from games.models import Match, Seek

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
FORM = {"email": "dora@example.org", "code": "BO", "clock": "main"}
NEW = {"login": "dora", "password1": "correct horse 1"}


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def test_who_signs_up_by_the_link_lands_in_the_match(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post(reverse("games:friend"), FORM).status_code == 302
    assert mail.outbox == [], "mail goes out from the worker"
    for _ in range(2):
        tasks.deliver()
    (letter,) = mail.outbox
    link = reverse("games:link", args=[Seek.objects.get().token])
    assert letter.to == ["dora@example.org"]
    assert link in str(letter.body)
    assert not Delivery.objects.exists()

    friend = Client()
    page = friend.get(link).content.decode()
    assert "has saved you a seat" in page
    assert Match.objects.count() == 0, "looking changes nothing"
    answer = friend.post(f"{reverse('account_signup')}?next={link}", {**NEW, "next": link})
    assert answer["Location"] == link
    match = Match.objects.get()
    assert match.status == Match.Status.RUNNING
    assert {seat.name for seat in match.seats.all()} == {"alice", "dora"}
    assert friend.get(link)["Location"] == reverse("games:table", args=[match.pk])


def test_a_link_that_has_gone_seats_nobody_and_lets_everybody_in(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.post(reverse("games:friend"), FORM)
    friend = Client()
    friend.get(reverse("games:link", args=[Seek.objects.get().token]))
    Seek.objects.all().delete()
    assert friend.post(reverse("account_signup"), NEW).status_code == 302
    assert User.objects.filter(username="dora").exists()
    assert not Match.objects.exists()


def test_one_address_is_not_mailed_again_and_again(client: Client, alice: User) -> None:
    client.force_login(alice)
    statuses = [client.post(reverse("games:friend"), FORM).status_code for _ in range(3)]
    assert statuses == [302, 302, 429]
    assert Delivery.objects.count() == 2


@pytest.mark.parametrize("change", [{"email": "nobody"}, {"code": "XX"}, {"email": "a@b.c\nBcc: x@y.z"}])
def test_what_cannot_be_is_refused(client: Client, alice: User, change: dict[str, str]) -> None:
    client.force_login(alice)
    assert client.post(reverse("games:friend"), {**FORM, **change}).status_code == 400
    assert not Delivery.objects.exists()
    assert not Seek.objects.exists()


def test_visitors_send_nothing(client: Client) -> None:
    assert client.post(reverse("games:friend"), FORM).status_code == 302
    assert not Delivery.objects.exists()


def test_the_link_shows_its_code(client: Client, alice: User) -> None:
    client.force_login(alice)
    client.post(reverse("games:friend"), FORM)
    page = client.get(reverse("games:link", args=[Seek.objects.get().token])).content.decode()
    assert "<svg" in page
    assert "style=" not in page
