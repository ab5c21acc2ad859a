"""What one agrees to stands on the event's page before entering, and stays there."""

from __future__ import annotations

import re
from datetime import timedelta
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import Match
from ladders.events import lifecycle, teams
from ladders.events.terms import terms
from ladders.models import Event
from tests.ladders.events import begun, opened, players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def agreed(client: Client, address: str) -> dict[str, str]:
    """The card as a page has it, by what each line is about."""
    answer = client.get(address)
    assert answer.status_code == 200
    card = answer.content.decode().partition('<details class="card terms"')[2].partition("</details>")[0]
    pairs = re.findall(r"<dt>(.*?)</dt>\s*<dd>(.*?)</dd>", card, re.DOTALL)
    return {unescape(re.sub(r"<[^>]+>", "", about)).strip(): unescape(says) for about, says in pairs}


def test_a_league_says_it_all_before_one_enters(client: Client) -> None:
    event = opened(
        "league",
        code="BT",
        matches=12,
        division=6,
        moving=1,
        round_days=20,
        fewest=4,
        most=18,
        lowest=1400,
        highest=1900,
        most_time_outs=15,
        recurring=True,
    )
    card = agreed(client, event.get_absolute_url())
    assert card["Game"] == "Triple Boatzee."
    assert card["Matches"].startswith("12 matches, in each of which everybody in a division")
    assert card["Divisions"].startswith("At most 6 players in each.")
    assert "1 goes up and 1 goes down" in card["Divisions"]
    assert card["Length of a round"].startswith("20 days, and no other deadline.")
    assert card["Pace"].startswith("Split")
    assert "Clock" not in card
    assert card["Rating"] == "Every match is rated."
    assert "from 1400 to 1900" in card["Who may enter"]
    assert "at most 15 of every 100" in card["Who may enter"]
    assert card["Size"] == "4 to 18 players."
    assert card["Begins"] == "As soon as it is full."
    assert card["Ends"] == "At the latest 240 days after it begins."
    assert "Again" in card


def test_options_and_clock_are_spelled_out(client: Client) -> None:
    event = opened(
        "round-robin",
        code="DK",
        options={"scoring": "alternative", "pick_up": False, "target": 5000},
        clock="daily",
        weekend=[5, 6],
        at_once=3,
    )
    card = agreed(client, event.get_absolute_url())
    assert card["Game"] == "Dice 10000. Scoring: Alternative. Pick-up: no. Target: 5,000."
    assert card["Clock"] == "Daily, 3 days and 1 more a turn."
    assert card["Days off"] == "The same for all: Saturday, Sunday."
    assert "You get at most 3 matches at once." in card["Matches"]
    Event.objects.update(options={}, weekend=[])
    card = agreed(client, event.get_absolute_url())
    assert card["Game"] == "Dice 10000. Scoring: Standard. Pick-up: yes. Target: 10,000."
    assert card["Days off"].startswith("None")


@pytest.mark.parametrize(("forbidden", "says"), [(False, "Allowed: the site"), (True, "Not allowed")])
def test_an_event_may_do_without_standing_orders(client: Client, forbidden: bool, says: str) -> None:
    event = opened("round-robin", pace="turns", no_orders=forbidden)
    assert agreed(client, event.get_absolute_url())["Standing orders"].startswith(says)
    begun(event, players(4))
    assert {match.may_order for match in Match.objects.all()} == {not forbidden}
    heir = lifecycle.succeed(event)
    assert heir.no_orders is forbidden
    assert "Standing orders" not in agreed(client, opened("swiss", pace="split").get_absolute_url())


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ("knockout", "At most 3 rounds with 5 players; a tie is 2 matches"),
        ("double", "At most 7 rounds with 5 players"),
        ("swiss", "4 rounds of one match each with 5 players"),
        ("score", "until somebody has 120 points"),
        ("team", "Rounds of 2 single matches each, until a team has 120 points"),
        ("round-robin", "section, which has 4 to 7 players"),
        ("duplicate", "a difference of 2 brings 1, of 8 brings 2, of 18 brings 3, and so on to 10."),
    ],
)
def test_how_much_there_is_to_play(form: str, says: str) -> None:
    event = opened(form, **({"pace": "turns"} if form == "double" else {}))
    assert says in {term.about: term.says for term in terms(event, 5)}["Matches"]


def test_it_stays_readable_after_the_start(client: Client) -> None:
    event = begun(opened("league", matches=3), players(3))
    card = agreed(client, event.get_absolute_url())
    assert card["Matches"].startswith("3 matches")
    assert card["Begins"].startswith("It began on")
    answer = client.get(event.get_absolute_url()).content.decode()
    assert "What everybody agreed to" in answer


def test_a_day_for_the_start(client: Client) -> None:
    event = opened("league", begins_at=timezone.now() + timedelta(days=9))
    card = agreed(client, event.get_absolute_url())
    assert card["Begins"].startswith("On ")
    assert "everybody is asked to confirm" in card["Begins"]
    assert card["Ends"].startswith("By ")


def test_it_costs_no_query(django_assert_num_queries: DjangoAssertNumQueries) -> None:
    event = opened("league")
    with django_assert_num_queries(0):
        assert terms(event, 3)


def test_teams_read_it_on_their_pages_too(client: Client, alice: User, bob: User) -> None:
    event = opened("team")
    team = teams.make_team(event.pk, alice, "Reds", [bob])
    client.force_login(alice)
    assert "2 to 4 players" in agreed(client, team.get_absolute_url())["Size"]
    assert "Matches" in agreed(client, reverse("ladders:team_new", args=[event.pk]))
