"""Taking a choice back in practice: where, how far, and that log and dice stay true."""

from __future__ import annotations

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.coach import hints
from games.management.commands.check_matches import differences
from games.match import folding, play, practising, queries
from games.match.practising import NoTakeBack, NothingToTakeBack, practises, take_back
from games.models import Match, Move
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from games.rules.orders import Orders
from games.seats import lobby, robot_play
from tests.at_once import at_once
from tests.games.practised import ROLL, against, alone, back, hand, log, looked
from tests.games.tables import begin, legal, make, play_out, seat_of, to_move

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pool")]


def test_a_box_that_was_scored_is_open_again_and_the_same_dice_lie_there(alice: User) -> None:
    match = make(alone(alice), alice, ROLL)
    dice, before = hand(match, alice), match.stored
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    back(match, alice)
    assert match.stored == before
    assert hand(match, alice) == dice
    assert (seat_of(match, alice).total, seat_of(match, alice).turns) == (0, 0)
    assert seat_of(match, alice).latest == {"kind": "roll"}
    assert make(match, alice, RulesMove(Kind.SCORE, box="ones")).rules.totals(match.table)
    assert differences(match.pk) == []


def test_the_next_roll_that_was_seen_is_spent_and_other_sets_are_rolled(alice: User) -> None:
    match = make(alone(alice), alice, ROLL)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    make(match, alice, ROLL)  # of the next turn: no choice, it goes back with the one before
    seen = log(match)[-1].serials
    back(match, alice)
    assert log(match)[-1].kind == Kind.TAKE_BACK
    assert log(match)[-1].box == "2"
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    make(match, alice, ROLL)
    assert log(match)[-1].serials != seen
    used = [serial for move in log(match) for serial in move.serials]
    assert len(used) == len(set(used)) == 3
    assert differences(match.pk) == []


def test_kept_dice_lie_with_the_others_again_and_so_back_to_the_first_choice(alice: User) -> None:
    match = make(alone(alice), alice, ROLL)
    first = hand(match, alice)
    make(match, alice, RulesMove(Kind.ROLL, first[:2]))
    second = hand(match, alice)
    make(match, alice, RulesMove(Kind.ROLL, second[:3]))
    back(match, alice)
    assert hand(match, alice) == second
    back(match, alice)
    assert hand(match, alice) == first
    with pytest.raises(NothingToTakeBack, match="no choice"):
        back(match, alice)  # the first roll was no choice
    assert [move.kind for move in log(match)] == ["roll", "roll", "roll", "take-back", "take-back"]
    assert match.version == 5


@pytest.mark.usefixtures("robots")
@pytest.mark.parametrize("code", ["BZ", "DK", "PG"])
def test_robots_replies_are_taken_back_too_and_they_play_again(alice: User, code: str) -> None:
    choose, chosen = random.Random(5), 0
    for _ in range(20):  # a match may be over before there was much to choose
        match = against(alice, code)
        chosen += chosen_and_taken_back(match, alice, choose)
        assert differences(match.pk) == []
        if chosen > 5 and Move.objects.filter(kind=Kind.TAKE_BACK).exists():
            return
    pytest.fail("there was nothing to choose")


def chosen_and_taken_back(match: Match, alice: User, choose: random.Random) -> int:
    """Play against robots for a while, now and then taking a choice back. Returns how many there were."""
    chosen = 0
    for _ in range(60):
        robot_play.move_all(match.pk)
        match.refresh_from_db()
        if match.over:
            break
        mine, state = seat_of(match, alice), match.stored
        moves = legal(match, alice)
        chosen += len(moves) > 1
        make(match, alice, choose.choice(moves))
        robot_play.move_all(match.pk)
        match.refresh_from_db()
        if len(moves) > 1 and not match.over and choose.random() < 0.6:
            back(match, alice)
            assert match.stored == state
            now = seat_of(match, alice)
            assert (now.turns, now.total, now.to_move) == (mine.turns, mine.total, True)
            assert now.latest == mine.latest
    return chosen


@pytest.mark.usefixtures("robots")
def test_beside_hidden_cards_it_goes_back_as_well(alice: User) -> None:
    match = against(alice, "BO", Pace.SPLIT)
    make(match, alice, ROLL)
    dice = hand(match, alice)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    robot_play.move_all(match.pk)
    back(match, alice)
    assert hand(match, alice) == dice
    assert log(match)[-1].box == "1"
    robot_play.move_all(match.pk)
    play_out(match)
    assert differences(match.pk) == []


