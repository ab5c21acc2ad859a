"""The calendar of deadlines."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from icalendar import Calendar

from accounts.models import Preferences, User
from tests.games.tables import begin, seat_of, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_it_holds_what_waits_for_the_player_at_its_deadline(client: Client, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    mover = to_move(match)
    other = bob if mover == alice else alice
    secrets = {player: Preferences.objects.create(player=player).calendar for player in (alice, bob)}
    answer = client.get(reverse("games:deadlines", args=[secrets[mover]]))
    assert answer.headers["Content-Type"].startswith("text/calendar")
    (entry,) = Calendar.from_ical(answer.content).walk("VEVENT")
    deadline = seat_of(match, mover).deadline
    assert deadline
    assert entry.decoded("DTEND") == deadline.replace(microsecond=0)
    assert str(other) in str(entry["SUMMARY"])
    mine = client.get(reverse("games:deadlines", args=[secrets[other]]))
    assert Calendar.from_ical(mine.content).walk("VEVENT") == []


def test_without_the_secret_there_is_nothing(client: Client, alice: User) -> None:
    Preferences.objects.create(player=alice)
    assert client.get(reverse("games:deadlines", args=["guess"])).status_code == 404


@pytest.mark.parametrize("change", ["suspended", "closed"])
def test_it_is_shut_with_all_else_for_who_is_suspended(client: Client, alice: User, change: str) -> None:
    page = reverse("games:deadlines", args=[Preferences.objects.create(player=alice).calendar])
    assert client.get(page).status_code == 200
    if change == "suspended":
        alice.suspended_until = timezone.now() + timedelta(days=1)
    else:
        alice.is_active = False
    alice.save()
    assert client.get(page).status_code == 404


def test_an_account_that_was_stopped_shows_nothing(client: Client, alice: User) -> None:
    address = reverse("games:deadlines", args=[Preferences.objects.create(player=alice).calendar])
    assert client.get(address).status_code == 200
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert client.get(address).status_code == 404
