"""Turns, pick-ups, the last round and the end of Dice 10000, move by move."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import pytest

from games.rules.base import BadOptions, IllegalMove, Kind, Move, Pace, Result
from games.rules.dice10000 import DICE_10000
from games.rules.dice10000_turn import (
    End,
    Offer,
    State,
    TurnEnd,
    aside_points,
    dice_left,
    legal_keeps,
    offer,
    playing,
    points_missing,
    turn_points,
)

BUST = "223346"
BUSTED = f"roll:{BUST}"
THOUSAND = "roll:111236 111+bank"
"""A turn that banks 1000 and leaves three dice."""


def dice(text: str) -> tuple[int, ...]:
    return tuple(int(face) for face in text)


def table(players: int = 2, **options: Any) -> State:
    return DICE_10000.start(players, DICE_10000.clean_options(options), Pace.TURNS, 0)


def after(state: State, script: str) -> State:
    """The state after moves such as `roll:112346`, `11+roll:5524`, `5+bank`, `pick-up:14`, `2.resign`.

    A move is of the seat to act unless a seat and a dot stand before it.
    """
    for step in script.split():
        act, _, rolled = step.partition(":")
        whose, dot, act = act.rpartition(".")
        keep, _, kind = act.rpartition("+")
        seat = int(whose) if dot else state.seat
        state = DICE_10000.play(state, seat, Move(Kind(kind), dice(keep)), dice(rolled))
    return state


def with_totals(*totals: int, **options: Any) -> State:
    """A table at which everybody is on the table with these banked totals."""
    state = table(len(totals), **options)
    return replace(state, banked=totals, on_table=(True,) * len(totals))


def refused(state: State, script: str) -> str:
    with pytest.raises(IllegalMove) as refusal:
        after(state, script)
    return str(refusal.value)


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


# Alternative scoring


def test_alternative_sets_count_only_where_agreed() -> None:
    assert aside_points(after(table(scoring="alternative"), "roll:234566"), dice("23456")) == 1000
    assert aside_points(after(table(scoring="alternative"), "roll:222331"), dice("22233")) == 750
    assert "belong" in refused(after(with_totals(600, 600), "roll:222331"), "22233+bank")


def test_a_boxcar_may_be_completed_by_a_roll_that_scores_nothing() -> None:
    state = after(table(scoring="alternative"), "roll:112346 11+roll:5524 55+roll:33")
    assert legal_keeps(state) == ((3, 3),)
    assert (turn_points(state), aside_points(state, (3, 3)), dice_left(state, (3, 3))) == (300, 450, 6)
    assert DICE_10000.totals(after(state, "33+bank")) == (750, 0)
    swept = after(state, "33+roll:552346")
    assert (turn_points(swept), swept.hand, aside_points(swept, (5, 5))) == (750, (), 100)


def test_a_boxcar_needs_every_die_of_the_last_roll() -> None:
    state = after(table(scoring="alternative"), "roll:112346 11+roll:5246 5+roll:533")
    assert legal_keeps(state) == ((5,), (3, 3, 5))
    assert aside_points(state, (3, 3, 5)) == 500
    assert "belong" in refused(state, "33+roll:1")


def test_six_dice_that_make_no_three_different_pairs_are_no_boxcar() -> None:
    state = after(table(scoring="alternative"), "roll:112346 11+roll:5524 55+roll:55")
    assert aside_points(state, (5, 5)) == 100
    assert after(table(scoring="alternative"), "roll:112346 11+roll:5524 55+roll:34").last == TurnEnd(
        0, End.BUST, 300, 0, (3, 4)
    )


def test_standard_scoring_knows_no_boxcar_across_rolls() -> None:
    state = after(table(), "roll:112346 11+roll:5524 55+roll:33")
    assert state.last == TurnEnd(0, End.BUST, 300, 0, (3, 3))


def test_a_boxcar_forgets_what_lay_before_a_sweep() -> None:
    state = after(table(scoring="alternative"), "roll:111555 111555+roll:112346 11+roll:5524 55+roll:22")
    assert (turn_points(state), aside_points(state, (2, 2))) == (1800, 450)


def test_a_boxcar_forgets_the_companions_of_picked_up_dice() -> None:
    state = with_totals(600, 600, scoring="alternative")
    left_two = after(state, "roll:112346 11+roll:5524 55+bank")
    assert after(left_two, "pick-up:33").last == TurnEnd(1, End.BUST, 300, 0, (3, 3))
    picked_up = after(left_two, "pick-up:11 11+roll:553346 55+roll:1124")
    assert aside_points(picked_up, (1, 1)) == 200


# Pick-ups


def test_the_next_player_may_start_from_what_was_banked() -> None:
    state = after(with_totals(600, 600), "roll:111236 111+bank")
    assert offer(state) == Offer(3, 1000, Fraction(13, 18))
    assert DICE_10000.moves(state, 1) == (Move(Kind.ROLL), Move(Kind.PICK_UP))
    assert DICE_10000.dice_wanted(state, 1, Move(Kind.PICK_UP)) == 3
    state = after(state, "pick-up:524")
    assert (turn_points(state), offer(state)) == (1000, None)
    assert {move.keep for move in DICE_10000.moves(state, 1)} == {(5,)}
    assert refused(state, "bank") == "Set aside at least one scoring set first."
    assert "first roll" in refused(state, "pick-up:123")
    state = after(state, "5+bank")
    assert DICE_10000.totals(state) == (1600, 1650)
    assert offer(state) == Offer(2, 1050, Fraction(5, 9))


def test_a_picked_up_bust_scores_nothing_and_takes_nothing_back() -> None:
    state = after(with_totals(600, 600), "roll:111236 111+bank pick-up:246")
    assert state.last == TurnEnd(1, End.BUST, 1000, 0, (2, 4, 6))
    assert (DICE_10000.totals(state), offer(state)) == ((1600, 600), None)


def test_pick_ups_chain_around_the_table() -> None:
    state = with_totals(600, 600, 600)
    state = after(state, "roll:111236 111+bank pick-up:124 1+bank pick-up:52 5+bank pick-up:1 1+bank")
    assert DICE_10000.totals(state) == (600 + 1000 + 1250, 600 + 1100, 600 + 1150)
    assert state.last == TurnEnd(0, End.BANK, 1250, 0, (1,))
    assert offer(state) is None


def test_setting_aside_all_picked_up_dice_is_a_sweep() -> None:
    state = after(with_totals(600, 600), "roll:111236 111+bank pick-up:555")
    assert dice_left(state, (5, 5, 5)) == 6
    assert turn_points(after(state, "555+roll:123346")) == 1500
    assert offer(after(state, "555+bank")) is None


def test_one_to_five_dice_can_be_picked_up() -> None:
    for aside, rest in [("1", "22346"), ("11", "2346"), ("111", "236"), ("1111", "23"), ("11111", "2")]:
        state = after(with_totals(600, 600), f"roll:{aside}{rest} {aside}+bank")
        offered = offer(state)
        assert offered is not None
        assert offered.dice == len(rest)


def test_rolling_six_dice_declines_the_pick_up() -> None:
    state = after(with_totals(600, 600), f"{THOUSAND} roll:123346")
    assert (turn_points(state), offer(state)) == (0, None)


def test_only_a_player_on_the_table_may_pick_up() -> None:
    state = after(table(3), THOUSAND)
    assert offer(state) is None
    assert "on the table" in refused(state, "pick-up:123")
    # The player after the next is offered nothing: the turn just before was no bank.
    state = after(replace(state, on_table=(True, False, True)), BUSTED)
    assert offer(state) is None
    assert "nothing to pick up" in refused(state, "pick-up:123")


def test_pick_ups_can_be_ruled_out() -> None:
    state = after(with_totals(600, 600, pick_up=False), THOUSAND)
    assert offer(state) is None
    assert "without pick-ups" in refused(state, "pick-up:123")


def test_an_offer_ends_with_a_lost_turn_but_not_with_a_seat_that_was_not_to_act() -> None:
    banked = after(with_totals(600, 600, 600, 600), THOUSAND)
    assert offer(after(banked, "resign")) is None
    assert offer(after(banked, "timeout")) is None
    assert offer(after(banked, "0.resign")) == offer(after(banked, "2.resign")) == offer(banked) is not None
    skipped = after(with_totals(600, 600, 600), "1.resign roll:111236 111+bank")
    assert (DICE_10000.to_act(skipped), offer(skipped)) == ((2,), offer(banked))


# The end


def test_reaching_the_target_gives_every_other_player_one_more_turn() -> None:
    state = after(with_totals(8000, 9500, 9000), f"{BUSTED} roll:511346 115+bank")
    assert (state.opener, DICE_10000.totals(state)) == (None, (8000, 9750, 9000))
    state = after(state, f"{BUSTED} {BUSTED} {THOUSAND}")
    assert (state.opener, DICE_10000.to_act(state), DICE_10000.result(state)) == (1, (2,), None)
    state = after(state, "roll:111236 111+bank")
    assert (state.opener, DICE_10000.to_act(state)) == (1, (0,))
    state = after(state, "roll:123456 123456+bank")
    assert DICE_10000.result(state) == Result((2, 1, 2), (10_000, 10_750, 10_000))


def test_an_exact_target_opens_the_last_round() -> None:
    assert after(with_totals(9000, 9000), THOUSAND).opener == 0
    assert after(with_totals(8950, 9000), THOUSAND).opener is None
    assert after(with_totals(1000, 0, target=2000), THOUSAND).opener == 0


def test_the_opener_wins_a_tie_and_is_passed_only_by_more() -> None:
    opened = after(with_totals(9000, 9000, 9000, 9000), THOUSAND)
    state = after(opened, f"{THOUSAND} {THOUSAND} {BUSTED}")
    assert DICE_10000.result(state) == Result((1, 2, 2, 4), (10_000, 10_000, 10_000, 9000))
    state = after(opened, f"{THOUSAND} roll:111536 1115+bank {BUSTED}")
    assert DICE_10000.result(state) == Result((2, 3, 1, 4), (10_000, 10_000, 10_050, 9000))


def test_pick_ups_are_allowed_in_the_last_round() -> None:
    state = after(with_totals(9000, 9000), f"{THOUSAND} pick-up:123 1+bank")
    assert DICE_10000.result(state) == Result((2, 1), (10_000, 10_100))


def test_a_player_off_the_table_stays_bound_by_it_in_the_last_round() -> None:
    state = replace(with_totals(9000, 0), on_table=(True, False))
    assert "are missing" in refused(after(state, THOUSAND), "roll:123346 1+bank")


# Leaving


def test_resigning_leaves_the_match_to_the_last_seat_that_plays_on() -> None:
    state = after(table(4), f"{THOUSAND} 3.resign 1.resign")
    assert (playing(state), DICE_10000.to_act(state)) == ((0, 2), (2,))
    assert "any more" in refused(state, "1.roll:123456")
    assert "any more" in refused(state, "3.resign")
    state = after(state, "0.resign")
    assert DICE_10000.result(state) == Result((2, 3, 1, 4), (1000, 0, 0, 0))


def test_resigning_loses_the_turn_of_the_seat_to_act_only() -> None:
    rolled = after(with_totals(600, 600, 600), "roll:111236 111+roll:123")
    state = after(rolled, "resign")
    assert state.last == TurnEnd(0, End.RESIGN, 1000, 0, (1, 2, 3))
    assert (DICE_10000.to_act(state), DICE_10000.totals(state)) == ((1,), (600, 600, 600))
    state = after(rolled, "2.resign")
    assert replace(state, resigned=()) == rolled


def test_a_resignation_that_ends_the_match_clears_the_table() -> None:
    state = after(with_totals(600, 600), "roll:111236 111+roll:123 1.resign")
    assert (state.roll, turn_points(state), DICE_10000.to_act(state)) == ((), 0, ())
    assert DICE_10000.result(state) == Result((1, 2), (600, 600))


def test_the_last_round_goes_on_when_its_opener_resigns() -> None:
    state = after(with_totals(9000, 8000, 7000), f"{THOUSAND} 0.resign {THOUSAND}")
    assert (DICE_10000.to_act(state), state.over) == ((2,), False)
    state = after(state, BUSTED)
    assert DICE_10000.result(state) == Result((3, 1, 2), (10_000, 9000, 7000))


def test_the_last_round_ends_when_its_last_seat_resigns() -> None:
    state = after(with_totals(9000, 8000, 7000), f"{THOUSAND} {BUSTED} resign")
    assert DICE_10000.result(state) == Result((1, 2, 3), (10_000, 8000, 7000))


def test_a_time_out_of_two_loses_the_match() -> None:
    state = after(with_totals(9000, 600), "roll:111236 timeout")
    assert state.last == TurnEnd(0, End.TIMEOUT, 0, 0, dice("111236"))
    assert DICE_10000.result(state) == Result((2, 1), (9000, 600))


def test_a_time_out_of_more_is_a_bust_and_the_second_in_a_row_resigns() -> None:
    state = after(with_totals(600, 600, 600), "roll:111236 111+roll:123 timeout")
    assert state.last == TurnEnd(0, End.TIMEOUT, 1000, 0, (1, 2, 3))
    assert (DICE_10000.to_act(state), playing(state)) == ((1,), (0, 1, 2))
    state = after(state, f"{BUSTED} {BUSTED} timeout")
    assert (DICE_10000.to_act(state), playing(state)) == ((1,), (1, 2))
    # Two are left of three: still no match of two players.
    assert DICE_10000.result(after(state, "timeout")) is None


@pytest.mark.parametrize("move", ["roll:123346", "pick-up:123"])
def test_an_own_move_between_two_time_outs_makes_the_second_a_first(move: str) -> None:
    state = after(with_totals(600, 600, 600), f"timeout {BUSTED} {THOUSAND} {move} timeout")
    assert playing(state) == (0, 1, 2)
    assert playing(after(state, f"{BUSTED} {BUSTED} timeout")) == (1, 2)


def test_only_the_seat_to_act_can_time_out() -> None:
    assert refused(table(3), "1.timeout") == "It is not your turn."


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
