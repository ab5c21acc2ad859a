"""Ladders by the API: who stands where, whom one may challenge and why not, and what one does there."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts import limits
from accounts.limits import Budget, Rate
from accounts.models import User
from games.models import Match
from ladders.clubs import ladders as of_clubs
from ladders.ladder import climbing
from ladders.models import Challenge, Ladder
from tests.api.asking import ask, refused
from tests.ladders import clubs
from tests.ladders.events import players

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.fixture
def ladder(db: None) -> Ladder:
    """A ladder of fifteen, p00 on top."""
    ladder = Ladder.objects.create(code="BO")
    everybody = players(15)
    User.objects.update(last_seen=timezone.now())
    for player in everybody:
        climbing.join(ladder.pk, player)
    return ladder


def named(number: int) -> User:
    return User.objects.get(username=f"p{number:02}")


def test_rungs_page_by_page_and_from_one_on(ladder: Ladder) -> None:
    found: list[tuple[int, str]] = []
    path = f"ladders/{ladder.pk}/rungs?limit=4"
    while path:
        told = ask(None).get(path).json()
        found += [(one["number"], one["name"]) for one in told["items"]]
        path = f"ladders/{ladder.pk}/rungs?limit=4&cursor={told['next']}" if told["next"] else ""
    assert found == [(number + 1, f"p{number:02}") for number in range(15)]
    told = ask(None).get(f"ladders/{ladder.pk}/rungs?first=12").json()
    assert [one["number"] for one in told["items"]] == [12, 13, 14, 15]
    refused(ask(None).get(f"ladders/{ladder.pk}/rungs?first=0"), 422, "invalid")


def test_who_moves_between_two_pages_is_neither_twice_there_nor_a_wrong_number(ladder: Ladder) -> None:
    first = ask(None).get(f"ladders/{ladder.pk}/rungs?limit=4").json()
    climbing.leave(ladder.pk, named(1))
    told = ask(None).get(f"ladders/{ladder.pk}/rungs?limit=4&cursor={first['next']}").json()
    assert (told["items"][0]["number"], told["items"][0]["name"]) == (4, "p04")


def test_whom_one_may_challenge_and_why_not(ladder: Ladder) -> None:
    User.objects.filter(username="p03").update(last_seen=timezone.now() - timedelta(days=5))
    rungs = {one["name"]: one for one in ask(named(11)).get(f"ladders/{ladder.pk}/rungs").json()["items"]}
    assert not rungs["p00"]["in_reach"]
    assert rungs["p01"]["in_reach"]
    assert rungs["p01"]["may_challenge"]
    assert rungs["p03"]["why_not"] == "This player has been away for 4 days or more."
    assert not rungs["p03"]["may_challenge"]
    assert not rungs["p12"]["may_challenge"]
    assert {one["why_not"] for one in ask(None).get(f"ladders/{ladder.pk}/rungs").json()["items"]} == {None}


def test_a_challenge_is_two_matches_that_one_can_give_up(ladder: Ladder, carol: User) -> None:
    bob, path = named(11), f"ladders/{ladder.pk}/challenges"
    refused(ask(bob).post(path, {"player": "p00"}), 409, "may-not-challenge")
    refused(ask(bob).post(path, {"player": "nobody"}), 404, "not-found")
    made = ask(bob).post(path, {"player": "P05"}, Idempotency_Key="one")
    assert made.status_code == 201
    told = made.json()
    assert (told["challenger"], told["defender"], len(told["matches"])) == ("p11", "p05", 2)
    assert ask(bob).post(path, {"player": "P05"}, Idempotency_Key="one").json() == told
    assert Match.objects.filter(ladder=ladder.pk).count() == 2
    for player in (bob, named(5)):
        (mine,) = ask(player).get(f"ladders/{ladder.pk}").json()["challenges"]
        assert mine["id"] == told["id"]
    assert ask(carol).get(f"ladders/{ladder.pk}").json()["challenges"] == []
    refused(ask(carol).post(f"{path}/{told['id']}/cancel"), 409, "may-not-challenge")
    other = Ladder.objects.create(code="BZ")
    refused(ask(bob).post(f"ladders/{other.pk}/challenges/{told['id']}/cancel"), 404, "not-found")
    assert ask(bob).post(f"{path}/{told['id']}/cancel").status_code == 204
    assert Challenge.objects.get(pk=told["id"]).cancelled_by == bob


def test_one_joins_at_the_bottom_and_leaves(ladder: Ladder, carol: User) -> None:
    joined = ask(carol).post(f"ladders/{ladder.pk}/join").json()
    assert (joined["my_rung"], joined["reach"], joined["size"]) == (16, 6, 16)
    refused(ask(carol).post(f"ladders/{ladder.pk}/join"), 409, "may-not-challenge")
    left = ask(carol).post(f"ladders/{ladder.pk}/leave").json()
    assert (left["my_rung"], left["size"]) == (None, 15)
    lines = [one["what"] for one in ask(None).get(f"ladders/{ladder.pk}/log?limit=2").json()["items"]]
    assert lines == ["carol left rung 16", "carol joined on rung 16"]


def test_a_ladder_of_a_club_is_for_its_members(alice: User, bob: User, carol: User) -> None:
    club = clubs.club(alice, bob)
    ladder = of_clubs.open_one(club.pk, "BO", alice)
    (shown,) = [one for one in ask(carol).get("ladders").json()["items"] if one["club"]]
    assert (shown["id"], shown["club"]) == (ladder.pk, club.slug)
    assert ask(bob).post(f"ladders/{ladder.pk}/join").json()["my_rung"] == 1
    refused(ask(carol).post(f"ladders/{ladder.pk}/join"), 409, "may-not-challenge")
    of_clubs.close(club.pk, "BO", alice, "Nobody plays.")
    assert not [one for one in ask(carol).get("ladders").json()["items"] if one["club"]]
    assert ask(carol).get(f"ladders/{ladder.pk}").json()["closed_at"]
    refused(ask(bob).post(f"ladders/{ladder.pk}/join"), 409, "may-not-challenge")


def test_what_is_done_there_has_the_budget_of_the_page(
    ladder: Ladder, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    once = {"challenge": Budget("Enough for now.", (Rate(1, 3600),))}
    monkeypatch.setattr(limits, "BUDGETS", {**limits.BUDGETS, **once})
    assert ask(carol).post(f"ladders/{ladder.pk}/join").status_code == 200
    refused(ask(carol).post(f"ladders/{ladder.pk}/leave"), 429, "too-often")


def test_what_it_costs(ladder: Ladder, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    program = ask(named(14))
    program.get("me")
    for limit in (5, 15):
        with django_assert_num_queries(9):
            program.get(f"ladders/{ladder.pk}/rungs?first=6&limit={limit}")
    with django_assert_num_queries(2):
        program.get("ladders")
    with django_assert_num_queries(4):
        program.get(f"ladders/{ladder.pk}")
