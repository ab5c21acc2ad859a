"""Privacy, the agreement, supporting the site, and letters to the staff."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.test import Client, override_settings
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts import retention
from accounts.models import Delivery, Enquiry, User
from accounts.papers import enquiring
from boatzee_site import clearing
from boatzee_site.local import ROOT
from tests.at_once import at_once

pytestmark = pytest.mark.django_db
LETTER = {"email": "me@example.org", "subject": "My account", "text": "One line.\r\nAnother."}
NOT_OF_PEOPLE = {"errands", "silences"}
"""Spans of what the site keeps of itself: rows that hold nothing of a person but a key."""


def page(client: Client, name: str) -> str:
    return client.get(reverse(name)).content.decode()


def test_the_policy_tells_every_span_that_this_site_keeps(client: Client, settings: Settings) -> None:
    template = (ROOT / "templates" / "papers" / "privacy.html").read_text()
    told = set(re.findall(r"kept\.(\w+)", template))
    assert told == set(retention.SPANS) - NOT_OF_PEOPLE
    settings.KEPT = retention.spans("notices=77,enquiries=8")
    said = page(client, "privacy")
    assert "77 days" in said
    assert "for 8 days after that" in " ".join(said.split())


def test_the_papers_are_dated_and_name_the_operator_as_it_is_entered(
    client: Client, settings: Settings
) -> None:
    settings.OPERATOR_NAME = "Ann <b>Dice</b>"
    settings.OPERATOR_ADDRESS, settings.OPERATOR_EMAIL = "Felt Lane 6, York", "ann@example.org"
    for name in ("privacy", "terms"):
        said = page(client, name)
        assert re.search(r"As of \d+ \w+ 20\d\d", said)
        assert "Ann &lt;b&gt;Dice" in said
        assert "Felt Lane 6, York" in said
        assert "mailto:ann@example.org" in said
    settings.OPERATOR_NAME = settings.OPERATOR_ADDRESS = settings.OPERATOR_EMAIL = ""
    assert "have not entered their name yet" in page(client, "privacy")


def test_papers_ask_nothing_of_the_database(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for name in ("privacy", "terms"):
        with django_assert_num_queries(0):
            client.get(reverse(name))


def test_supporting_is_there_where_there_is_a_place_for_it(client: Client) -> None:
    assert client.get(reverse("membership")).status_code == 404
    assert reverse("membership") not in page(client, "help")
    with override_settings(SUPPORT_URL="https://give.example.org/boatzee"):
        said = page(client, "membership")
        assert 'href="https://give.example.org/boatzee"' in said
        assert reverse("membership") in page(client, "help")


def test_anybody_writes_and_staff_answer_once_by_mail(client: Client, alice: User) -> None:
    assert client.post(reverse("contact"), LETTER).status_code == 302
    client.force_login(alice)
    assert "alice@" in page(client, "contact") or alice.email in page(client, "contact")
    client.post(reverse("contact"), {**LETTER, "text": "<script>alert(1)</script>"})
    first, second = Enquiry.objects.order_by("pk")
    assert (first.player, first.text) == (None, "One line.\nAnother.")
    assert second.player == alice
    boss = User.objects.create_superuser("boss", "boss@example.org")
    client.force_login(boss)
    shown = page(client, "admin:accounts_enquiry_changelist")
    assert "My account" in shown
    address = reverse("admin:accounts_enquiry_answer", args=[second.pk])
    assert "&lt;script&gt;" in client.get(address).content.decode()
    assert client.post(address, {"answer": "It is <mended>."}).status_code == 302
    assert client.post(address, {"answer": "Twice?"}).status_code == 200
    [letter] = Delivery.objects.all()
    assert (letter.to, letter.content["subject"]) == ("me@example.org", "Boatzee: Re: My account")
    assert "It is <mended>." in letter.content["text"]
    assert "It is &lt;mended&gt;." in letter.content["html"]
    assert not mail.outbox, "the worker sends"


@pytest.mark.parametrize(
    "bad",
    [
        {"subject": "Hello\r\nBcc: all@example.org"},
        {"subject": "Hello\n"},
        {"subject": "  "},
        {"subject": "a\u202eb"},
        {"email": "nobody"},
        {"email": "a@example.org\nBcc: b@example.org"},
        {"text": "\u200b"},
        {"text": "x" * 4001},
        {"subject": "x" * 121},
    ],
)
def test_what_is_no_letter_is_refused_and_stays_in_the_form(client: Client, bad: dict[str, str]) -> None:
    answer = client.post(reverse("contact"), {**LETTER, **bad})
    assert answer.status_code == 400
    assert not Enquiry.objects.exists()
    if "text" not in bad:
        assert "Another." in answer.content.decode()


def test_a_program_that_fills_in_what_nobody_sees_is_thanked_and_not_heard(client: Client) -> None:
    assert client.post(reverse("contact"), {**LETTER, "website": "https://x.example"}).status_code == 302
    assert not Enquiry.objects.exists()


def test_a_visitor_writes_five_times_an_hour(client: Client) -> None:
    answers = [client.post(reverse("contact"), {**LETTER, "subject": str(n)}) for n in range(6)]
    assert [answer.status_code for answer in answers] == [302] * 5 + [429]
    assert Enquiry.objects.count() == 5


def test_the_same_form_sent_twice_is_one_letter() -> None:
    client = Client(enforce_csrf_checks=True)
    token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', page(client, "contact"))
    assert token
    for _ in range(2):
        assert client.post(reverse("contact"), {**LETTER, "csrfmiddlewaretoken": token[1]}).status_code == 302
    assert Enquiry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_who_answer_at_once_one_is_told(alice: User, bob: User) -> None:
    made = enquiring.take("me@example.org", "Hm", "Hm")
    refused: list[str] = []

    def answer(staff: User) -> None:
        try:
            enquiring.answer(made.pk, staff, "Yes.")
        except enquiring.BadAnswer as error:
            refused.append(str(error))

    at_once(lambda: answer(alice), lambda: answer(bob))
    assert len(refused) == 1
    assert Delivery.objects.count() == 1


def test_what_was_answered_goes_after_its_time_and_what_waits_stays(alice: User) -> None:
    done, waits = (enquiring.take("me@example.org", name, "Hm") for name in ("done", "waits"))
    enquiring.close(done.pk, alice)
    Enquiry.objects.update(at=timezone.now() - timedelta(days=999))
    Enquiry.objects.filter(pk=done.pk).update(answered_at=timezone.now() - timedelta(days=366))
    clearing.clear()
    assert [one.pk for one in Enquiry.objects.all()] == [waits.pk]
