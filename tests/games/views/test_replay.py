"""A finished match, step by step."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.match import play, staff
from games.rules import RULES
from games.rules.base import Kind, Move, Pace
from tests.games.tables import begin, make, play_out

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


@pytest.mark.parametrize("code", RULES)
def test_every_step_can_be_seen_signed_out(client: Client, alice: User, bob: User, code: str) -> None:
    match = play_out(begin(code, alice, bob, options={"target": 2000} if code == "DK" else {}))
    address = reverse("games:replay", args=[match.pk])
    count = client.get(address).context["count"]
    assert count == match.moves.exclude(kind="roll-off").count()
    for step in (0, 1, 2, count // 2, count - 1, count):
        answer = client.get(address, {"step": step})
        assert answer.status_code == 200
        assert answer.context["position"] == step


def test_the_box_filled_last_is_marked_until_the_next_is_filled(client: Client, alice: User) -> None:
    match = begin("BZ", alice)
    for move in (Move(Kind.ROLL), Move(Kind.SCORE, box="chance"), Move(Kind.ROLL), Move(Kind.ROLL)):
        make(match, alice, move)
    make(match, alice, Move(Kind.SCORE, box="ones"))
    match.refresh_from_db()
    play.resign(match.pk, alice, match.version)
    address = reverse("games:replay", args=[match.pk])
    steps = [client.get(address, {"step": step}).context["cards"] for step in range(7)]
    marked = [
        [cell.box for row in (*card.written.top, *card.written.bottom) for cell in row.cells if cell.last]
        for [card] in steps
    ]
    assert marked == [[], [], *[["chance"]] * 3, *[["ones"]] * 2]


@pytest.mark.parametrize(("asked", "shown"), [("-1", 0), ("x", 0), ("", 0), ("99999", "last"), ("9" * 40, 0)])
def test_a_step_that_is_not_there_shows_the_nearest(
    client: Client, alice: User, asked: str, shown: int | str
) -> None:
    match = play_out(begin("BO", alice))
    answer = client.get(reverse("games:replay", args=[match.pk]), {"step": asked})
    assert answer.context["position"] == (answer.context["count"] if shown == "last" else shown)


def test_a_match_that_runs_has_no_replay(client: Client, alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob, pace=Pace.SPLIT)
    answer = client.get(reverse("games:replay", args=[match.pk]))
    assert answer.status_code == 302


def test_a_resigned_and_a_void_match_can_be_replayed(client: Client, alice: User, bob: User) -> None:
    resigned, voided = begin("BZ", alice, bob), begin("DK", alice, bob)
    play.resign(resigned.pk, alice, resigned.version)
    staff.void(voided.pk, "a mistake")
    for match in (resigned, voided):
        assert client.get(reverse("games:replay", args=[match.pk]), {"step": 9}).status_code == 200


def test_its_queries_do_not_grow(
    client: Client, alice: User, bob: User, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    short = begin("BZ", alice, bob)
    play.resign(short.pk, alice, short.version)
    long = play_out(begin("BZ", alice, bob))
    for match in (short, long):
        with django_assert_num_queries(4):
            client.get(reverse("games:replay", args=[match.pk]))
