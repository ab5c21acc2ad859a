"""One page, sent twice: what it makes is made once, and the second answer leads to it."""

from __future__ import annotations

import re
from collections.abc import Callable
from threading import Event as Flag

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.test import Client, RequestFactory
from django.urls import reverse

from accounts.models import Message, Report, User
from accounts.models.moderation import Sanction
from accounts.once import once
from games.models import Match, Remark, Seek
from ladders.models import Event
from tests.at_once import PATIENCE, meanwhile
from tests.games.tables import begin
from tests.ladders.events import begun, opened, players

NEW = {"code": "BZ", "pace": "turns", "clock": "main", "players": "2", "rated": "on"}
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def filled(client: Client, page: str, fields: dict[str, str]) -> dict[str, str]:
    """The form of a page as it was just loaded, filled in."""
    found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get(page).content.decode())
    assert found, page
    return {**fields, "csrfmiddlewaretoken": found.group(1)}


def sent_twice(player: User, page: str, fields: dict[str, str]) -> None:
    """Send one form twice: both times it leads to the same page, which says so."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(player)
    form = filled(client, page, fields)
    first = client.post(page, form)
    assert first.status_code == 302, first.content.decode()
    second = client.post(page, form)
    assert (second.status_code, second["Location"]) == (302, first["Location"])
    assert "it was done once" in client.get(second["Location"]).content.decode()


def invitation(alice: User, bob: User) -> Callable[[], int]:
    sent_twice(alice, reverse("games:new"), {**NEW, "opponents": "bob", "whom": "named"})
    return Match.objects.count


def seek(alice: User, bob: User) -> Callable[[], int]:
    sent_twice(alice, reverse("games:new"), {**NEW, "whom": "anybody"})
    return Seek.objects.count


def friend(alice: User, bob: User) -> Callable[[], int]:
    form = {"email": "x@example.org", "code": "BZ", "clock": "main"}
    sent_twice(alice, reverse("games:friend"), form)
    return Seek.objects.count


def message(alice: User, bob: User) -> Callable[[], int]:
    alice.is_staff = alice.is_superuser = True
    alice.save()
    sent_twice(alice, reverse("talk", args=["bob"]), {"text": "Hello"})
    return Message.objects.count


def remark(alice: User, bob: User) -> Callable[[], int]:
    sent_twice(alice, reverse("games:chat", args=[begin("BZ", alice, bob).pk]), {"text": "Hello"})
    return Remark.objects.count


def report(alice: User, bob: User) -> Callable[[], int]:
    sent_twice(alice, reverse("report_player", args=["bob"]), {"why": "Rude"})
    return Report.objects.count


def sanction(alice: User, bob: User) -> Callable[[], int]:
    alice.is_staff = alice.is_superuser = True
    alice.save()
    told = Report.objects.create(by=players(1)[0], about=bob, why="Rude")
    page = reverse("admin:accounts_report_decide", args=[told.pk])
    sent_twice(alice, page, {"kind": "warn", "reason": "Rude"})
    return Sanction.objects.count


def event(alice: User, bob: User) -> Callable[[], int]:
    alice.is_staff = alice.is_superuser = True
    alice.save()
    form = {"name": "Cup", "format": "league", "code": "BO", "pace": "split", "clock": "main"}
    numbers = {"matches": "1", "division": "10", "moving": "2", "target": "5000", "fewest": "2"}
    whole = {f"event-{name}": value for name, value in {**form, **numbers, "way": "anybody"}.items()}
    sent_twice(alice, reverse("ladders:new"), whole)
    return Event.objects.count


def offence(alice: User, bob: User) -> Callable[[], int]:
    """A warning is no disqualification because somebody tapped twice."""
    alice.is_staff = alice.is_superuser = True
    alice.save()
    entry = begun(opened("round-robin"), [bob, *players(3)]).entries.get(player=bob)
    page = reverse("ladders:decide", args=[entry.event_id, "offence"])
    sent_twice(alice, page, {"entry": str(entry.pk), "why": "Rude", "sure": "yes"})
    entry.refresh_from_db()
    return lambda: entry.warned + entry.disqualified


@pytest.mark.parametrize(
    "thing", [invitation, seek, friend, message, remark, report, sanction, event, offence]
)
def test_one_form_makes_one_thing(
    thing: Callable[[User, User], Callable[[], int]], alice: User, bob: User
) -> None:
    assert thing(alice, bob)() == 1


def test_a_page_that_is_loaded_again_may_make_another(alice: User, bob: User) -> None:
    for _ in range(2):
        sent_twice(alice, reverse("games:new"), {**NEW, "opponents": "bob", "whom": "named"})
    assert Match.objects.count() == 2


def test_what_was_refused_may_be_sent_again(alice: User, bob: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(alice)
    form = filled(client, reverse("games:new"), {**NEW, "opponents": "dora", "whom": "named"})
    assert [client.post(reverse("games:new"), form).status_code for _ in range(2)] == [400, 400]
    User.objects.create_user("dora", "dora@example.org")
    assert client.post(reverse("games:new"), form).status_code == 302


@pytest.mark.django_db(transaction=True)
def test_two_at_the_same_moment_are_one(alice: User) -> None:
    inside, go = Flag(), Flag()
    calls = []

    @once
    def slow(request: HttpRequest) -> HttpResponse:
        calls.append(1)
        inside.set()
        assert go.wait(PATIENCE)
        return redirect("/there/")

    def ask() -> HttpResponse:
        request = RequestFactory().post("/x/", {"csrfmiddlewaretoken": "a", "text": "b"})
        request.user, request.session = alice, SessionStore()
        return slow(request)

    first = meanwhile(ask)
    assert inside.wait(PATIENCE)
    assert ask().status_code == 409
    go.set()
    first.result(PATIENCE)
    assert len(calls) == 1
    cache.clear()
