"""My matches: what waits for me first, by deadline."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.match import play
from games.models import Seat
from games.rules.base import Pace
from games.seats import lobby
from tests.games.tables import begin, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]

ADDRESS = "games:mine"


def lists(player: User) -> dict[str, list[int]]:
    client = Client()
    client.force_login(player)
    answer = client.get(reverse(ADDRESS))
    assert answer.status_code == 200
    names = ("my_turn", "asked", "made", "others_turn", "finished")
    return {name: [match.pk for match in answer.context[name]] for name in names}


def test_each_match_stands_where_it_belongs(alice: User, bob: User, carol: User) -> None:
    running = begin("BZ", alice, bob)
    asked = lobby.invite(bob, [alice], "BO", {}, Pace.TURNS, "main")
    ended = begin("BD", alice, bob)
    play.resign(ended.pk, bob, ended.version)
    mover = to_move(running)
    other = bob if mover == alice else alice
    assert lists(mover)["my_turn"] == [running.pk]
    assert lists(other)["others_turn"] == [running.pk]
    assert lists(alice)["asked"] == [asked.pk]
    assert lists(bob)["made"] == [asked.pk]
    assert lists(alice)["finished"] == lists(bob)["finished"] == [ended.pk]
    assert not any(lists(carol).values())


def test_the_nearest_deadline_comes_first(alice: User, bob: User) -> None:
    matches = [begin("BZ", alice, bob, pace=Pace.SPLIT) for _ in range(3)]
    for match, hours in zip(matches, (5, 1, 3), strict=True):
        Seat.objects.filter(match=match).update(deadline=timezone.now() + timedelta(hours=hours))
    assert lists(alice)["my_turn"] == [matches[1].pk, matches[2].pk, matches[0].pk]


def test_a_visitor_is_asked_to_sign_in(client: Client) -> None:
    assert client.get(reverse(ADDRESS)).status_code == 302


def test_its_queries_do_not_grow_with_the_matches(
    alice: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = Client()
    client.force_login(alice)
    for _ in range(3):
        for pace in (Pace.TURNS, Pace.SPLIT):
            begin("BZ", alice, bob, pace=pace)
        lobby.invite(bob, [alice], "BO", {}, Pace.TURNS, "main")
        ended = begin("BD", alice, bob)
        play.resign(ended.pk, bob, ended.version)
        with django_assert_max_num_queries(11):
            client.get(reverse(ADDRESS))