@pytest.mark.usefixtures("robots")
def test_it_is_allowed_where_the_coach_helps_and_nowhere_else(alice: User, bob: User) -> None:
    assert hints.helps(*looked(alone(alice), alice))
    people = begin("BZ", alice, bob)
    Match.objects.filter(pk=people.pk).update(rated=False)
    for field in ("rated", "event", "ladder"):
        match = against(alice, "BZ")
        Match.objects.filter(pk=match.pk).update(**{field: 1})
        assert not practises(*looked(match, alice))
        with pytest.raises(NoTakeBack, match="alone or against robots"):
            back(match, alice)
    for event in ("event", "ladder"):
        solo = make(alone(alice), alice, ROLL)
        make(solo, alice, RulesMove(Kind.SCORE, box="chance"))
        Match.objects.filter(pk=solo.pk).update(**{event: 1})
        with pytest.raises(NoTakeBack):
            back(solo, alice)
    mover = to_move(people)
    make(people, mover, ROLL)
    make(people, mover, RulesMove(Kind.SCORE, box="chance"))
    with pytest.raises(NoTakeBack):
        back(people, mover)
    people.seats.exclude(player=mover).update(player=None)  # who closed the account was somebody
    with pytest.raises(NoTakeBack):
        back(people, mover)
    assert not Move.objects.filter(kind=Kind.TAKE_BACK).exists()


def test_nobody_else_and_no_page_that_is_old_takes_anything_back(alice: User, bob: User) -> None:
    match = make(alone(alice), alice, ROLL)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    match.refresh_from_db()
    with pytest.raises(play.NotSeated):
        take_back(match.pk, bob, match.version)
    take_back(match.pk, alice, match.version)
    with pytest.raises(play.Stale):  # the same form once more
        take_back(match.pk, alice, match.version)
    with pytest.raises(Match.DoesNotExist):
        take_back(match.pk + 99, alice, 0)
    assert Move.objects.filter(kind=Kind.TAKE_BACK).count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_tabs_at_once_one_takes_back(alice: User) -> None:
    match = make(alone(alice), alice, ROLL)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    match.refresh_from_db()

    def tab() -> str:
        try:
            take_back(match.pk, alice, match.version)
        except play.Stale:
            return "stale"
        return "back"

    assert sorted(at_once(tab, tab, tab)) == ["back", "stale", "stale"]
    assert Move.objects.filter(match=match, kind=Kind.TAKE_BACK).count() == 1


def test_once_a_match_is_over_nothing_is_taken_back_folded_or_not(alice: User) -> None:
    match = play_out(alone(alice, "BO"))
    with pytest.raises(play.MatchOver):
        back(match, alice)
    folding.fold([match.pk])
    match.refresh_from_db()
    with pytest.raises(play.MatchOver):
        back(match, alice)


@pytest.mark.usefixtures("robots")
def test_standing_orders_come_off_first(alice: User) -> None:
    match = against(alice, "PG")
    seat = seat_of(match, alice)
    seat.orders = Orders(bank=20).dump()
    seat.save(update_fields=["orders"])
    with pytest.raises(NoTakeBack, match="standing orders"):
        back(match, alice)


def test_a_log_has_an_end(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(practising, "MOST", 2)
    match = make(alone(alice), alice, ROLL)
    for _ in range(2):
        make(match, alice, RulesMove(Kind.SCORE, box="chance"))
        back(match, alice)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    with pytest.raises(NothingToTakeBack, match="play on"):
        back(match, alice)


@pytest.mark.usefixtures("robots")
def test_what_the_clock_did_stays(alice: User) -> None:
    others = User.objects.filter(level__in=["beginner", "casual"])
    match = lobby.invite(alice, list(others), "BZ", {}, Pace.TURNS, "main")
    robot_play.move_all(match.pk)
    make(match, alice, ROLL)
    make(match, alice, RulesMove(Kind.SCORE, box="chance"))
    robot_play.move_all(match.pk)
    locked = play.lock(match.pk)
    play.act(locked, locked.seat_of(alice), play.TIMED_OUT)
    robot_play.move_all(match.pk)
    with pytest.raises(NothingToTakeBack):
        back(match, alice)


def test_whether_there_is_something_costs_no_query_while_the_log_is_short(alice: User) -> None:
    match = alone(alice)
    for wanted, expected in ((None, False), (ROLL, False), ("chance", True), (ROLL, True)):
        if wanted is not None:
            made = RulesMove(Kind.SCORE, box=wanted) if isinstance(wanted, str) else wanted
            make(match, alice, made)
        fresh, seats, mine = looked(match, alice)
        moves = queries.recent_moves(fresh, ())
        with CaptureQueriesContext(
            connection,
        ) as asked:
            assert practising.may_take_back(fresh, seats, mine, moves) is expected
        assert len(asked) == 0
    assert not practising.may_take_back(fresh, seats, None, moves)
