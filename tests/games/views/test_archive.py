"""The page of the archive: what its form takes, what it refuses, and what it costs."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts import leaving
from accounts.models import User
from games.archive import finding, keeping
from games.match import queries
from games.models import Match
from ladders.models import Event
from tests.games.archive.filled import copies
from tests.games.tables import begin, play_out
from tests.ladders.events import opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]
ADDRESS = reverse("games:archive")


def shown(client: Client, **asked: str | int) -> list[int]:
    answer = client.get(ADDRESS, asked)
    assert answer.status_code == 200, answer.context["form"].errors
    return [line.pk for line in answer.context["found"].lines]


def test_anybody_finds_a_match_and_the_ways_to_it(client: Client, alice: User, bob: User) -> None:
    match = play_out(begin("BO", alice, bob))
    answer = client.get(ADDRESS, {"player": "ALICE", "against": "bob", "game": "BO"})
    page = answer.content.decode()
    assert [line.pk for line in answer.context["found"].lines] == [match.pk]
    for name in ("games:replay", "games:record"):
        assert f'href="{reverse(name, args=[match.pk])}"' in page
    _match, seats = queries.table(match.pk)
    for seat in seats:
        assert f"<bdi>{seat.name}</bdi> <strong>{seat.total}</strong>" in page
    assert shown(client, player="alice", against="bob", game="BZ") == []


@pytest.mark.parametrize(
    "asked",
    [
        {"player": "nobody"},
        {"player": "alice", "against": "Alice"},
        {"player": "al\x00ice"},
        {"game": "XX"},
        {"since": "2026-02-30"},
        {"since": "1999-12-31"},
        {"until": "9999-12-31"},
        {"least": "many"},
        {"most": "9" * 30},
        {"words": "x" * 101},
        {"points": "luck"},
        {"of_event": "1"},
        {"of_ladder": "9" * 30},
        {"event": "Nobody’s cup"},
    ],
)
def test_what_cannot_be_looked_for_is_said(client: Client, alice: User, asked: dict[str, str]) -> None:
    answer = client.get(ADDRESS, asked)
    assert answer.status_code == 400
    assert answer.context["found"] is None
    assert answer.context["form"].errors


@pytest.mark.parametrize(
    "wild", ["<script>alert(1)</script>", "a\r\nb", "%' OR 1=1 --", "\\", "!!:*&|()", "'", "\u202e"]
)
def test_wild_words_do_no_harm(client: Client, alice: User, bob: User, wild: str) -> None:
    play_out(begin("BO", alice, bob))
    page = client.get(ADDRESS, {"words": wild, "after": wild}).content.decode()
    assert "<script>alert" not in page
    for name in ("player", "event", "since"):
        assert "<script>alert" not in client.get(ADDRESS, {name: wild}).content.decode()


def test_guests_and_closed_accounts_are_nobody_to_look_for(client: Client, alice: User, bob: User) -> None:
    User.objects.create(username="guest-1", guest=True)
    play_out(begin("BO", alice, bob))
    leaving.close(bob)
    for name in ("guest-1", "bob", "former player"):
        assert client.get(ADDRESS, {"player": name}).status_code == 400
    assert "former player" in client.get(ADDRESS).content.decode()


def test_an_event_is_looked_in_by_its_name(client: Client, alice: User, bob: User) -> None:
    cup, other = opened("knockout", "BO"), opened("knockout", "BO")
    for event, name in ((cup, "Spring cup"), (other, "Autumn cup")):
        Event.objects.filter(pk=event.pk).update(name=name)
    Event.objects.create(name="Secret cup", format="knockout", code="BO", status=Event.Status.DRAFT)
    match = play_out(begin("BO", alice, bob))
    Match.objects.filter(pk=match.pk).update(event=cup.pk)
    keeping.keep(match.pk)
    assert shown(client, event="spring") == [match.pk]
    assert shown(client, of_event=cup.pk) == [match.pk]
    assert shown(client, of_event=other.pk) == []
    answer = client.get(ADDRESS, {"event": "cup", "game": "BO"})
    assert answer.context["found"] is None
    assert [one.event for one, _address in answer.context["called"]] == [other.pk, cup.pk]
    assert "Secret" not in answer.content.decode()
    assert client.get(ADDRESS, {"event": "secret"}).status_code == 400
    page = client.get(f"{ADDRESS}?{answer.context['called'][1][1]}")
    assert [line.pk for line in page.context["found"].lines] == [match.pk]
    assert page.context["form"]["game"].value() == "BO"


def test_pages_lead_on_and_back(client: Client, alice: User, bob: User) -> None:
    copies(play_out(begin("BO", alice, bob)), 40)
    first = client.get(ADDRESS, {"player": "alice"})
    assert len(first.context["found"].lines) == finding.PAGE
    second = client.get(f"{ADDRESS}?{first.context['next']}")
    assert len(second.context["found"].lines) == 41 - finding.PAGE
    assert second.context["next"] == ""
    assert client.get(f"{ADDRESS}?{second.context['first']}").context["found"] == first.context["found"]


def test_its_queries_do_not_grow(
    client: Client, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    match = play_out(begin("BO", alice, bob))
    asked = {"player": "alice", "against": "bob"}
    with django_assert_num_queries(6):  # counting, two names, the search, how far, the lines
        client.get(ADDRESS, asked)
    copies(match, 60)
    with django_assert_num_queries(5):
        client.get(ADDRESS, asked)


def test_pages_of_players_lead_there(client: Client, alice: User, bob: User) -> None:
    play_out(begin("BO", alice, bob))
    client.force_login(alice)
    for page, wanted in (
        (reverse("games:player", args=["bob"]), ("?player=bob", "?player=alice&amp;against=bob")),
        (reverse("games:player_game", args=["bob", "bo"]), ("?player=bob&amp;game=BO",)),
        (reverse("games:mine"), ("?player=alice",)),
    ):
        text = client.get(page).content.decode()
        for end in wanted:
            assert f'href="{ADDRESS}{end}"' in text
