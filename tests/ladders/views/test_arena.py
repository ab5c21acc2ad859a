"""The page of an arena: terms, the present match or that one waits, the time left, resting, coming late."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.contrib.auth.models import Permission
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from games.match import play
from ladders import table
from ladders.events import eligibility, entries
from ladders.models import Entry, Event, Place
from tests.games.tables import seat_of, to_move
from tests.ladders.events import begun, open_matches, opened
from tests.ladders.views.test_organise import FORM
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def page(client: Client, event: Event) -> str:
    answer = client.get(event.get_absolute_url())
    assert answer.status_code == 200
    return answer.content.decode()


def do(client: Client, event: Event, what: str) -> int:
    return client.post(reverse("ladders:act", args=[event.pk]), {"what": what}).status_code


def test_its_terms_stand_there_before_one_enters(client: Client) -> None:
    event = opened("arena", minutes=45)
    said = page(client, event)
    assert "45 minutes. In the last 6 no new pairs are made" in said, "22 turns of a quarter of a minute"
    assert "Live, 3 minutes a turn" in said
    assert "whoever is free is paired anew" in said
    assert "None: the clocks run every day." in said
    assert "When its time is over." in said


def test_who_plays_sees_the_match_who_waits_is_told_so_and_both_the_time_left(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    event = begun(opened("arena"), [alice, bob, carol])
    (match,) = open_matches(event)
    names = {seat.name for seat in match.seats.all()}
    (waits,) = {"alice", "bob", "carol"} - names
    client.force_login(User.objects.get(username=waits))
    said = page(client, event)
    assert "You are waiting for an opponent. It begins as soon as somebody is free." in said
    assert "Time left:" in said
    assert "data-live" in said
    assert "To your match" not in said
    client.force_login(User.objects.get(username=min(names)))
    said = page(client, event)
    assert "To your match" in said
    assert reverse("games:table", args=[match.pk]) in said
    assert "You are waiting" not in said
    client.logout()
    assert "You, now" not in page(client, event)


def test_one_rests_and_comes_back(client: Client, alice: User, bob: User, carol: User) -> None:
    event = begun(opened("arena"), [alice, bob])
    client.force_login(alice)
    assert "Rest after this match" in page(client, event)
    assert do(client, event, "rest") == 302
    assert "I am back" in page(client, event)
    assert Place.objects.get(entry__player=alice).resting
    assert do(client, event, "return") == 302
    assert not Place.objects.get(entry__player=alice).resting
    client.force_login(carol)
    assert do(client, event, "rest") == 409
    assert do(client, event, "return") == 409


def test_one_enters_while_it_runs_but_not_in_the_last_minutes(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    event = begun(opened("arena"), [alice, bob])
    client.force_login(carol)
    said = page(client, event)
    assert 'value="enter"' in said
    assert "What everybody agreed to" in said
    assert said.count('class="card terms"') == 1
    event.sections.update(ends_at=timezone.now() + table.time_for("BO"))
    assert 'value="enter"' not in page(client, event)
    assert do(client, event, "enter") == 409
    event.sections.update(ends_at=timezone.now() + timedelta(minutes=20))
    assert do(client, event, "enter") == 302
    assert Entry.objects.filter(event=event, player=carol, status="in").exists()
    said = page(client, event)
    assert 'value="enter"' not in said
    assert "You are waiting for an opponent" in said


def test_who_has_withdrawn_is_offered_neither_to_leave_nor_to_come_back(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    event = begun(opened("arena"), [alice, bob, carol])
    client.force_login(alice)
    assert do(client, event, "withdraw") == 302
    said = page(client, event)
    for what in ("enter", "withdraw", "rest", "return"):
        assert f'value="{what}"' not in said
    assert said.count('class="card terms"') == 1
    assert do(client, event, "enter") == 409
    assert do(client, event, "withdraw") == 409
    assert "You have left this event" in eligibility.why_not(event, alice)


def test_the_last_minutes_are_said(client: Client, alice: User, bob: User, carol: User) -> None:
    event = begun(opened("arena"), [alice, bob, carol])
    event.sections.update(ends_at=timezone.now() + timedelta(minutes=2))
    (match,) = open_matches(event)
    (waits,) = {"alice", "bob", "carol"} - {seat.name for seat in match.seats.all()}
    client.force_login(User.objects.get(username=waits))
    assert "no new pairs are made." in page(client, event)


def test_the_latest_matches_come_first_and_the_page_costs_the_same_with_many(
    client: Client, alice: User, bob: User
) -> None:
    event = begun(opened("arena"), [alice, bob])
    client.force_login(alice)
    page(client, event)
    costs = []
    for _ in range(2):
        with CaptureQueriesContext(
            connection,
        ) as caught:
            page(client, event)
        costs.append(len(caught))
        for _match in range(3):
            (match,) = open_matches(event)
            player = to_move(match)
            move = match.rules.moves(match.table, seat_of(match, player).index)[0]
            match = play.move(match.pk, player, play.version_for(match, seat_of(match, player)), move)
            play.resign(match.pk, player, play.version_for(match, seat_of(match, player)))
            work()
    assert costs[1] <= costs[0] + 1, "one asks who decided them"
    said = page(client, event).partition("the latest first")[2]
    keys = [match.pk for match in open_matches(event)]
    tables = [said.find(f'"{reverse("games:table", args=[key])}"') for key in (*keys, keys[0] - 1)]
    assert 0 < tables[0] < tables[1]


def test_an_organiser_chooses_an_arena_and_need_not_know_its_clock(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    alice.user_permissions.add(Permission.objects.get(codename="organise_event"))
    client.force_login(alice)
    made = client.get(reverse("ladders:new")).content.decode()
    assert "Live, 3 minutes a turn" not in made, "there is nothing to choose"
    form = {**FORM, "event-format": "arena", "event-minutes": 90}
    assert client.post(reverse("ladders:new"), form).status_code == 302
    event = Event.objects.get()
    assert (event.pace, event.clock, event.weekend, event.minutes) == ("turns", "live", [], 90)
    change = reverse("ladders:change", args=[event.pk])
    assert client.post(change, {**form, "event-format": "swiss", "event-pace": "turns"}).status_code == 302
    event.refresh_from_db()
    assert (event.clock, event.weekend) == ("main", None)
    assert client.post(change, form).status_code == 302
    lead = reverse("ladders:decide", args=[event.pk, "open"])
    assert client.post(lead, {"why": "Let us play."}).status_code == 302
    for player in (bob, carol):
        entries.enter(event.pk, player)
    assert (
        client.post(reverse("ladders:decide", args=[event.pk, "start"]), {"why": "Now."}).status_code == 302
    )
    work()
    event.refresh_from_db()
    assert event.status == "running"
    desk = client.get(reverse("ladders:matches", args=[event.pk])).content.decode()
    assert "bob" in desk
    assert client.get(reverse("ladders:decide", args=[event.pk, "extend"])).status_code == 409
    assert client.post(change, {**form, "event-minutes": 30}).status_code == 302
    event.refresh_from_db()
    assert (event.minutes, event.clock) == (90, "live"), "what was agreed stays"


def test_too_short_or_too_long_an_arena_does_not_open(client: Client, alice: User) -> None:
    alice.user_permissions.add(Permission.objects.get(codename="organise_event"))
    client.force_login(alice)
    form = {**FORM, "event-format": "arena", "event-minutes": 5}
    client.post(reverse("ladders:new"), form)
    event = Event.objects.get()
    answer = client.post(reverse("ladders:decide", args=[event.pk, "open"]), {"why": "Now."})
    assert answer.status_code == 409
    assert "its length in minutes is 30 to 180, not 5" in answer.content.decode()
