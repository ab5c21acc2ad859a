"""Sets and boxcars that count in Dice 10000 only where it was agreed."""

from games.rules.ten_thousand.game import DICE_10000
from games.rules.ten_thousand.turn import End, TurnEnd, aside_points, dice_left, legal_keeps, turn_points
from tests.games.rules.dice10000 import after, dice, refused, table, with_totals


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


def test_a_boxcar_forgets_what_was_scored_in_the_rolls_of_a_sweep() -> None:
    swept = "roll:112346 11+roll:5524 55+roll:51 51+"
    state = after(table(scoring="alternative"), f"{swept}roll:112346 11+roll:5524 55+roll:22")
    assert (turn_points(state), aside_points(state, (2, 2))) == (750, 450)


def test_a_boxcar_forgets_the_companions_of_picked_up_dice() -> None:
    state = with_totals(600, 600, scoring="alternative")
    left_two = after(state, "roll:112346 11+roll:5524 55+bank")
    assert after(left_two, "pick-up:33").last == TurnEnd(1, End.BUST, 300, 0, (3, 3))
    picked_up = after(left_two, "pick-up:11 11+roll:553346 55+roll:1124")
    assert aside_points(picked_up, (1, 1)) == 200
