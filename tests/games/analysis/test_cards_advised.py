"""What the advisor of score cards says fits the rules, itself, and what others have published."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.analysis import advisors
from games.analysis.base import Choice
from games.rules import RULES
from games.rules.base import Dice, Kind, Move, Pace
from games.rules.cards.card import Card
from games.rules.cards.scorecard import Scorecard
from games.rules.cards.scorecard_turn import Hand, State
from games.rules.faces import counts
from tests.games.analysis.test_solo import card
from tests.tabled import tables

CARDS = ("BZ", "BX", "BO", "BD", "BT", "DG")
EXACT = ("BZ", "BX", "BO")


@pytest.fixture(scope="module")
def advised(home: Path) -> dict[str, Any]:
    """The advisor of every game of cards."""
    folder = tables(*CARDS)
    return {code: advisors.advisor_of(RULES[code], folder) for code in CARDS}


def rules_of(code: str) -> Scorecard:
    found = RULES[code]
    assert isinstance(found, Scorecard)
    return found


def somewhere(code: str, seed: int, seats: int = 2, pace: Pace = Pace.TURNS) -> State:
    """A position that play at random leads to; of late ones as many as of early ones."""
    chance, rules = Random(seed), rules_of(code)
    state = rules.start(seats, {}, pace, 0)
    for _ in range(chance.randrange(4 * len(rules.box_ids) * seats)):
        seat = chance.choice(rules.to_act(state))
        moves = rules.moves(state, seat)
        scores = [move for move in moves if move.kind is Kind.SCORE]
        move = chance.choice(scores if scores and chance.random() < 0.5 else moves)
        dice = tuple(chance.randint(1, 6) for _ in range(rules.dice_wanted(state, seat, move)))
        after = rules.play(state, seat, move, dice)
        if rules.result(after) is not None:
            break
        state = after
    return state


def alone(here: Card, dice: Dice = (), rolls: int = 0) -> State:
    """One seat with this card and these dice."""
    return State(Pace.TURNS, 0, (here,), (Hand(dice, 0, rolls),), (0,))


@pytest.mark.parametrize("code", CARDS)
@settings(max_examples=12)
@given(seed=st.integers(0, 2**32), seats=st.integers(1, 4))
def test_every_legal_move_is_weighed_and_the_best_is_what_the_position_is_worth(
    code: str, seed: int, seats: int, advised: dict[str, Any]
) -> None:
    rules, state = rules_of(code), somewhere(code, seed, seats)
    advisor = advised[code]
    for seat in range(seats):
        if seat not in rules.to_act(state):
            with pytest.raises(ValueError, match="not to move"):
                advisor.choices(rules, state, seat)
            continue
        choices = advisor.choices(rules, state, seat)
        assert Counter(one.move for one in choices) == Counter(rules.moves(state, seat))
        points = [one.points for one in choices]
        assert points == sorted(points, reverse=True)
        assert all(0 <= one.chance <= 1 for one in choices)
        assert points[0] == pytest.approx(advisor.points(rules, state, seat), abs=1e-6)
        if seats == 1:
            assert {one.chance for one in choices} == {1.0}


@pytest.mark.parametrize("code", EXACT)
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32))
def test_the_points_of_a_move_are_the_mean_over_its_dice(
    code: str, seed: int, advised: dict[str, Any]
) -> None:
    rules, state, advisor = rules_of(code), somewhere(code, seed), advised[code]
    (seat,) = rules.to_act(state)
    choices = advisor.choices(rules, state, seat)
    for choice in (choices[0], choices[-1], choices[len(choices) // 2]):
        assert choice.points == pytest.approx(_over_dice(rules, state, seat, choice, advisor), abs=3e-5)


def _over_dice(rules: Scorecard, state: State, seat: int, choice: Choice, advisor: Any) -> float:
    many = rules.dice_wanted(state, seat, choice.move)
    ways = Counter(tuple(sorted(dice)) for dice in product(range(1, 7), repeat=many))
    found = {dice: rules.play(state, seat, choice.move, dice) for dice in ways}
    total = sum(ways[dice] * advisor.points(rules, after, seat) for dice, after in found.items())
    return float(total) / float(6**many)


PUBLISHED: list[tuple[str, dict[str, int] | None, Dice, int, Dice]] = [
    # T. Verhoeff in NRC Handelsblad, 5 April 2003: of a first roll keep the three sixes, not the full house.
    ("BX", None, (4, 4, 6, 6, 6), 1, (6, 6, 6)),
    ("BX", None, (5, 5, 6, 6, 6), 1, (6, 6, 6)),
    # One box is left.
    ("BZ", {"large-straight": -1}, (2, 3, 4, 5, 5), 1, (2, 3, 4, 5)),
    ("BZ", {"boatzee": -1}, (3, 3, 5, 5, 6), 2, (5, 5)),
]


@pytest.mark.parametrize(("code", "written", "dice", "rolls", "keep"), PUBLISHED)
def test_a_known_position_is_played_as_is_known(
    code: str,
    written: dict[str, int] | None,
    dice: Dice,
    rolls: int,
    keep: Dice,
    advised: dict[str, Any],
) -> None:
    rules = rules_of(code)
    here = rules.blank() if written is None else card(rules, written)
    best, *_ = advised[code].choices(rules, alone(here, dice, rolls), 0)
    assert best.move == Move(Kind.ROLL, keep)


def test_a_gap_in_the_last_straight_is_filled_as_often_as_is_known(advised: dict[str, Any]) -> None:
    """The Riddler Classic of 9 March 2018: of 1 2 4 5 5 the last is rolled, up to twice, for 11 in 36."""
    rules = rules_of("BZ")
    choices = advised["BZ"].choices(rules, alone(card(rules, {"large-straight": -1}), (1, 2, 4, 5, 5), 1), 0)
    worth = {one.move.keep: one.points for one in choices if one.move.kind is Kind.ROLL}
    assert worth[1, 2, 4, 5] >= 40 * 11 / 36 - 1e-5


def test_the_chance_of_five_alike_in_one_turn_is_the_known_one(advised: dict[str, Any]) -> None:
    """347,897 in 7,558,272, with which whoever is 50 behind draws level, and who is 49 behind wins."""
    rules, one = rules_of("BZ"), 347_897 / 7_558_272
    late = card(rules, {"boatzee": -1})
    for ahead, chance in ((50, one / 2), (49, one), (51, 0.0)):
        first = card(rules, {"chance": 20, "three-of-a-kind": ahead - 20})
        state = State(Pace.TURNS, 1, (first, late), (Hand(), Hand()), (0, 0))
        assert advised["BZ"].chances(rules, state) == pytest.approx((1 - chance, chance), abs=1e-6)
        (only,) = advised["BZ"].choices(rules, state, 1)
        assert only.chance == pytest.approx(chance, abs=1e-6)
    assert advised["BZ"].points(rules, alone(late), 0) == pytest.approx(50 * one, abs=1e-5)


@pytest.mark.parametrize("code", CARDS)
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32), seats=st.integers(1, 5))
def test_the_chances_of_all_seats_are_one_together(
    code: str, seed: int, seats: int, advised: dict[str, Any]
) -> None:
    rules, state = rules_of(code), somewhere(code, seed, seats)
    chances = advised[code].chances(rules, state)
    assert len(chances) == seats
    assert sum(chances) == pytest.approx(1)
    assert all(chance >= 0 for chance in chances)


def test_who_left_does_not_win_and_who_has_won_has(advised: dict[str, Any]) -> None:
    rules = rules_of("BZ")
    state = rules.start(3, {}, Pace.TURNS, 0)
    left = rules.play(state, 1, Move(Kind.RESIGN), ())
    assert advised["BZ"].chances(rules, left) == pytest.approx((0.5, 0.0, 0.5), abs=1e-6)
    over = rules.play(left, 0, Move(Kind.RESIGN), ())
    assert advised["BZ"].chances(rules, over) == (0.0, 0.0, 1.0)
    assert advised["BZ"].points(rules, over, 2) == 0.0


def test_who_left_late_and_ahead_does_not_win_either(advised: dict[str, Any]) -> None:
    rules, chance = rules_of("BO"), Random(1)
    state = rules.start(3, {}, Pace.TURNS, 0)
    while state.cards[2].columns[0].count(None) > 1:
        (seat,) = rules.to_act(state)
        rolled = rules.play(state, seat, Move(Kind.ROLL), tuple(chance.choices(range(1, 7), k=rules.dice)))
        moves = rules.moves(rolled, seat)
        state = rules.play(rolled, seat, next(move for move in moves if move.kind is Kind.SCORE), ())
    totals = rules.totals(state)
    ahead = totals.index(max(totals))
    assert advised["BO"].chances(rules, state)[ahead] > 0.3
    left = rules.play(state, ahead, Move(Kind.RESIGN), ())
    assert advised["BO"].chances(rules, left)[ahead] == 0.0


def test_equal_totals_share_the_win(advised: dict[str, Any]) -> None:
    rules = rules_of("BO")
    full = card(rules, {"chance": 9})
    for cards, chances in (((full, full), (0.5, 0.5)), ((full, card(rules, {}), full), (0.5, 0.0, 0.5))):
        hands = tuple(Hand() for _ in cards)
        state = State(Pace.TURNS, 0, cards, hands, tuple(0 for _ in cards))
        assert advised["BO"].chances(rules, state) == chances


def test_a_card_that_is_hidden_counts_as_a_blank_one(advised: dict[str, Any]) -> None:
    rules = rules_of("BZ")
    blank = rules.start(2, {}, Pace.SPLIT, 0)
    other = State(Pace.SPLIT, 0, (blank.cards[0], card(rules, {"chance": -1})), blank.hands, (0, 0))
    seen = rules.view(other, 0)
    assert seen != other
    assert advised["BZ"].points(rules, seen, 1) == pytest.approx(245.8708, abs=1e-3)
    assert advised["BZ"].chances(rules, seen) == pytest.approx((0.5, 0.5))


@pytest.mark.parametrize(
    ("written", "boxes"),
    [
        ({"boatzee": 50, "fours": -1, "large-straight": -1}, {"fours"}),
        ({"boatzee": 50, "ones": -1, "large-straight": -1}, {"ones", "large-straight"}),
        ({"boatzee": 0, "fours": -1, "large-straight": -1}, {"fours", "large-straight"}),
    ],
)
def test_an_extra_boatzee_is_advised_where_it_may_go(
    written: dict[str, int], boxes: set[str], advised: dict[str, Any]
) -> None:
    rules = rules_of("BX")
    choices = advised["BX"].choices(rules, alone(card(rules, written), (4,) * 5, 3), 0)
    assert {one.move.box for one in choices} == boxes


def test_what_is_equal_is_taken_the_simple_way(advised: dict[str, Any]) -> None:
    """All that can be had is on the table: scoring it stands before rolling for it."""
    rules = rules_of("BZ")
    best, *_ = advised["BZ"].choices(rules, alone(card(rules, {"boatzee": -1}), (4,) * 5, 1), 0)
    assert best.move == Move(Kind.SCORE, box="boatzee")


def test_what_is_equal_is_so_to_the_last_digit_and_has_an_order(advised: dict[str, Any]) -> None:
    """Five alike are as likely from any die that is kept: rounding must not say which comes first."""
    rules = rules_of("BZ")
    choices = advised["BZ"].choices(rules, alone(card(rules, {"boatzee": -1}), (1, 2, 3, 4, 6), 1), 0)
    rolled = [one for one in choices if one.move.kind is Kind.ROLL]
    for many, keeps in ((1, 5), (2, 10), (3, 10), (4, 5)):
        found = [one for one in rolled if len(one.move.keep) == many]
        assert len(found) == keeps
        assert len({one.points for one in found}) == 1
        assert [one.move.keep for one in found] == sorted((one.move.keep for one in found), key=counts)


def test_only_one_column_is_exact(advised: dict[str, Any]) -> None:
    assert {code for code, advisor in advised.items() if advisor.exact} == set(EXACT)
