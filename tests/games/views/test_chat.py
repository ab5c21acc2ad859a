"""The chat beside a match."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Profile, Report, User
from accounts.models.talk import LONGEST
from accounts.people import relations
from games.models import Match, Remark
from games.rules.base import Pace
from games.seats import lobby
from tests.games.tables import begin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def match(alice: User, bob: User) -> Match:
    cache.clear()
    return begin("BZ", alice, bob)


def client_of(player: User) -> Client:
    client = Client()
    client.force_login(player)
    return client


def test_what_one_says_the_other_hears(match: Match, alice: User, bob: User) -> None:
    address = reverse("games:chat", args=[match.pk])
    assert client_of(alice).post(address, {"text": "Good luck <i>"}).status_code == 302
    assert "Good luck &lt;i&gt;" in client_of(bob).get(address).content.decode()
    part = client_of(bob).post(address, {"text": "You too"}, headers={"HX-Request": "true"})
    assert part.status_code == 200
    assert "<html" not in part.content.decode()


def test_strangers_neither_hear_nor_say(match: Match, carol: User) -> None:
    address = reverse("games:chat", args=[match.pk])
    for answer in (client_of(carol).get(address), client_of(carol).post(address, {"text": "Hello"})):
        assert answer.status_code == 403
        assert "You are not playing in this match." in answer.content.decode()
    assert Client().get(address).status_code == 302
    assert client_of(carol).get(reverse("games:chat", args=[match.pk + 1])).status_code == 404
    assert not Remark.objects.exists()


def test_nobody_is_talked_to_before_the_invitation_is_accepted(alice: User, bob: User) -> None:
    """Else an invitation were a way to write to whom one may not send a message."""
    match = lobby.invite(alice, [bob], "BO", {}, Pace.TURNS, "main")
    address = reverse("games:chat", args=[match.pk])
    assert client_of(alice).post(address, {"text": "Answer me"}).status_code == 302
    for answer in (client_of(bob).get(address), client_of(bob).post(address, {"text": "No"})):
        assert answer.status_code == 403
        assert "Accept the invitation first" in answer.content.decode()
    lobby.answer(match.pk, bob, accept=True)
    assert "Answer me" in client_of(bob).get(address).content.decode()
    assert client_of(bob).post(address, {"text": "Here I am"}).status_code == 302


def test_it_can_be_off_and_ignored_players_are_not_heard(match: Match, alice: User, bob: User) -> None:
    address = reverse("games:chat", args=[match.pk])
    client_of(alice).post(address, {"text": "Hello"})
    relations.ignore(bob, alice)
    assert "Hello" not in client_of(bob).get(address).content.decode()
    relations.forget(bob, alice)
    Profile.objects.create(player=bob, chat=False)
    assert "Hello" not in client_of(bob).get(address).content.decode()


@pytest.mark.parametrize(("text", "status"), [("", 400), ("x" * (LONGEST + 1), 400)])
def test_nothing_and_too_much_are_refused(match: Match, alice: User, text: str, status: int) -> None:
    assert client_of(alice).post(reverse("games:chat", args=[match.pk]), {"text": text}).status_code == status
    assert not Remark.objects.exists()


def test_the_muted_are_silent(match: Match, alice: User) -> None:
    User.objects.filter(pk=alice.pk).update(muted_until=timezone.now() + timedelta(days=1))
    assert client_of(alice).post(reverse("games:chat", args=[match.pk]), {"text": "Hi"}).status_code == 403


def test_a_remark_is_reported_with_its_words(match: Match, alice: User, bob: User, carol: User) -> None:
    client_of(alice).post(reverse("games:chat", args=[match.pk]), {"text": "You cheat"})
    remark = Remark.objects.get()
    address = reverse("games:report_remark", args=[match.pk, remark.pk])
    assert address in client_of(bob).get(reverse("games:chat", args=[match.pk])).content.decode()
    assert "You cheat" in client_of(bob).get(address).content.decode()
    assert client_of(bob).post(address, {"why": " "}).status_code == 400
    assert client_of(bob).post(address, {"why": "Rude"}).status_code == 302
    report = Report.objects.get()
    assert (report.by, report.about, report.quote) == (bob, alice, "You cheat")
    assert report.where == f"match-{match.pk}, remark {remark.pk}"


def test_only_others_who_sit_there_report_it(match: Match, alice: User, bob: User, carol: User) -> None:
    client_of(alice).post(reverse("games:chat", args=[match.pk]), {"text": "Hello"})
    remark = Remark.objects.get()
    address = reverse("games:report_remark", args=[match.pk, remark.pk])
    elsewhere = reverse("games:report_remark", args=[begin("BZ", bob, carol).pk, remark.pk])
    for player, where in ((carol, address), (alice, address), (bob, elsewhere)):
        assert client_of(player).post(where, {"why": "Rude"}).status_code == 404
    assert Client().post(address, {"why": "Rude"}).status_code == 302
    assert not Report.objects.exists()


def test_one_sending_is_said_once_however_often_it_is_tried(match: Match, alice: User, bob: User) -> None:
    address = reverse("games:chat", args=[match.pk])
    one = client_of(alice)
    for _ in range(3):
        headers = {"x-once": "a" * 24, "hx-request": "true"}
        answer = one.post(address, {"text": "Good evening"}, headers=headers)
        assert answer.status_code == 200
    assert Remark.objects.count() == 1
    one.post(address, {"text": "Good evening"}, headers={"x-once": "b" * 24})
    one.post(address, {"text": "Good evening"})
    client_of(bob).post(address, {"text": "Good evening"}, headers={"x-once": "a" * 24})
    assert Remark.objects.count() == 4
    one.post(address, {"text": ""}, headers={"x-once": "c" * 24})
    one.post(address, {"text": "Now right"}, headers={"x-once": "c" * 24})
    assert Remark.objects.count() == 5, "what was refused is not taken for said"


def test_a_part_and_a_whole_page_are_kept_apart_by_caches(match: Match, alice: User) -> None:
    for headers in ({}, {"hx-request": "true"}):
        answer = client_of(alice).get(reverse("games:chat", args=[match.pk]), headers=headers)
        assert "HX-Request" in answer["Vary"]
        assert "no-store" in answer["Cache-Control"]
