"""Standing orders: what they do with a table, and what they leave to the player; pure."""

from __future__ import annotations

from typing import Any

import pytest

from games.rules import RULES
from games.rules.base import Kind, Pace
from games.rules.base import Move as RulesMove
from games.rules.orders import Orders, ordered

ROLL, BANK = RulesMove(Kind.ROLL), RulesMove(Kind.BANK)


def state_of(code: str, *acts: tuple[RulesMove, tuple[int, ...]], **options: Any) -> Any:
    """A table of two after these moves of whoever is to act, with the dice that fell."""
    rules = RULES[code]
    state = rules.start(2, rules.clean_options(options), Pace.TURNS, 0)
    for move, dice in acts:
        state = rules.play(state, rules.to_act(state)[0], move, dice)
    return state


@pytest.mark.parametrize("code", RULES)
def test_the_first_roll_of_a_turn_is_made_and_no_other(code: str) -> None:
    rules, state = RULES[code], state_of(code)
    assert ordered(rules, state, 0, Orders(roll=True)) == ROLL
    assert ordered(rules, state, 1, Orders(roll=True)) is None, "it is not its turn"
    assert ordered(rules, state, 0, Orders()) is None
    dice = (2, 3, 2, 3, 1, 5)[: rules.dice_wanted(state, 0, ROLL)]
    rolled = rules.play(state, 0, ROLL, dice if code != "PG" else (4,))
    assert ordered(rules, rolled, 0, Orders(roll=True)) is None


def test_what_may_be_picked_up_is_left_to_the_player() -> None:
    opening = (ROLL, (1, 1, 1, 5, 2, 3)), (RulesMove(Kind.BANK, (1, 1, 1, 5)), ())
    again = (ROLL, (1, 1, 1, 5, 2, 3)), (RulesMove(Kind.BANK, (1, 1, 1, 5)), ())
    state = state_of("DK", *opening, *again)
    assert RulesMove(Kind.PICK_UP) in RULES["DK"].moves(state, 0)
    assert ordered(RULES["DK"], state, 0, Orders(roll=True)) is None
    without = state_of("DK", *opening, *again, pick_up=False)
    assert ordered(RULES["DK"], without, 0, Orders(roll=True)) == ROLL


@pytest.mark.parametrize(("points", "banks"), [(9, True), (10, True), (11, False)])
def test_it_is_banked_from_so_many_points_on(points: int, banks: bool) -> None:
    state = state_of("PG", (ROLL, (4,)), (ROLL, (6,)))
    assert ordered(RULES["PG"], state, 0, Orders(bank=points)) == (BANK if banks else None)


def test_all_that_scores_is_banked_and_a_first_bank_takes_what_it_takes() -> None:
    rules = RULES["DK"]
    rich = state_of("DK", (ROLL, (1, 1, 1, 5, 2, 3)))
    assert ordered(rules, rich, 0, Orders(bank=300)) == RulesMove(Kind.BANK, (1, 1, 1, 5))
    assert ordered(rules, rich, 0, Orders(bank=1051)) is None
    poor = state_of("DK", (ROLL, (1, 1, 5, 3, 2, 3)))
    assert ordered(rules, poor, 0, Orders(bank=200)) is None, "the first bank takes 550"


@pytest.mark.parametrize(("beat", "banks"), [(9, True), (10, False), (11, False)])
def test_in_a_last_round_what_would_not_take_the_lead_is_left_to_the_player(beat: int, banks: bool) -> None:
    state = state_of("PG", (ROLL, (4,)), (ROLL, (6,)))
    assert ordered(RULES["PG"], state, 0, Orders(bank=5), beat) == (BANK if banks else None)


def test_orders_are_stored_as_nothing_where_there_are_none() -> None:
    for one in (Orders(), Orders(roll=True), Orders(bank=350), Orders(roll=True, bank=1)):
        assert Orders.load(one.dump()) == one
    assert Orders().dump() == {}
    assert not Orders(bank=0)
