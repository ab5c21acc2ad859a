"""What holds at every table, and nobody looked at before."""

from __future__ import annotations

import pytest

from accounts.models import User
from games.clock import CLOCKS
from games.match import play
from games.match.locked import MatchOver
from games.rules.base import Kind, Move, Pace
from games.seats import lobby
from tests.games.tables import begin, make, seat_of, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_a_match_begins_once(alice: User, bob: User) -> None:
    match = begin("BZ", alice, bob)
    with pytest.raises(MatchOver, match="begun already"):
        play.start(match.pk)


@pytest.mark.usefixtures("robots")
def test_a_robot_is_reminded_of_nothing(alice: User) -> None:
    robot = User.objects.get(level="skilled")
    match = lobby.invite(alice, [robot], "BZ", {}, Pace.TURNS, "main")
    if to_move(match) == alice:
        assert seat_of(match, alice).remind_at is not None
        make(match, alice, Move(Kind.ROLL))
        make(match, alice, Move(Kind.SCORE, box="chance"))
    theirs = seat_of(match, robot)
    assert theirs.to_move
    assert theirs.deadline is not None
    assert theirs.remind_at is None


def test_what_a_turn_leaves_of_its_time_is_kept(alice: User, bob: User) -> None:
    match = lobby.invite(alice, [bob], "BZ", {}, Pace.TURNS, "daily")
    match = lobby.answer(match.pk, bob, accept=True)
    mover = to_move(match)
    make(match, mover, Move(Kind.ROLL))
    make(match, mover, Move(Kind.SCORE, box="chance"))
    assert seat_of(match, mover).bank == CLOCKS["daily"].cap, (
        "hardly any of three days is gone, and one comes"
    )
