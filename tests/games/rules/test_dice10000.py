"""Options, turns, and what is refused and kept in Dice 10000, move by move."""

import json
from itertools import combinations_with_replacement
from typing import Any

import pytest

from games.rules.base import BadOptions, IllegalMove, Kind, Move, Pace, Result
from games.rules.ten_thousand.game import DICE_10000
from games.rules.ten_thousand.turn import (
    End,
    TurnEnd,
    aside_points,
    dice_left,
    legal_keeps,
    offer,
    points_missing,
    turn_points,
)
from tests.games.rules.dice10000 import BUSTED, THOUSAND, after, dice, refused, table, with_totals

# Making a match


def test_options_left_out_take_their_defaults() -> None:
    assert DICE_10000.clean_options({}) == {"scoring": "standard", "pick_up": True, "target": 10_000}
    given = {"scoring": "alternative", "pick_up": False, "target": 2000}
    assert DICE_10000.clean_options(given) == given


@pytest.mark.parametrize(
    "given",
    [
        {"scoring": "strict"},
        {"scoring": True},
        {"pick_up": 1},
        {"pick_up": "yes"},
        {"target": 1999},
        {"target": 20_001},
        {"target": "5000"},
        {"target": True},
        {"columns": 3},
    ],
)
def test_options_that_do_not_fit_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadOptions):
        DICE_10000.clean_options(given)
    with pytest.raises(BadOptions):
        DICE_10000.start(2, given, Pace.TURNS, 0)


@pytest.mark.parametrize(
    ("players", "pace", "starter"),
    [(1, Pace.TURNS, 0), (9, Pace.TURNS, 0), (2, Pace.SPLIT, 0), (2, Pace.TURNS, 2), (2, Pace.TURNS, -1)],
)
def test_it_is_for_two_to_eight_in_turns(players: int, pace: Pace, starter: int) -> None:
    with pytest.raises(BadOptions):
        DICE_10000.start(players, DICE_10000.clean_options({}), pace, starter)


@pytest.mark.parametrize(
    "rolled",
    [(1, 1, 2.0, 3, 4, 6), (True, 1, 2, 3, 4, 6), (1, 1, 2, 3, 4, "6"), (1, 1, 2, 3, 4, None)],
)
def test_a_roll_takes_six_whole_faces(rolled: Any) -> None:
    with pytest.raises(IllegalMove, match="takes 6 dice"):
        DICE_10000.play(table(), 0, Move(Kind.ROLL), rolled)


@pytest.mark.parametrize("rolled", [(), (2, 3, 4), (2.0, 3), (True, 3)])
def test_a_pick_up_takes_whole_faces(rolled: Any) -> None:
    state = after(with_totals(1000, 1000), "roll:111124 1111+bank")
    assert DICE_10000.dice_wanted(state, 1, Move(Kind.PICK_UP)) == 2
    with pytest.raises(IllegalMove, match="takes 2 dice"):
        DICE_10000.play(state, 1, Move(Kind.PICK_UP), rolled)


@pytest.mark.parametrize("kind", [Kind.ROLL, Kind.BANK])
@pytest.mark.parametrize("keep", [(True,), (5.0,), (1, 5.0), (True, True), ("1",), (7,)])
def test_what_is_set_aside_is_whole_faces(kind: Kind, keep: Any) -> None:
    state = after(with_totals(1000, 1000), "roll:115234")
    assert DICE_10000.dice_wanted(state, 0, Move(Kind.ROLL, (1, 1, 5))) == 3
    with pytest.raises(IllegalMove, match="Set aside only dice of the last roll"):
        DICE_10000.dice_wanted(state, 0, Move(kind, keep))


def test_the_starter_acts_first_and_seats_follow_in_order() -> None:
    state = DICE_10000.start(8, DICE_10000.clean_options({}), Pace.TURNS, 6)
    actors: list[int] = []
    for _ in range(9):
        actors += DICE_10000.to_act(state)
        state = after(state, BUSTED)
    assert actors == [6, 7, 0, 1, 2, 3, 4, 5, 6]


