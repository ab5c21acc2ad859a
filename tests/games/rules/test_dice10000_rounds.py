"""Pick-ups, the last round and leaving in Dice 10000, move by move."""

from dataclasses import replace
from fractions import Fraction

import pytest

from games.rules.base import Kind, Move, Result
from games.rules.race import playing
from games.rules.ten_thousand.game import DICE_10000
from games.rules.ten_thousand.turn import End, Offer, TurnEnd, dice_left, offer, turn_points
from tests.games.rules.dice10000 import BUSTED, THOUSAND, after, dice, refused, table, with_totals

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
    assert "no longer plays" in refused(state, "1.roll:123456")
    assert "no longer plays" in refused(state, "3.resign")
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
