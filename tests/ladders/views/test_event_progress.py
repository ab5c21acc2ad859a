"""An event's page: brackets from the start, progress, my matches, what everybody waits for."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Match
from ladders.events import brackets, entries, lifecycle, mending
from ladders.models import Event, Fixture
from tests.games.tables import play_out
from tests.ladders.events import begun, open_matches, opened, play_to_the_end, players
from tests.worker import work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def words(client: Client, event: Event) -> str:
    """The page without its markup."""
    answer = client.get(event.get_absolute_url())
    assert answer.status_code == 200
    main = answer.content.decode().partition("<main")[2]
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", main)).split())


def test_a_knock_out_is_drawn_whole_from_the_start(client: Client) -> None:
    event = begun(opened("knockout"), players(5))
    (side,) = brackets.of(event)
    assert [title for title, _ties in side.rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    assert [tie.number for tie in side.rounds[0][1]] == ["1.1", "1.2", "1.3", "1.4"]
    final = side.rounds[2][1][0]
    assert final.names == ("winner of tie 2.1", "winner of tie 2.2")
    byes = [tie for tie in side.rounds[0][1] if "bye" in tie.names]
    assert len(byes) == 3
    assert all(tie.winner is not None and not tie.contest for tie in byes)
    shown = words(client, event)
    assert "Tie 2.1" in shown
    assert "winner of tie 2.2" in shown
    assert "0 of 4 ties are decided." in shown
    assert "Points" not in shown.partition("Standings")[2].partition("Matches")[0]


def test_a_double_elimination_has_two_brackets_and_a_final(client: Client) -> None:
    event = begun(opened("double", pace="turns"), players(4))
    upper, lower, final = brackets.of(event)
    assert [tie.number for _title, ties in upper.rounds for tie in ties] == ["1.1", "1.2", "2.1"]
    assert lower.rounds[0][1][0].names == ("loser of tie 1.1", "loser of tie 1.2")
    assert lower.rounds[1][1][0].names == ("loser of tie 2.1", "winner of tie 2.2")
    assert final.rounds[0][1][0].names == ("winner of tie 2.1", "winner of tie 3.1")
    shown = words(client, event)
    assert "Upper bracket" in shown
    assert "Lower bracket, of those who have lost once" in shown
    assert "0 of 6 ties are decided." in shown
    assert "Points" not in shown.partition("Standings")[2].partition("Matches")[0]
    event = play_to_the_end(event)
    shown = words(client, event)
    assert "winner of tie" not in shown
    assert "loser of tie" not in shown


def test_no_other_format_has_a_bracket(client: Client) -> None:
    event = begun(opened("swiss"), players(4))
    assert brackets.of(event) == []
    assert "Points" in words(client, event)


def test_progress_is_told(client: Client) -> None:
    event = begun(opened("swiss"), players(4))
    assert "Round 1 of 3. 0 of 6 matches are over." in words(client, event)
    play_out(open_matches(event)[0])
    work()
    assert "Round 1 of 3. 1 of 6 matches are over." in words(client, event)
    play_out(open_matches(event)[0])
    work()
    assert "Round 2 of 3. 2 of 6 matches are over." in words(client, event)
    event = play_to_the_end(event)
    assert "matches are over." not in words(client, event)


def test_a_race_says_who_leads(client: Client) -> None:
    event = begun(opened("score", target=10_000), players(2))
    match = play_out(open_matches(event)[0], seed=2)
    work()
    said = words(client, event)
    best = match.seats.filter(place=1)  # both, where it was level
    assert any(f"{one.name} leads with {one.total:,} of 10,000 points." in said for one in best)


def test_my_open_matches_stand_first(client: Client) -> None:
    who = players(4)
    event = begun(opened("round-robin"), who)
    client.force_login(who[0])
    shown = words(client, event).partition("My open matches")[2].partition("Standings")[0]
    assert shown.count("To the table") == 6
    turns = shown.count("It is your turn.")
    assert turns == Match.objects.filter(seats__player=who[0], seats__to_move=True).count() == 3
    assert shown.index("It waits for others.") > shown.rindex("It is your turn.")
    assert shown.count("about 2 days, until") == turns, "one's own clock, not the round's end"
    play_out(next(match for match in open_matches(event) if match.seats.filter(player=who[0]).exists()))
    left = words(client, event).partition("My open matches")[2].partition("Standings")[0]
    assert left.count("To the table") == 5, "what is over is open no more"
    client.force_login(User.objects.create_user("looker", "l@example.org"))
    assert "My open matches" not in words(client, event)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, "It begins when its director starts it."),
        ({"most": 3}, "It begins as soon as it is full: 2 places are free."),
    ],
)
def test_what_an_open_event_waits_for(
    client: Client, alice: User, changes: dict[str, Any], says: str
) -> None:
    event = opened("league", **changes)
    entries.enter(event.pk, alice)
    assert says in words(client, event)


def test_what_everybody_waits_for_to_the_end(client: Client) -> None:
    director = User.objects.create_superuser("referee1", "r@example.org")
    event = begun(opened("league", matches=1), players(3))
    assert "Matches are being played; the last of them ends on" in words(client, event)
    Fixture.objects.update(waits=True, match_id=None, deadline=None)
    assert "The next matches begin in a moment." in words(client, event)
    Fixture.objects.update(waits=False)
    assert "Something keeps this event from going on." in words(client, event)
    who = list(User.objects.filter(username__startswith="p0"))
    other = play_to_the_end(begun(opened("league", matches=1), who))
    assert "The director looks at the table until" in words(client, other)
    lifecycle.finish(other.pk)
    assert "It is over, and its table is final." in words(client, other)
    lifecycle.cancel(event.pk, director, "No dice.")
    assert "It was called off on" in words(client, event)


def test_a_decided_match_says_so_on_the_events_page(
    client: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    director = User.objects.create_superuser("referee1", "r@example.org")
    event = begun(opened("swiss"), players(8))
    fixtures = list(Fixture.objects.filter(section__event=event).order_by("pk"))
    mending.adjudicate(fixtures[0].pk, [1, 2], director, "The line was down.")
    work()
    assert "referee1 decided it: The line was down." in words(client, event)
    for fixture in fixtures[1:3]:
        mending.adjudicate(fixture.pk, [2, 1], director, "So.")
    work()
    with django_assert_max_num_queries(16):
        assert words(client, event).count("referee1 decided it") == 3
