"""Robots at real tables."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from kombu.exceptions import OperationalError

from accounts.models import User
from games import tasks
from games.match import wake
from games.models import Match, Seat
from games.rules import RULES
from games.rules.base import Pace
from games.seats import lobby, robot_play
from games.tables import TABLES
from tests.at_once import at_once
from tests.games.tables import legal, make, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool", "robots")]


def robot(level: str = "simple") -> User:
    return User.objects.get(robot=level)


def against(player: User, level: str, code: str, pace: Pace = Pace.TURNS) -> Match:
    options = {"target": 2000} if code == "DK" else {}
    return lobby.invite(player, [robot(level)], code, options, pace, "main")


LEVELS = ("random", "simple", "strong")
EVERY_LEVEL = ("BZ", "DK", "PG")
"""A game of each family, at which robots of each level play; of the others one game each."""
MATCHES = [
    *((code, level) for code in EVERY_LEVEL for level in LEVELS),
    *(("BO", "random"), ("BX", "simple"), ("BD", "strong"), ("BT", "strong"), ("DG", "simple")),
]


def test_a_robot_of_each_level_plays_each_family_and_every_game_is_played() -> None:
    assert {code for code, _ in MATCHES} == set(RULES)
    assert {RULES[code].family for code in EVERY_LEVEL} == set(TABLES)


@pytest.mark.parametrize(("code", "level"), MATCHES)
def test_a_whole_match_against_a_robot(alice: User, code: str, level: str) -> None:
    match = against(alice, level, code)
    assert match.status == Match.Status.RUNNING
    assert not match.rated
    for _ in range(400):
        robot_play.move_all(match.pk)
        match.refresh_from_db()
        if match.over:
            break
        assert seat_of(match, alice).to_move
        make(match, alice, legal(match, alice)[-1])
    assert match.status == Match.Status.FINISHED
    assert robot_play.move_all(match.pk) == 0


def test_a_robot_plays_its_split_card_at_once(alice: User) -> None:
    match = against(alice, "strong", "BO", Pace.SPLIT)
    assert robot_play.move_all(match.pk) > 11
    match.refresh_from_db()
    assert match.table.cards[1].full
    assert not Seat.objects.get(match=match, index=1).to_move


def test_a_robot_is_woken_when_it_is_to_move(alice: User, django_capture_on_commit_callbacks: object) -> None:
    with patch("games.match.wake.current_app.send_task") as sent:
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
            match = against(alice, "simple", "BO", Pace.SPLIT)
        sent.assert_called_once_with("games.tasks.move_robots", [match.pk], expires=wake.SECONDS)


def test_a_broker_that_is_down_keeps_nobody_from_playing(
    alice: User, django_capture_on_commit_callbacks: object
) -> None:
    away = patch("games.match.wake.current_app.send_task", side_effect=OperationalError("gone"))
    with away, django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        match = against(alice, "simple", "BO", Pace.SPLIT)
    tasks.keep_time()  # the next pass of the clock moves it
    match.refresh_from_db()
    assert match.table.cards[1].full


def test_people_meet_robots_by_the_form(client: Client, alice: User) -> None:
    client.force_login(alice)
    form = {"code": "BZ", "whom": "robot", "robot": "strong", "pace": "turns", "clock": "main"}
    assert client.post(reverse("games:new"), form).status_code == 302
    match = Match.objects.get()
    assert match.status == Match.Status.RUNNING
    assert match.seats.get(index=1).player == robot("strong")


def test_nobody_signs_in_as_a_robot(client: Client) -> None:
    assert not robot().has_usable_password() or not robot().check_password("")
    client.post(reverse("account_login"), {"login": robot().username, "password": "x"})
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_wake_one_robot_make_legal_moves_once_each(alice: User) -> None:
    match = against(alice, "simple", "BO", Pace.SPLIT)
    made = at_once(*[lambda: robot_play.move_all(match.pk)] * 2)
    match.refresh_from_db()
    assert match.version == sum(made) == match.moves.count()
    assert match.table.cards[1].full
