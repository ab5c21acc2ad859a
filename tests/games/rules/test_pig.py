"""Pig, move by move: turns, the two dice, equal turns, who leaves, and the end (docs/rules-pig.md)."""

import json
from dataclasses import replace
from typing import Any

import pytest

from games.rules.base import BadOptions, IllegalMove, Kind, Move, Pace, Result
from games.rules.pig.game import PIG
from games.rules.pig.turn import End, State, TurnEnd
from games.rules.race import playing


def table(players: int = 2, starter: int = 0, **options: Any) -> State:
    return PIG.start(players, PIG.clean_options(options), Pace.TURNS, starter)


def after(state: State, script: str) -> State:
    """The state after moves such as `4`, `36`, `bank`, `2.resign`: dice are rolled.

    A move is of the seat to act unless a seat and a dot stand before it.
    """
    for step in script.split():
        whose, _, act = step.rpartition(".")
        seat = int(whose) if whose else state.seat
        dice = tuple(int(face) for face in act) if act.isdigit() else ()
        state = PIG.play(state, seat, Move(Kind.ROLL if dice else Kind(act)), dice)
    return state


def with_totals(*totals: int, seat: int = 0, **options: Any) -> State:
    return replace(table(len(totals), **options), banked=totals, seat=seat)


def refused(state: State, move: Move, seat: int | None = None, dice: Any = ()) -> str:
    with pytest.raises(IllegalMove) as refusal:
        PIG.play(state, state.seat if seat is None else seat, move, dice)
    return str(refusal.value)


# Making a match


def test_options_left_out_take_their_defaults() -> None:
    assert PIG.clean_options({}) == {"dice": "1", "target": 100, "equal_turns": False}
    given = {"dice": "2", "target": 50, "equal_turns": True}
    assert PIG.clean_options(given) == given


@pytest.mark.parametrize(
    "given",
    [
        *({"dice": 2}, {"dice": "3"}, {"target": 49}, {"target": 201}, {"target": "100"}, {"target": 100.0}),
        *({"equal_turns": 1}, {"equal_turns": "yes"}, {"pick_up": True}),
    ],
)
def test_options_that_do_not_fit_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(BadOptions, match="Pig"):
        PIG.clean_options(given)


@pytest.mark.parametrize(
    ("players", "pace", "starter"),
    [(0, Pace.TURNS, 0), (11, Pace.TURNS, 0), (2, Pace.SPLIT, 0), (2, Pace.TURNS, 2), (2, Pace.TURNS, -1)],
)
def test_it_is_for_one_to_ten_in_turns(players: int, pace: Pace, starter: int) -> None:
    with pytest.raises(BadOptions):
        PIG.start(players, PIG.clean_options({}), pace, starter)


# A turn


@pytest.mark.parametrize(
    ("options", "script", "banked", "points", "seat", "end"),
    [
        ({}, "4", (0, 0), 4, 0, None),
        ({}, "4 6", (0, 0), 10, 0, None),
        ({}, "4 6 bank", (10, 0), 0, 1, TurnEnd(0, End.BANK, 10, (6,))),
        ({}, "4 6 1", (0, 0), 0, 1, TurnEnd(0, End.ONE, 10, (1,))),
        ({}, "1", (0, 0), 0, 1, TurnEnd(0, End.ONE, 0, (1,))),
        ({}, "4 bank 5 bank 1", (4, 5), 0, 1, TurnEnd(0, End.ONE, 0, (1,))),
        ({"dice": "2"}, "36", (0, 0), 9, 0, None),
        ({"dice": "2"}, "66 22", (0, 0), 16, 0, None),
        ({"dice": "2"}, "36 41", (0, 0), 0, 1, TurnEnd(0, End.ONE, 9, (4, 1))),
        ({"dice": "2"}, "36 bank 55 bank 44 16", (9, 10), 0, 1, TurnEnd(0, End.ONE, 8, (1, 6))),
        ({"dice": "2"}, "36 bank 55 bank 44 11", (0, 10), 0, 1, TurnEnd(0, End.DOUBLE_ONE, 17, (1, 1))),
        ({"dice": "2"}, "11", (0, 0), 0, 1, TurnEnd(0, End.DOUBLE_ONE, 0, (1, 1))),
    ],
)
def test_a_turn(
    options: dict[str, Any],
    script: str,
    banked: tuple[int, ...],
    points: int,
    seat: int,
    end: TurnEnd | None,
) -> None:
    state = after(table(**options), script)
    assert (state.banked, state.points, state.seat) == (banked, points, seat)
    if end is not None:
        assert state.last == end
        assert state.roll == ()


def test_the_first_move_of_a_turn_is_a_roll_and_then_there_is_a_choice() -> None:
    state = table()
    assert PIG.moves(state, 0) == (Move(Kind.ROLL),)
    assert PIG.moves(state, 1) == ()
    assert PIG.moves(after(state, "3"), 0) == (Move(Kind.ROLL), Move(Kind.BANK))
    assert PIG.preview(state, 0) == {}


@pytest.mark.parametrize(
    ("move", "says"),
    [
        (Move(Kind.BANK), "roll first"),
        (Move(Kind.SCORE, box="ones"), "no box"),
        (Move(Kind.PICK_UP), "no box"),
        (Move(Kind.ROLL, (3,)), "nothing to keep"),
        (Move(Kind.ROLL, box="ones"), "nothing to keep"),
    ],
)
def test_what_is_refused_and_why(move: Move, says: str) -> None:
    assert says in refused(table(), move)