# A turn


def test_a_turn_begins_with_six_dice_and_nothing_else() -> None:
    state = table()
    assert DICE_10000.moves(state, 0) == (Move(Kind.ROLL),)
    assert DICE_10000.moves(state, 1) == ()
    assert DICE_10000.dice_wanted(state, 0, Move(Kind.ROLL)) == dice_left(state) == 6
    assert refused(state, "bank") == refused(state, "1+roll:22334")
    assert refused(state, "1.roll:123456") == "It is not your turn."


def test_dice_set_aside_add_up_over_rolls_and_never_join() -> None:
    state = after(table(), "roll:112346 11+roll:1346")
    assert (turn_points(state), state.hand, dice_left(state, (1,))) == (200, (1, 1), 3)
    state = after(state, "1+roll:526")
    assert turn_points(state) == 300
    assert aside_points(state, (5,)) == 50


def test_scoring_dice_may_be_left_to_be_rolled_again() -> None:
    state = after(table(), "roll:111556")
    assert set(legal_keeps(state)) == {
        dice(keep) for keep in ["1", "11", "111", "5", "55", "15", "115", "155", "1155", "1115", "11155"]
    }
    assert len(after(state, "5+roll:12345").roll) == 5


def test_a_set_must_be_taken_from_every_roll() -> None:
    state = after(with_totals(600, 600), "roll:112346")
    assert (
        refused(state, "roll:123456") == refused(state, "bank") == "Set aside at least one scoring set first."
    )
    assert "last roll" in refused(state, "111+roll:123")
    assert "last roll" in refused(state, "5+bank")
    assert "belong" in refused(state, "12+bank")
    assert "belong" in refused(state, "2+roll:12345")


def test_a_roll_without_a_set_loses_the_turn_and_passes_play() -> None:
    state = after(table(), "roll:111236 111+roll:246")
    assert state.last == TurnEnd(0, End.BUST, 1000, 0, (2, 4, 6))
    assert (DICE_10000.to_act(state), DICE_10000.totals(state)) == ((1,), (0, 0))
    assert (state.roll, turn_points(state), state.hand, state.hand_points) == ((), 0, (), 0)


def test_after_a_sweep_six_dice_go_on_adding() -> None:
    state = after(with_totals(600, 600), "roll:111236 111+roll:555")
    assert dice_left(state, (5, 5, 5)) == 6
    swept = after(state, "555+roll:122346")
    assert (turn_points(swept), swept.hand) == (1500, ())
    assert DICE_10000.totals(after(swept, "1+bank")) == (2200, 600)
    banked = after(state, "555+bank")
    assert banked.last == TurnEnd(0, End.BANK, 1500, 0, (5, 5, 5))
    assert offer(banked) is None


def test_whoever_is_off_the_table_banks_at_least_550_in_one_turn() -> None:
    state = after(table(), "roll:555236")
    assert points_missing(state, (5, 5, 5)) == 50
    assert {move.kind for move in DICE_10000.moves(state, 0)} == {Kind.ROLL}
    assert "50 are missing" in refused(state, "555+bank")
    state = after(state, "555+roll:546 5+bank")
    assert (DICE_10000.totals(state), state.on_table) == ((550, 0), (True, False))


def test_once_on_the_table_any_points_may_be_banked() -> None:
    state = after(table(pick_up=False), f"{THOUSAND} {BUSTED} roll:523346 5+bank")
    assert DICE_10000.totals(state) == (1050, 0)
    state = after(state, f"{BUSTED} {BUSTED} {BUSTED} roll:523346")
    assert points_missing(state, (5,)) == 0


@pytest.mark.parametrize("scoring", ["standard", "alternative"])
def test_six_alike_in_one_roll_win_at_once(scoring: str) -> None:
    state = after(table(3, scoring=scoring), f"{THOUSAND} roll:222222")
    assert state.last == TurnEnd(1, End.SIX_ALIKE, 0, 0, (2,) * 6)
    assert DICE_10000.result(state) == Result((2, 1, 3), (1000, 0, 0))
    assert (DICE_10000.to_act(state), offer(state)) == ((), None)
    assert all(DICE_10000.moves(state, seat) == () for seat in range(3))
    assert refused(state, "2.roll:123456") == refused(state, "0.resign") == "The match is over."


