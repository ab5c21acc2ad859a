"""While nobody plays, the page of tables leads to what has just ended, and to what is there every day."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.match import staff, watching
from games.models import Deal, Match
from games.rules.base import Pace
from games.seats import lobby
from tests.games.tables import begin, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
WATCH = reverse("games:watch")


def played(*players: User, pace: Pace = Pace.TURNS, minutes: int = 0) -> Match:
    """A match that ended so long ago."""
    match = play_out(begin("BO", *players, pace=pace))
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now() - timedelta(minutes=minutes))
    return match


def listed(code: str = "", *, events: bool = False) -> list[int]:
    return [line.pk for line in watching.just_over(code, events=events)]


def shown(client: Client, **asked: str) -> str:
    return client.get(WATCH, asked).content.decode().split("<main")[1]


def test_on_the_first_day_it_leads_to_what_is_there(client: Client) -> None:
    page = shown(client)
    assert "Just over" not in page
    for name in ("daily", "puzzle_today", "waiting"):
        assert reverse(f"games:{name}") in page


def test_the_last_that_ended_come_first_and_lead_to_the_replay(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    older, newer = played(alice, bob, minutes=9), played(bob, carol, pace=Pace.SPLIT, minutes=3)
    assert listed() == [newer.pk, older.pk]
    page = shown(client)
    assert page.index(reverse("games:replay", args=[newer.pk])) < page.index(
        reverse("games:replay", args=[older.pk])
    )
    assert f"{newer.seats.get(index=0).total}" in page
    assert client.get(reverse("games:replay", args=[newer.pk])).status_code == 200
    begin("BZ", alice, bob)
    assert "Just over" not in shown(client), "somebody plays"


def test_it_is_of_one_game_or_of_events_where_that_is_asked(client: Client, alice: User, bob: User) -> None:
    one, other = played(alice, bob), played(alice, bob, minutes=1)
    Match.objects.filter(pk=other.pk).update(event=7, code="BX")
    assert listed("BO") == [one.pk]
    assert listed("BX") == listed(events=True) == [other.pk]
    page = shown(client, game="BO")
    assert reverse("games:replay", args=[one.pk]) in page
    assert reverse("games:replay", args=[other.pk]) not in page


def test_what_nobody_may_see_or_need_see_is_not_there(
    alice: User, bob: User, carol: User, robots: None
) -> None:
    played(alice)
    staff.take_back(played(alice, bob).pk, "A mistake.")
    robot = User.objects.exclude(robot="")[0]
    alone = lobby.invite(alice, [robot], "BO", {}, Pace.TURNS, "main", rated=False)
    play_out(alone)
    closed = played(alice, bob, pace=Pace.DUPLICATE)
    assert listed() == [closed.pk]
    Deal.objects.update(opened_at=None)
    assert listed() == [], "others still play its dice"
    unwatched = played(alice, carol)
    assert listed() == [unwatched.pk]
    carol.unwatched = True
    carol.save()
    assert listed() == []


def test_it_costs_the_same_however_many_there_are(
    client: Client, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(3):
        played(alice, bob)
        client.get(WATCH)
        with django_assert_num_queries(6):
            client.get(WATCH)
