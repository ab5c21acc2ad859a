"""A match says what it is played in, and who decided it; games know no more than a number."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import EventHoliday, Match
from ladders import naming
from ladders.events import mending
from ladders.ladder import climbing
from ladders.models import Fixture, Ladder
from tests.games.tables import begin
from tests.ladders.events import begun, opened, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def challenged(alice: User, bob: User) -> Ladder:
    ladder = Ladder.objects.create(code="BO")
    for player in (alice, bob):
        climbing.join(ladder.pk, player)
    User.objects.update(last_seen=timezone.now())
    climbing.challenge(ladder.pk, bob, alice)
    return ladder


def test_my_matches_name_events_and_ladders(
    client: Client, alice: User, bob: User, carol: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    begin("BZ", alice, bob)
    client.force_login(alice)
    mine = reverse("games:mine")
    assert "match__subject" not in client.get(mine).content.decode(), "a casual match is played in nothing"
    event = begun(opened("league", matches=1), [alice, bob])
    ladder = challenged(alice, bob)
    shown = client.get(mine).content.decode()
    assert f'href="{event.get_absolute_url()}">The league</a>' in shown
    assert shown.count(f'href="{ladder.get_absolute_url()}">The Boat ladder</a>') == 2
    matches = [Match.objects.filter(event=event.pk)[0], *Match.objects.filter(ladder=ladder.pk)]
    with django_assert_num_queries(2):
        assert set(naming.subjects(matches)) == {match.pk for match in matches}
    more = [begun(opened("league"), [alice, carol]).pk for _more in range(3)]
    matches += Match.objects.filter(event__in=more)
    with django_assert_num_queries(2):
        assert set(naming.subjects(matches)) == {match.pk for match in matches}


def test_a_table_names_its_event(client: Client, alice: User, bob: User) -> None:
    ladder = challenged(alice, bob)
    match = Match.objects.filter(ladder=ladder.pk)[0]
    assert "The Boat ladder" in client.get(reverse("games:table", args=[match.pk])).content.decode()
    casual = begin("BO", alice, bob)
    assert "The Boat ladder" not in client.get(reverse("games:table", args=[casual.pk])).content.decode()


def test_a_decided_match_says_by_whom_and_why(client: Client, alice: User) -> None:
    director = User.objects.create_superuser("referee1", "r@example.org")
    event = begun(opened("swiss"), players(4))
    one, other = Fixture.objects.filter(section__event=event).order_by("pk")
    mending.adjudicate(one.pk, [1, 2], director, "The line was down.")
    match = Match.objects.get(pk=one.match_id or 0)
    table = client.get(reverse("games:table", args=[match.pk])).content.decode()
    assert "referee1 decided it: The line was down." in table
    play_on = Match.objects.get(pk=other.match_id or 0)
    assert naming.decider(play_on) == ""


def test_the_end_of_a_round_is_nobodys_decision(alice: User) -> None:
    director = User.objects.create_superuser("referee1", "r@example.org")
    event = begun(opened("swiss"), players(4))
    one, other = Fixture.objects.filter(section__event=event).order_by("pk")
    mending.adjudicate(one.pk, [1, 2], director, "The line was down.")
    found = Match.objects.get(pk=other.match_id or 0)
    found.reason, found.ended_at, found.adjudicated = "The round is over.", timezone.now(), True
    assert naming.deciders([found, Match.objects.get(pk=one.match_id or 0)]) == {one.match_id: "referee1"}
    found.reason, found.ended_at = "The line was down.", timezone.now() + timedelta(hours=1)
    assert naming.decider(found) == "", "the same words at another time are another decision"


def test_no_match_is_played_in_an_event_and_on_a_ladder_at_once(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    for where in ({"event": 7}, {"ladder": 7}):
        Match.objects.update(**{"event": None, "ladder": None, **where})
        match.refresh_from_db()
        assert match.organised
    with pytest.raises(IntegrityError, match="games_match_event_or_ladder"), transaction.atomic():
        Match.objects.update(event=7, ladder=7)


def test_holiday_is_taken_in_an_event_or_on_a_ladder(alice: User) -> None:
    for where in ({}, {"event": 7, "ladder": 7}):
        with pytest.raises(IntegrityError, match="games_holiday_event_or_ladder"), transaction.atomic():
            EventHoliday.objects.create(player=alice, span=timedelta(0), **where)
