"""Robots at real tables."""

from __future__ import annotations

from contextlib import suppress
from typing import Any
from unittest.mock import patch

import pytest
from django.test import Client
from django.urls import reverse
from kombu.exceptions import OperationalError

from accounts.models import User
from games import tasks
from games.analysis.base import Choice
from games.coach import advice
from games.management.commands.check_matches import differences
from games.match import move_log, wake
from games.models import Deal, Match, Seat
from games.rules import RULES
from games.rules.base import Kind, Pace, Rules
from games.rules.orders import Orders
from games.seats import lobby, robot_play
from games.tables.robots import Level
from tests.at_once import at_once
from tests.games.tables import begin, legal, make, seat_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool", "robots")]


def robot(level: Level = Level.CASUAL) -> User:
    return User.objects.get(level=level)


def against(player: User, level: Level, code: str, pace: Pace = Pace.TURNS) -> Match:
    options = {"target": 2000} if code == "DK" else {}
    return lobby.invite(player, [robot(level)], code, options, pace, "main")


MATCHES = [
    *(("BZ", Level.BEGINNER), ("BO", Level.CASUAL), ("BX", Level.STEADY), ("BD", Level.SKILLED)),
    *(("BT", Level.EXPERT), ("DG", Level.PERFECT), ("DK", Level.BEGINNER), ("DK", Level.PERFECT)),
    *(("PG", Level.CASUAL), ("PG", Level.EXPERT)),
]
"""Every game and every level, and two levels at the families whose moves are of other kinds."""


def test_every_game_is_played_and_every_level_plays() -> None:
    assert {code for code, _ in MATCHES} == set(RULES)
    assert {level for _, level in MATCHES} == set(Level)


@pytest.mark.parametrize(("code", "level"), MATCHES)
def test_a_whole_match_against_a_robot(alice: User, code: str, level: Level) -> None:
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
    match = against(alice, Level.EXPERT, "BO", Pace.SPLIT)
    assert robot_play.move_all(match.pk) > 11
    match.refresh_from_db()
    assert match.table.cards[1].full
    assert not Seat.objects.get(match=match, index=1).to_move


@pytest.mark.parametrize(("code", "level"), [one for one in MATCHES if RULES[one[0]].family == "cards"])
def test_robots_play_the_same_dice_to_the_end(alice: User, code: str, level: Level) -> None:
    others = [robot(level), robot(Level.CASUAL if level is Level.BEGINNER else Level.BEGINNER)]
    match = lobby.invite(alice, others, code, {}, Pace.DUPLICATE, "main")
    while robot_play.move_all(match.pk):
        pass
    match.refresh_from_db()
    assert [card.full for card in match.table.cards] == [False, True, True], "they wait for nobody"
    assert seat_of(match, alice).to_move
    while seat_of(match, alice).to_move:
        make(match, alice, legal(match, alice)[-1])
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert Deal.objects.get().is_open
    assert robot_play.move_all(match.pk) == 0
    thrown = [firsts(match, seat) for seat in range(3)]
    assert thrown[0] == thrown[1] == thrown[2], "the first roll of each turn, of all dice"
    assert differences(match.pk) == []


def firsts(match: Match, seat: int) -> list[tuple[int, ...]]:
    """The dice of the first roll of each of the seat's turns."""
    mine = [move for move in move_log.all_moves(match) if move.seat == seat]
    kinds = ["score", *(move.kind for move in mine)]
    return [tuple(move.dice) for before, move in zip(kinds, mine, strict=False) if before == "score"]


def test_a_robot_whose_tables_are_not_there_makes_nobody_wait(alice: User) -> None:
    match = against(alice, Level.PERFECT, "BO", Pace.SPLIT)
    with patch("games.coach.advice.advisor", side_effect=advice.NotReady) as asked:
        assert robot_play.move_all(match.pk) > 11
    assert asked.called
    match.refresh_from_db()
    assert match.table.cards[1].full


