"""Messages and reports on the page."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts import moderation, talk
from accounts.models import Message, Report, User
from accounts.people import relations
from accounts.talk import rooms
from tests.talking import write

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _settled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "is_settled", lambda _: True)
    cache.clear()


def test_one_writes_and_the_other_reads(client: Client, alice: User, bob: User) -> None:
    client.force_login(alice)
    address = reverse("talk", args=["bob"])
    assert client.post(address, {"text": "See https://example.org/x <b>now</b>"}).status_code == 302
    client.force_login(bob)
    assert "alice" in client.get(reverse("messages")).content.decode()
    page = client.get(reverse("talk", args=["ALICE"])).content.decode()
    assert "&lt;b&gt;now&lt;/b&gt;" in page
    assert 'href="https://example.org/x" rel="nofollow ugc noopener noreferrer"' in page
    assert client.get(reverse("messages"), {"q": "now"}).content.decode().count("With alice") == 1


@pytest.mark.parametrize("text", ["javascript:alert(1)", "data:text/html,x", '<img src=x onerror="a">'])
def test_nothing_that_is_written_runs(client: Client, alice: User, bob: User, text: str) -> None:
    write(alice, bob, text)
    client.force_login(bob)
    page = client.get(reverse("talk", args=["alice"])).content.decode()
    assert 'href="javascript' not in page
    assert 'href="data' not in page
    assert "<img src=x" not in page


def test_what_may_not_be_written_is_refused_and_kept_in_the_form(
    client: Client, alice: User, bob: User
) -> None:
    relations.ignore(bob, alice)
    client.force_login(alice)
    assert client.post(reverse("talk", args=["bob"]), {"text": "Hello"}).status_code == 403
    assert client.post(reverse("talk", args=["carol2"]), {"text": "Hello"}).status_code == 404
    assert client.post(reverse("talk", args=["bob"]), {"text": " "}).status_code == 400
    assert not Message.objects.exists()


def test_a_flood_is_stopped(client: Client, alice: User, bob: User) -> None:
    client.force_login(alice)
    address = reverse("talk", args=["bob"])
    statuses = {client.post(address, {"text": f"{number}"}).status_code for number in range(61)}
    assert statuses == {302, 429}
    assert Message.objects.count() == 60


def test_deleting(client: Client, alice: User, bob: User) -> None:
    write(alice, bob, "Hello")
    client.force_login(bob)
    assert client.post(reverse("talk_delete", args=["alice"])).status_code == 302
    assert "alice" not in client.get(reverse("messages")).content.decode()


def test_a_message_is_reported_with_its_words(client: Client, alice: User, bob: User, carol: User) -> None:
    message = write(alice, bob, "Something foul")
    address = reverse("report_message", args=["alice", message.pk])
    client.force_login(bob)
    assert address in client.get(reverse("talk", args=["alice"])).content.decode()
    assert "Something foul" in client.get(address).content.decode()
    answer = client.post(address, {"why": "Foul."})
    assert answer.status_code == 302
    report = Report.objects.get()
    assert (report.by, report.about, report.quote) == (bob, alice, "Something foul")
    for other, name in ((carol, "alice"), (carol, "bob"), (alice, "bob")):
        client.force_login(other)
        assert client.get(reverse("report_message", args=[name, message.pk])).status_code == 404
    assert client.post(reverse("report_player", args=["bob"]), {"why": ""}).status_code == 400


def test_a_report_that_is_refused_keeps_its_words(
    client: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(moderation, "OPEN", 1)
    moderation.report(alice, bob, "One.")
    client.force_login(alice)
    answer = client.post(reverse("report_player", args=["bob"]), {"why": "Again <he> swore."})
    assert answer.status_code == 429
    assert "required>Again &lt;he&gt; swore.</textarea>" in answer.content.decode()


def test_visitors_are_asked_to_sign_in(client: Client, bob: User) -> None:
    for address in (
        reverse("messages"),
        reverse("talk", args=["bob"]),
        reverse("report_player", args=["bob"]),
    ):
        assert client.get(address).status_code == 302


def test_earlier_messages_are_a_page_away(
    client: Client, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "PAGE", 2)
    keys = [write(alice, bob, f"line-{number}").pk for number in range(5)]
    client.force_login(bob)
    address = reverse("talk", args=["alice"])
    seen, query = [], ""
    for before in (keys[3], keys[1], None):
        page = client.get(address + query).content.decode()
        seen.append([number for number in range(5) if f"line-{number}" in page])
        query = f"?before={before}"
        assert (query in page) is (before is not None)
    assert seen == [[3, 4], [1, 2], [0]]
    for odd in ("", "x", "-1", "²", "9" * 40, str(keys[0])):
        assert client.get(address, {"before": odd}).status_code == 200


def test_the_head_of_every_page_counts_threads_with_something_new(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    client.force_login(bob)
    badge = 'Messages<span class="badge">{}<span class="visually-hidden"> unread'
    assert "unread</span>" not in client.get(reverse("games:rules")).content.decode()
    for sender in (alice, alice, carol):
        write(sender, bob, "Hello")
    assert badge.format(2) in client.get(reverse("games:rules")).content.decode()
    client.post(reverse("notices_read_all"))
    assert badge.format(2) in client.get(reverse("games:rules")).content.decode(), "they are not read by it"
    client.get(reverse("talk", args=["carol"]))
    assert badge.format(1) in client.get(reverse("games:rules")).content.decode()
