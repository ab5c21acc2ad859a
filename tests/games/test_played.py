"""Finished matches that are kept in the process: what changes after the end is not in them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.match import played, queries
from games.models import Match, Seat
from tests.games.tables import begin, legal, make, play_out, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_the_next_step_reads_no_moves(
    client: Client, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = reverse("games:replay", args=[play_out(begin("BZ", alice, bob)).pk])
    for step, queries_made in ((0, 4), (1, 3), (40, 3)):
        with django_assert_num_queries(queries_made):
            assert client.get(address, {"step": step}).context["position"] == step


def test_a_closed_account_leaves_no_name_behind(client: Client, alice: User, bob: User) -> None:
    match = play_out(begin("BZ", alice, bob))
    address = reverse("games:replay", args=[match.pk])
    assert "bob" in client.get(address, {"step": 3}).content.decode()
    Seat.objects.filter(match=match, player=bob).update(player=None)
    page = client.get(address, {"step": 3}).content.decode()
    assert not re.search(r"\bbob\b", page)  # letters of a token may be these
    assert "former player" in page


def test_what_becomes_of_the_match_afterwards_is_shown(client: Client, alice: User, bob: User) -> None:
    match = play_out(begin("BZ", alice, bob))
    address = reverse("games:replay", args=[match.pk])
    assert "data-share" in client.get(address).content.decode()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.VOID)
    assert "data-share" not in client.get(address).content.decode()


def test_a_match_that_goes_on_after_it_was_decided_is_another(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    for _ in range(2):
        player = to_move(match)
        match = play_out_one(match, player)
    decided, seats = queries.table(match.pk)
    before = played.played(decided, seats)
    match = play_out_one(match, to_move(match))
    later, seats = queries.table(match.pk)
    assert len(played.played(later, seats).steps) == len(before.steps) + 1


def play_out_one(match: Match, player: User) -> Match:
    """One legal move."""
    return make(match, player, legal(match, player)[0])


def test_another_match_under_the_number_of_one_that_is_gone_is_not_taken_for_it(
    alice: User, bob: User
) -> None:
    match, seats = queries.table(play_out(begin("BZ", alice, bob)).pk)
    one = played._Over(match, seats)
    other = queries.MATCH_COLUMNS.make([getattr(match, name) for name in queries.MATCH_COLUMNS.names])
    assert one == played._Over(other, [])
    assert hash(one) == hash(played._Over(other, []))
    other.seed = bytes(32)
    assert one != replace(one, match=other)


def test_a_match_that_went_on_otherwise_in_a_restored_database_is_another(alice: User, bob: User) -> None:
    match, seats = queries.table(play_out(begin("BZ", alice, bob)).pk)
    before = played._Over(match, seats)
    Match.objects.filter(pk=match.pk).update(ended_at=timezone.now())
    assert before != played._Over(*queries.table(match.pk))
