"""A player's matches as lines of a list: which, in which order, and at what cost."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.match import lists, play, staff
from games.models import Match, Seat
from games.rules.base import Pace
from games.seats import lobby
from tests.games.tables import begin, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def keys(lines: list[lists.Line]) -> list[int]:
    return [line.pk for line in lines]


def test_it_tells_whose_turn_it_is_and_who_has_to_answer(alice: User, bob: User, carol: User) -> None:
    running = begin("BZ", alice, bob)
    asked = lobby.invite(alice, [bob], "BO", {}, Pace.TURNS, "main")
    begin("BZ", alice, carol)
    mine, theirs = (lists.unfinished(player) for player in (alice, bob))
    mover = to_move(running)
    assert (keys(theirs.my_turn), keys(theirs.others_turn)) == (
        ([running.pk], []) if mover == bob else ([], [running.pk])
    )
    assert (keys(theirs.asked), keys(theirs.made)) == ([asked.pk], [])
    assert (keys(mine.asked), keys(mine.made)) == ([], [asked.pk])
    assert [seat.name for seat in theirs.asked[0].seats] == ["alice", "bob"]


def test_the_nearest_deadline_comes_first_and_none_at_all_last(alice: User, bob: User) -> None:
    matches = [begin("BZ", alice, bob) for _ in range(3)]
    now = timezone.now()
    for match, deadline in zip(matches, (None, now + timedelta(2), now + timedelta(1)), strict=True):
        Seat.objects.filter(match=match).update(to_move=False)
        Seat.objects.filter(match=match, player=alice).update(to_move=True, deadline=deadline)
        Match.objects.filter(pk=match.pk).update(deadline=deadline)
    nearest_first = [match.pk for match in reversed(matches)]
    assert keys(lists.unfinished(alice).my_turn) == nearest_first
    assert keys(lists.unfinished(bob).others_turn) == nearest_first


def test_what_is_over_stands_below_the_latest_first(alice: User, bob: User, carol: User) -> None:
    matches = [begin("BZ", alice, bob) for _ in range(3)]
    for match in matches[1:]:
        play.resign(match.pk, alice, match.version)
    staff.void(matches[0].pk, "a mistake")
    begin("BZ", alice, bob)
    found = lists.finished(alice)
    assert keys(found) == keys(lists.finished(bob))
    assert keys(found) == [matches[0].pk, matches[2].pk, matches[1].pk]
    assert lists.finished(carol) == []


def test_a_list_of_finished_matches_has_an_end(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "PAGE", 2)
    for _ in range(3):
        match = begin("BO", alice)
        play.resign(match.pk, alice, match.version)
    assert len(lists.finished(alice)) == 2


def test_a_closed_account_and_a_guest_are_called_so(alice: User, bob: User, carol: User) -> None:
    match = begin("BZ", alice, bob, carol)
    Seat.objects.filter(match=match, player=bob).update(player=None)
    User.objects.filter(pk=carol.pk).update(guest=True)
    unfinished = lists.unfinished(alice)
    [line] = [*unfinished.my_turn, *unfinished.others_turn]
    assert [seat.name for seat in line.seats] == ["alice", "former player", "Guest"]
    assert [seat.name for seat in line.seats] == [seat.name for seat in match.seats.order_by("index")]


def test_lines_say_what_the_match_says(alice: User, bob: User) -> None:
    match = begin("DK", alice, bob)
    unfinished = lists.unfinished(alice)
    [line] = [*unfinished.my_turn, *unfinished.others_turn]
    match.refresh_from_db()
    for name in ("pk", "code", "options", "pace", "clock", "rated", "event", "ladder", "status", "deadline"):
        assert getattr(line, name) == getattr(match, name)
    assert line.get_clock_display == match.get_clock_display()
    assert (line.rules, line.organised) == (match.rules, match.organised)


def test_my_matches_cost_as_much_with_many_as_with_none(
    client: Client, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client.force_login(alice)
    client.get("/")
    for _ in range(3):
        with django_assert_num_queries(5):  # the session, the player, both lists, what is new
            client.get(reverse("games:mine"))
        begin("BZ", alice, bob)
        over = begin("BZ", alice, bob)
        play.resign(over.pk, alice, over.version)