def test_nobody_plays_out_of_turn_or_after_the_end_or_after_leaving() -> None:
    assert "not your turn" in refused(table(), Move(Kind.ROLL), seat=1)
    over = after(with_totals(98, 0), "2 bank")
    assert "over" in refused(over, Move(Kind.ROLL), seat=1)
    left = after(table(3), "1.resign")
    assert "no longer plays" in refused(left, Move(Kind.RESIGN), seat=1)


@pytest.mark.parametrize("dice", [(), (3, 4), (2.0,), (True,), ("3",), (None,), (0,), (7,)])
def test_a_roll_of_one_die_takes_one_whole_face(dice: Any) -> None:
    assert "takes 1 dice" in refused(table(), Move(Kind.ROLL), dice=dice)


@pytest.mark.parametrize("dice", [(), (3,), (3, 4, 5), (2.0, 3), (3, True)])
def test_a_roll_of_two_takes_two(dice: Any) -> None:
    assert "takes 2 dice" in refused(table(dice="2"), Move(Kind.ROLL), dice=dice)


# The end


@pytest.mark.parametrize(
    ("state", "script", "result"),
    [
        # The target is reached exactly, or passed: the match is over at once.
        (with_totals(97, 99), "3 bank", Result((1, 2), (100, 99))),
        (with_totals(97, 99), "6 bank", Result((1, 2), (103, 99))),
        (with_totals(90, 40, 40), "6 5 bank", Result((1, 2, 2), (101, 40, 40))),
        # With equal turns the round goes on to the seat that started, and the highest wins.
        (with_totals(97, 90, equal_turns=True), "3 bank 6 6 bank", Result((2, 1), (100, 102))),
        (with_totals(97, 94, equal_turns=True), "3 bank 6 bank", Result((1, 1), (100, 100))),
        (with_totals(97, 99, equal_turns=True), "3 bank 1", Result((1, 2), (100, 99))),
        (with_totals(9, 99, seat=1, equal_turns=True), "2 bank", Result((2, 1), (9, 101))),
        (with_totals(9, 99, 0, seat=1, equal_turns=True), "2 bank 4 1", Result((2, 1, 3), (9, 101, 0))),
    ],
)
def test_how_it_ends(state: State, script: str, result: Result) -> None:
    found = after(state, script)
    assert PIG.result(found) == result
    assert PIG.to_act(found) == PIG.unfinished(found) == ()


@pytest.mark.parametrize(
    ("state", "script"),
    [
        (with_totals(97, 99), "3"),  # not banked yet
        (with_totals(97, 99), "2 bank"),  # one short
        (with_totals(97, 99, equal_turns=True), "3 bank"),
        (with_totals(97, 99, equal_turns=True), "3 bank 5"),
    ],
)
def test_when_it_does_not_end_yet(state: State, script: str) -> None:
    found = after(state, script)
    assert PIG.result(found) is None
    assert PIG.unfinished(found) == (0, 1)


def test_the_round_ends_where_it_began_even_if_who_began_it_has_left() -> None:
    state = replace(with_totals(50, 97, 20, equal_turns=True), seat=1)
    state = after(state, "0.resign 3 bank")
    assert PIG.result(state) is None
    assert PIG.result(after(state, "5 bank")) == Result((3, 1, 2), (50, 100, 25))


def test_who_started_later_has_the_same_number_of_turns() -> None:
    state = replace(table(3, starter=1, equal_turns=True), banked=(0, 99, 0))
    state = after(state, "2 bank")
    assert (state.seat, state.over) == (2, False)
    state = after(state, "4 1")
    assert (state.seat, state.over) == (0, False)
    assert after(state, "1").turns == (1, 1, 1)
    assert after(state, "1").over


def test_alone_it_is_played_to_the_target() -> None:
    state = PIG.start(1, PIG.clean_options({"target": 50}), Pace.TURNS, 4)
    state = after(state, "6 6 bank 1 5 bank " + "6 6 6 6 6 6 bank")
    assert PIG.result(state) == Result((1,), (53,))
    assert state.turns == (4,)


# Leaving, and time


def test_who_resigns_is_placed_last_and_who_is_left_has_won() -> None:
    state = after(with_totals(60, 30, 0), "6 resign")
    assert (state.seat, state.points, state.banked[0]) == (1, 0, 60)
    assert PIG.result(after(state, "1.resign")) == Result((3, 2, 1), (60, 30, 0))
    assert playing(state) == (1, 2)


def test_one_who_resigns_out_of_turn_leaves_the_turn_of_another_alone() -> None:
    state = after(table(3), "6 2.resign")
    assert (state.seat, state.points, state.roll) == (0, 6, (6,))


def test_alone_resigning_ends_it() -> None:
    assert PIG.result(after(table(1), "6 resign")) == Result((1,), (0,))


def test_of_two_who_runs_out_of_time_has_lost() -> None:
    assert PIG.result(after(with_totals(60, 30), "6 timeout")) == Result((2, 1), (60, 30))


def test_of_three_the_first_time_out_loses_the_turn_and_a_second_in_a_row_the_seat() -> None:
    state = after(with_totals(60, 30, 0), "6 timeout")
    assert (state.seat, state.banked, state.resigned) == (1, (60, 30, 0), ())
    assert state.last == TurnEnd(0, End.TIMEOUT, 6, (6,))
    assert after(state, "1 1 timeout").resigned == (0,)
    assert after(state, "1 1 3 bank 1 1 timeout").resigned == ()


@pytest.mark.parametrize("script", ["", "4", "4 1", "4 bank", "4 bank 1.resign", "timeout"])
def test_a_state_comes_back_from_json(script: str) -> None:
    state = after(table(3, dice="1", equal_turns=True), script)
    assert PIG.load(json.loads(json.dumps(PIG.dump(state)))) == state
    assert PIG.view(state, 1) is state
    assert PIG.hidden(state, None) == ()