def test_six_alike_over_two_rolls_are_no_win() -> None:
    state = after(table(), "roll:111236 111+roll:111")
    assert not state.over
    assert turn_points(state) + aside_points(state, (1, 1, 1)) == 2000


def test_six_alike_win_in_the_last_round_too() -> None:
    state = after(with_totals(9500, 9000, 9500), f"{THOUSAND} roll:666666")
    assert DICE_10000.result(state) == Result((2, 1, 3), (10_500, 9000, 9500))


# What is refused, and what is kept


def test_no_move_is_accepted_that_is_not_listed() -> None:
    everything = [keep for size in range(7) for keep in combinations_with_replacement(range(1, 7), size)]
    two_ones_aside = after(table(scoring="alternative"), "roll:112346 11+roll:5524")
    for state in [
        table(),
        after(with_totals(600, 600), THOUSAND),
        after(with_totals(600, 600), "roll:111455"),
        after(table(), "roll:111455"),
        two_ones_aside,
        after(two_ones_aside, "55+roll:33"),
        after(table(scoring="alternative"), "roll:112233"),
    ]:
        listed = DICE_10000.moves(state, state.seat)
        assert len(set(listed)) == len(listed)
        accepted = set()
        for move in [
            Move(kind, keep) for kind in (Kind.ROLL, Kind.BANK, Kind.PICK_UP) for keep in everything
        ]:
            try:
                DICE_10000.dice_wanted(state, state.seat, move)
            except IllegalMove:
                continue
            accepted.add(move)
        assert accepted == set(listed)


@pytest.mark.parametrize(
    "move",
    [
        Move(Kind.SCORE, box="fives"),
        Move(Kind.ROLL, box="fives"),
        Move(Kind.RESIGN, keep=(1,)),
        Move(Kind.TIMEOUT, keep=(1,)),
        Move(Kind.PICK_UP, keep=(1,)),
        Move(Kind.RESIGN, box="ones"),
    ],
)
def test_moves_with_parts_that_mean_nothing_here_are_refused(move: Move) -> None:
    state = after(with_totals(600, 600), THOUSAND)
    with pytest.raises(IllegalMove):
        DICE_10000.dice_wanted(state, 1, move)


@pytest.mark.parametrize("rolled", ["", "12345", "1234561", "123457", "023456"])
def test_dice_that_are_not_what_was_wanted_are_refused(rolled: str) -> None:
    assert refused(table(), f"roll:{rolled}") == "This move takes 6 dice, each a face from 1 to 6."
    assert "takes 0 dice" in refused(table(), "resign:1")


@pytest.mark.parametrize("seat", [-1, 2])
def test_seats_that_are_not_there_are_refused(seat: int) -> None:
    with pytest.raises(IllegalMove):
        DICE_10000.dice_wanted(table(), seat, Move(Kind.RESIGN))
    assert DICE_10000.moves(table(), seat) == ()


def test_everything_lies_open_and_there_are_no_boxes() -> None:
    state = after(table(), "roll:111236")
    for viewer in (None, 0, 1):
        assert DICE_10000.view(state, viewer) == state
        assert DICE_10000.hidden(state, viewer) == ()
    assert DICE_10000.preview(state, 0) == {}


def test_the_state_survives_json_in_every_part() -> None:
    state = after(
        with_totals(9000, 600, 600, scoring="alternative"),
        f"{THOUSAND} timeout 0.resign roll:112346 11+roll:5524",
    )
    assert None not in (state.last, state.opener)
    stored = DICE_10000.dump(state)
    assert json.loads(json.dumps(stored)) == stored
    assert DICE_10000.load(json.loads(json.dumps(stored))) == state