class First:
    """An advisor for whom the last of all moves is best."""

    exact = True

    def points(self, rules: object, state: object, seat: int) -> float:
        return 0.0

    def chances(self, rules: object, state: object) -> tuple[float, ...]:
        return (0.5, 0.5)

    def choices(self, rules: Rules[Any], state: Any, seat: int) -> tuple[Choice, ...]:
        return tuple(Choice(move, 0.0, 0.5) for move in reversed(rules.moves(state, seat)))


def test_a_robot_does_what_its_advisor_says(alice: User) -> None:
    match = against(alice, Level.PERFECT, "BO", Pace.SPLIT)
    with patch("games.coach.advice.advisor", return_value=First()):
        robot_play.move_all(match.pk)
    match.refresh_from_db()
    scored = match.moves.filter(seat=1, kind=Kind.SCORE).order_by("number").values_list("box", flat=True)
    assert list(scored) == list(reversed(RULES["BO"].open_boxes(RULES["BO"].blank())))  # type: ignore[attr-defined]


def test_a_robot_is_woken_when_it_is_to_move(alice: User, django_capture_on_commit_callbacks: object) -> None:
    with patch("games.match.wake.current_app.send_task") as sent:
        with django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
            match = against(alice, Level.CASUAL, "BO", Pace.SPLIT)
        sent.assert_called_once_with("games.tasks.move_robots", [match.pk], expires=wake.SECONDS)


def test_a_broker_that_is_down_keeps_nobody_from_playing(
    alice: User, django_capture_on_commit_callbacks: object
) -> None:
    away = patch("games.match.wake.current_app.send_task", side_effect=OperationalError("gone"))
    with away, django_capture_on_commit_callbacks(execute=True):  # type: ignore[operator]
        match = against(alice, Level.CASUAL, "BO", Pace.SPLIT)
    tasks.keep_time()  # the next pass of the clock moves it
    match.refresh_from_db()
    assert match.table.cards[1].full


def test_people_meet_robots_by_the_form(client: Client, alice: User) -> None:
    client.force_login(alice)
    form = {"code": "BZ", "whom": "robot", "robot": "expert", "pace": "turns", "clock": "main"}
    assert client.post(reverse("games:new"), form).status_code == 302
    match = Match.objects.get()
    assert match.status == Match.Status.RUNNING
    assert match.seats.get(index=1).player == robot(Level.EXPERT)


def test_nobody_signs_in_as_a_robot(client: Client) -> None:
    assert not robot().has_usable_password() or not robot().check_password("")
    client.post(reverse("account_login"), {"login": robot().username, "password": "x"})
    assert "_auth_user_id" not in client.session


@pytest.mark.django_db(transaction=True)
def test_two_workers_that_wake_one_robot_make_legal_moves_once_each(alice: User) -> None:
    match = against(alice, Level.CASUAL, "BO", Pace.SPLIT)
    made = at_once(*[lambda: robot_play.move_all(match.pk)] * 2)
    match.refresh_from_db()
    assert match.version == sum(made) == match.moves.count()
    assert match.table.cards[1].full


def test_everybody_is_reached_however_many_wait(
    alice: User, bob: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Orders that have nothing to say stand before those that have, and one match fails."""
    monkeypatch.setattr(robot_play, "AT_ONCE", 2)
    monkeypatch.setattr(robot_play, "_reached", dict.fromkeys(robot_play.WAITING, 0))
    waits = [begin("PG", alice, bob) for _ in range(5)]
    Seat.objects.filter(match__in=waits, to_move=True).update(orders=Orders(bank=90).dump())
    robot = begin("PG", carol, alice)
    looked: list[int] = []

    def look(match_id: int) -> int:
        looked.append(match_id)
        if match_id == waits[1].pk:
            raise RuntimeError("broken")
        return 0

    monkeypatch.setattr(robot_play, "move_all", look)
    for _ in range(4):
        with suppress(RuntimeError):
            robot_play.move_waiting()
    assert set(looked) == {match.pk for match in waits}, "each of them, and nobody else"
    assert robot.pk not in looked
    assert looked[:2] == [match.pk for match in waits[:2]], "in their order"
    assert looked.count(waits[-1].pk) >= 1
