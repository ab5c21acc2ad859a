"""Pages of matches between clubs: alice and bob of Red Dice, carol of Blue Dice."""

from __future__ import annotations

import re

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from ladders.clubs import matches
from ladders.models import Club, ClubMatch
from ladders.models.clubs import UNRATED
from tests.ladders import clubs
from tests.ladders.clubs import TERMS
from tests.ladders.views.test_clubs import page, send

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def blues(alice: User, bob: User, carol: User) -> Club:
    cache.clear()
    clubs.club(alice, bob)
    return clubs.club(carol, name="Blue Dice")


@pytest.fixture
def naming(blues: Club, alice: User, carol: User) -> ClubMatch:
    found = matches.challenge(Club.objects.get(name="Red Dice").pk, blues.pk, alice, TERMS)
    matches.accept(found.pk, carol)
    return found


def test_a_challenge_by_its_form(client: Client, blues: Club, alice: User, bob: User, carol: User) -> None:
    form = {**TERMS, "away": "blue dice"}
    client.force_login(bob)
    page(client, "club_challenge", "red-dice", status=403)
    client.force_login(alice)
    assert 'value="Blue Dice"' in page(client, "club_challenge", "red-dice", away="Blue Dice")
    for wrong, status in (
        ({"away": "Nobody"}, 400),
        ({"boards": 1}, 400),
        ({"boards": 11}, 400),
        ({"code": "PG", "pace": "split"}, 409),
        ({"away": "Red Dice"}, 409),
    ):
        assert send(client, "club_challenge", "red-dice", **{**form, **wrong})[0] == status, wrong
    status, text = send(client, "club_challenge", "red-dice", **form)
    assert (status, "Red Dice challenges Blue Dice" in text) == (200, True)
    found = ClubMatch.objects.get()
    client.force_login(bob)
    assert "Accept" not in page(client, "club_match", found.pk)
    assert send(client, "club_match_act", found.pk, what="accept")[0] == 409
    client.force_login(carol)
    assert "Accept" in page(client, "club_match", found.pk)
    assert "The match is on" in send(client, "club_match_act", found.pk, what="accept")[1]
    assert send(client, "club_match_act", found.pk, what="dance")[0] == 400


def test_nobody_sees_the_line_up_of_the_other_side(
    client: Client, naming: ClubMatch, alice: User, bob: User, carol: User
) -> None:
    client.force_login(bob)
    shown = send(client, "club_match_act", naming.pk, what="yes", club="red-dice")[1]
    assert "I cannot play" in shown
    assert "Keep this order" not in shown
    client.force_login(carol)
    bob_by_name = re.compile(r"\bbob\b")  # letters of a form's token may be these
    assert not bob_by_name.search(page(client, "club_match", naming.pk))
    client.logout()
    assert not bob_by_name.search(page(client, "club_match", naming.pk))
    assert "Line-up of" not in page(client, "club_match", naming.pk)


def test_an_officer_orders_the_line_up(client: Client, naming: ClubMatch, alice: User, bob: User) -> None:
    for player in (alice, bob):
        client.force_login(player)
        send(client, "club_match_act", naming.pk, what="yes", club="red-dice")
    client.force_login(alice)
    order = {"what": "order", "club": "red-dice"}
    assert send(client, "club_match_act", naming.pk, **order, order="carol")[0] == 409
    assert send(client, "club_match_act", naming.pk, **order, order="bob, bob")[0] == 409
    assert "The order is kept" in send(client, "club_match_act", naming.pk, **order, order="Bob, alice")[1]
    assert matches.line_up(naming, naming.home_id) == [bob, alice]
    shown = send(client, "club_match_act", naming.pk, what="ready", club="red-dice")[1]
    assert shown.count("Your line-up stands.") == 2
    assert send(client, "club_match_act", naming.pk, what="no")[0] == 200
    page(client, "club_match", 10**9, status=404)


def test_the_ranking_has_who_has_played(
    client: Client, blues: Club, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert "No two clubs have finished a match" in page(client, "clubs_ranking")
    Club.objects.update(deviation=200, mean=1612.4)
    Club.objects.filter(pk=blues.pk).update(deviation=UNRATED)
    with django_assert_num_queries(1):
        shown = page(client, "clubs_ranking")
    assert "1612" in shown
    assert "Blue Dice" not in shown
    assert "Rating 1612" in page(client, "club", "red-dice")
    assert "Rating" not in page(client, "club", "blue-dice").partition("</main>")[0].replace("Ranking", "")


def test_a_club_lists_its_matches(client: Client, naming: ClubMatch) -> None:
    for slug in ("red-dice", "blue-dice"):
        assert reverse("ladders:club_match", args=[naming.pk]) in page(client, "club", slug)
