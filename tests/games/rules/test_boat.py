"""What each box of Boat is worth."""

from itertools import product

import pytest

from games.rules.base import Dice, Kind, Move, Pace
from games.rules.cards.boat import BOAT
from games.rules.cards.scorecard_turn import State

Turn = tuple[Dice, str]
STEMS = (
    *("ones", "twos", "threes", "fours", "fives", "sixes"),
    *("straight", "low", "high", "boat", "chance"),
)
BOX = {box.stem: box for box in BOAT.boxes}


def after(*turns: Turn) -> State:
    state = BOAT.start(1, {}, Pace.TURNS, 0)
    for dice, box in turns:
        state = BOAT.play(state, 0, Move(Kind.ROLL), dice)
        state = BOAT.play(state, 0, Move(Kind.SCORE, box=box), ())
    return state


@pytest.mark.parametrize(
    ("box", "dice", "points"),
    [
        ("ones", (1, 1, 2), 2),
        ("sixes", (6, 6, 6), 18),
        ("fours", (1, 2, 3), 0),
        ("straight", (2, 4, 3), 9),
        ("straight", (6, 5, 4), 15),
        ("straight", (5, 6, 1), 0),
        ("low", (1, 1, 1), 23),
        ("low", (1, 2, 4), 27),
        ("low", (1, 2, 5), 0),
        ("high", (6, 6, 3), 25),
        ("high", (6, 6, 2), 24),
        ("high", (6, 6, 1), 0),
        ("high", (6, 6, 6), 28),
        ("boat", (1, 1, 1), 23),
        ("boat", (6, 6, 6), 38),
        ("boat", (6, 6, 5), 0),
        ("chance", (1, 4, 6), 11),
    ],
)
def test_a_box_scores(box: str, dice: Dice, points: int) -> None:
    assert BOAT.totals(after((dice, box)))[0] == points


def test_every_roll_scores_in_every_box_as_a_second_scorer_says() -> None:
    assert tuple(BOX) == STEMS
    for roll in product(range(1, 7), repeat=3):
        low, middle, high = sorted(roll)
        whole = low + middle + high
        expected = {stem: roll.count(face) * face for face, stem in enumerate(STEMS[:6], 1)}
        expected["straight"] = whole if (middle - low, high - middle) == (1, 1) else 0
        expected["low"] = {3: 23, 4: 24, 5: 25, 6: 26, 7: 27}.get(whole, 0)
        expected["high"] = {14: 24, 15: 25, 16: 26, 17: 27, 18: 28}.get(whole, 0)
        expected["boat"] = whole + 20 if low == high else 0
        expected["chance"] = whole
        assert {stem: box.score(roll) for stem, box in BOX.items()} == expected
        assert all(expected[stem] <= box.most for stem, box in BOX.items())


def test_the_bonus_is_20_from_42_on_and_nothing_at_41() -> None:
    pairs = [((face, face, face % 6 + 1), stem) for face, stem in enumerate(STEMS[:6], 1)]
    sums = BOAT.sums(after(*pairs).cards[0], 0)
    assert (sums.top, sums.bonus, sums.total, sums.ahead) == (42, 20, 62, 0)
    sums = BOAT.sums(after(((1, 2, 3), "ones"), *pairs[1:]).cards[0], 0)
    assert (sums.top, sums.bonus, sums.total, sums.ahead) == (41, 0, 41, -1)


def test_the_best_card_is_209() -> None:
    best = [((face,) * 3, stem) for face, stem in enumerate(STEMS[:6], 1)]
    best += [((4, 5, 6), "straight"), ((1, 2, 4), "low"), ((6, 6, 6), "high"), ((6, 6, 6), "boat")]
    state = after(*best, ((6, 6, 6), "chance"))
    result = BOAT.result(state)
    assert result is not None
    assert result.totals == (209,)


def test_a_box_takes_0_from_any_roll() -> None:
    assert BOAT.preview(BOAT.play(after(), 0, Move(Kind.ROLL), (1, 1, 6)), 0) == {
        **dict.fromkeys(STEMS, 0),
        "ones": 2,
        "sixes": 6,
        "chance": 8,
    }
