"""A player's page."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import Profile, User
from games.match import careers, play
from games.models import Rating
from tests.games.tables import begin, play_out, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def lose(loser: User, other: User) -> None:
    match = begin("BZ", loser, other)
    match.refresh_from_db()
    play.resign(match.pk, loser, play.version_for(match, seat_of(match, loser)))


def page(client: Client, name: str) -> str:
    return client.get(reverse("games:player", args=[name])).content.decode()


def test_it_shows_ratings_charts_and_the_record_against_me(client: Client, alice: User, bob: User) -> None:
    lose(bob, alice)
    lose(bob, alice)
    lose(alice, bob)
    client.force_login(alice)
    html = page(client, "BOB")
    assert "<strong>2 won</strong>, 1 lost" in html
    assert "<polyline" in html
    assert "provisional" in html
    assert Client().get(reverse("games:player", args=["bob"])).status_code == 200
    assert Client().get(reverse("games:player", args=["nobody"])).status_code == 404


def test_whoever_looks_reads_who_played_whom_and_what_they_scored(
    client: Client, alice: User, bob: User, carol: User
) -> None:
    totals = {seat.player_id: seat.total for seat in play_out(begin("BO", alice, bob)).seats.all()}
    for viewer in (None, alice, bob, carol):
        if viewer:
            client.force_login(viewer)
        shown = " ".join(page(client, "bob").split('<h2 id="history">')[1].split())
        for player in (alice, bob):
            assert f"{player.username} <strong>{totals[player.pk]}</strong>" in shown


def test_hidden_ratings_are_not_in_the_page_of_others(client: Client, alice: User, bob: User) -> None:
    lose(bob, alice)
    User.objects.update(hide_rating=True)
    client.force_login(alice)
    assert "<polyline" not in page(client, "bob")
    assert "keeps them hidden" in page(client, "bob")
    assert "Rated" in page(client, "alice")


def test_last_seen_is_shown_to_nobody_where_it_is_hidden(client: Client, alice: User, bob: User) -> None:
    assert "here now" in page(client, "bob")
    Profile.objects.create(player=bob, show_last_seen=False)
    assert "here now" not in page(client, "bob")


def test_a_restart_once_a_year(client: Client, alice: User, bob: User) -> None:
    lose(bob, alice)
    client.force_login(alice)
    assert client.post(reverse("games:rating_restart"), {"code": "BZ"}).status_code == 302
    assert Rating.objects.get(player=alice).mean == 1500
    assert client.post(reverse("games:rating_restart"), {"code": "BZ"}).status_code == 409
    assert client.post(reverse("games:rating_restart"), {"code": "XX"}).status_code == 400


def test_the_favourites_are_of_the_last_matches(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    lose(bob, alice)
    lose(bob, alice)
    play_out(begin("BO", alice, bob))
    assert careers.favourites(alice) == [("BZ", 2), ("BO", 1)]
    monkeypatch.setattr(careers, "LAST", 1)
    assert careers.favourites(alice) == [("BO", 1)]


def test_who_started_afresh_has_no_rating_until_the_next_rated_match(
    client: Client, alice: User, bob: User
) -> None:
    lose(bob, alice)
    client.force_login(alice)
    assert "Rated matches" in page(client, "alice")
    client.post(reverse("games:rating_restart"), {"code": "BZ"})
    assert "Rated matches" not in page(client, "alice")
    lose(alice, bob)
    assert "Rated matches" in page(client, "alice")


def test_its_queries_do_not_grow(
    client: Client, alice: User, bob: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(4):
        lose(bob, alice)
    client.force_login(alice)
    with django_assert_max_num_queries(17):
        page(client, "bob")
