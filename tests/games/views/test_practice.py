"""Practising without an account: one table, for one visitor, that goes over at sign-up."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts import guests
from accounts.models import User
from accounts.people import finding
from games.models import Match
from games.seats import practice
from tests.conftest import PASSWORD
from tests.dicepool.emptied import empty
from tests.games.tables import begin

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture(autouse=True)
def _fresh_limits() -> None:
    cache.clear()


def start(client: Client) -> Match:
    answer = client.post(reverse("games:practice"))
    assert answer.status_code == 302
    return Match.objects.get(pk=int(answer["Location"].strip("/").split("/")[-1]))


def score(client: Client, match: Match, box: str = "chance") -> int:
    match.refresh_from_db()
    form = {"version": match.version, "do": "score", "box": box}
    return client.post(reverse("games:move", args=[match.pk]), form).status_code


def test_the_first_roll_is_made_and_boxes_can_be_scored(client: Client) -> None:
    match = start(client)
    page = client.get(reverse("games:table", args=[match.pk])).content.decode()
    assert "You practise without an account" in page
    assert "Guest" in page
    assert score(client, match) == 302
    assert start(client) == match, "one at a time"


def test_nobody_else_sits_there(client: Client, alice: User) -> None:
    match = start(client)
    stranger = Client()
    assert score(stranger, match) == 302, "sent to sign in"
    start(stranger)
    assert score(stranger, match) == 403
    stranger.force_login(alice)
    assert score(stranger, match) == 403
    match.refresh_from_db()
    assert match.moves.count() == 1


def test_a_guest_may_do_nothing_but_practise(client: Client, bob: User) -> None:
    match = start(client)
    other = begin("BZ", bob)
    for address in (reverse("games:new"), reverse("games:mine"), reverse("games:resign", args=[match.pk])):
        assert client.get(address)["Location"].startswith(reverse("account_login"))
    assert score(client, other) == 403
    guest = User.objects.get(guest=True)
    assert client.get(reverse("games:player", args=[guest.username])).status_code == 404
    assert guest not in finding.search("guest")
    bob_client = Client()
    bob_client.force_login(bob)
    named = {"code": "BZ", "whom": "named", "opponents": guest.username, "pace": "turns", "clock": "main"}
    assert bob_client.post(reverse("games:new"), named).status_code == 400


def test_it_becomes_theirs_on_sign_up(client: Client) -> None:
    match = start(client)
    score(client, match)
    form = {"login": "dora", "password1": PASSWORD}
    assert client.post(reverse("account_signup"), form).status_code == 302
    dora = User.objects.get(username="dora")
    assert match.seats.get().player == dora
    assert not User.objects.filter(guest=True).exists()
    assert guests.KEY not in client.session
    match.refresh_from_db()
    client.post(reverse("games:move", args=[match.pk]), {"version": match.version, "do": "roll"})
    match.refresh_from_db()
    assert match.moves.count() == 3


def test_it_becomes_theirs_on_sign_in(client: Client, alice: User) -> None:
    match = start(client)
    client.post(reverse("account_login"), {"login": "alice", "password": PASSWORD})
    assert match.seats.get().player == alice
    assert not User.objects.filter(guest=True).exists()


def test_whoever_has_an_account_chooses_a_match(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.post(reverse("games:practice"))["Location"] == reverse("games:new")
    assert not User.objects.filter(guest=True).exists()


def test_it_is_asked_for_and_limited(client: Client) -> None:
    assert client.get(reverse("games:practice")).status_code == 405
    for _ in range(20):
        assert Client().post(reverse("games:practice")).status_code == 302
    assert Client().post(reverse("games:practice")).status_code == 429


def test_guests_who_do_not_come_back_are_forgotten(
    client: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "AT_ONCE", 1)
    gone = [match.seats.get().player_id for match in (start(client), start(Client()))]
    late = start(Client())
    away = User.objects.filter(pk__in=[*gone, alice.pk])
    assert away.update(last_seen=timezone.now() - timedelta(days=31)) == 3
    assert practice.forget_old() == 2
    assert list(away) == [alice], "who has an account keeps it"
    assert list(Match.objects.all()) == [late]
    assert User.objects.filter(guest=True).count() == 1
    assert client.get(reverse("games:home")).status_code == 200, "the session's guest is gone"


def test_without_dice_nobody_becomes_a_guest(client: Client) -> None:
    empty()
    assert client.post(reverse("games:practice")).status_code == 503
    assert not User.objects.filter(guest=True).exists()
