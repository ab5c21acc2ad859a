"""What dice are worth in Dice 10000, against a table and against a second scorer."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, combinations_with_replacement, permutations, product

import pytest

from games.rules.ten_thousand.scoring import (
    Scoring,
    is_six_alike,
    is_three_pairs,
    keeps,
    scoring_chance,
    worth,
)

STANDARD, ALTERNATIVE = Scoring.STANDARD, Scoring.ALTERNATIVE
BOTH = pytest.mark.parametrize("scoring", list(Scoring))
FACES = range(1, 7)

SINGLES = {1: 100, 5: 50}
ALIKE = {
    1: {3: 1000, 4: 2000, 5: 4000},
    2: {3: 200, 4: 400, 5: 800},
    3: {3: 300, 4: 600, 5: 1200},
    4: {3: 400, 4: 800, 5: 1600},
    5: {3: 500, 4: 1000, 5: 2000},
    6: {3: 600, 4: 1200, 5: 2400},
}


def dice(text: str) -> tuple[int, ...]:
    return tuple(int(face) for face in text)


def face_by_face(counts: Counter[int]) -> int | None:
    """The dice scored as singles and as many alike as there are; None when some can be neither."""
    points = 0
    for face, count in counts.items():
        if count == 6:
            points += max(ALIKE[face][3] * 2, ALIKE[face][5] + SINGLES[face] if face in SINGLES else 0)
        elif count >= 3:
            points += ALIKE[face][count]
        elif face in SINGLES:
            points += SINGLES[face] * count
        elif count:
            return None
    return points


@cache
def second_worth(chosen: tuple[int, ...], scoring: Scoring) -> int:
    """A scorer of another make: at most one set of five or six dice, and the rest face by face."""
    counts = Counter(chosen)
    found = [face_by_face(counts)]
    if len(counts) == 6:
        found.append(2000)
    if len(chosen) == 6 and set(counts.values()) == {2}:
        found.append(750)
    if scoring is ALTERNATIVE:
        runs = [(range(1, 6), 1000), (range(2, 7), 1000)]
        houses = [((a, a, a, b, b), 750) for a, b in permutations(FACES, 2)]
        for needed, points in [*runs, *houses]:
            if not Counter(needed) - counts:
                rest = face_by_face(counts - Counter(needed))
                found.append(None if rest is None else points + rest)
    return max((points for points in found if points is not None), default=0)


def second_keeps(roll: tuple[int, ...], scoring: Scoring) -> dict[tuple[int, ...], int]:
    """Every choice of positions, as sorted dice, that the second scorer gives points for."""
    chosen = {
        tuple(sorted(roll[place] for place in range(6) if places >> place & 1)) for places in range(1, 64)
    }
    return {kept: points for kept in chosen if (points := second_worth(kept, scoring))}


@pytest.mark.parametrize(
    ("text", "standard", "alternative"),
    [
        ("1", 100, 100),
        ("5", 50, 50),
        ("2", 0, 0),
        ("6", 0, 0),
        ("11", 200, 200),
        ("15", 150, 150),
        ("12", 0, 0),
        ("111", 1000, 1000),
        ("222", 200, 200),
        ("333", 300, 300),
        ("444", 400, 400),
        ("555", 500, 500),
        ("666", 600, 600),
        ("1111", 2000, 2000),
        ("2222", 400, 400),
        ("6666", 1200, 1200),
        ("11111", 4000, 4000),
        ("33333", 1200, 1200),
        ("55555", 2000, 2000),
        ("111555", 1500, 1500),
        ("222333", 500, 500),
        ("123456", 2000, 2000),
        ("112233", 750, 750),
        ("223344", 750, 750),
        ("115566", 750, 750),
        ("222244", 0, 0),
        ("111144", 0, 850),  # three 1s and two 4s make a house, the fourth 1 stands alone
        ("222211", 600, 600),  # a house would leave a 2 that belongs to no set
        ("444455", 900, 900),
        ("12345", 0, 1000),
        ("23456", 0, 1000),
        ("123455", 0, 1050),
        ("112345", 0, 1100),
        ("234566", 0, 0),
        ("1234", 0, 0),
        ("22233", 0, 750),
        ("33322", 0, 750),
        ("22211", 400, 750),
        ("11155", 1100, 1100),
        ("66655", 700, 750),
        ("222331", 0, 850),
        ("222555", 700, 800),
        ("22222", 800, 800),
    ],
)
def test_dice_are_worth_their_best_partition(text: str, standard: int, alternative: int) -> None:
    assert worth(dice(text), STANDARD) == standard
    assert worth(dice(text), ALTERNATIVE) == alternative


def test_no_dice_are_worth_nothing() -> None:
    assert worth((), STANDARD) == 0
    assert keeps((), ALTERNATIVE) == ()


@BOTH
def test_every_choice_from_every_roll_agrees_with_the_second_scorer(scoring: Scoring) -> None:
    rolls = list(combinations_with_replacement(FACES, 6))
    assert len(rolls) == 462
    for roll in rolls:
        found = keeps(roll, scoring)
        assert len(set(found)) == len(found)
        values = second_keeps(roll, scoring)
        assert {kept: worth(kept, scoring) for kept in found} == values
        best = max((worth(kept, scoring) for kept in found), default=0)
        assert best == max(values.values(), default=0)


@BOTH
def test_the_order_of_the_dice_changes_nothing_in_any_of_the_rolls(scoring: Scoring) -> None:
    rolls = 0
    for roll in product(FACES, repeat=6):
        ordered = tuple(sorted(roll))
        assert worth(roll, scoring) == second_worth(ordered, scoring)
        assert keeps(roll, scoring) == keeps(ordered, scoring)
        rolls += 1
    assert rolls == 46_656


@BOTH
def test_the_chance_to_score_is_what_counting_by_hand_gives(scoring: Scoring) -> None:
    # Of four faces without 1 and 5, rolls without three alike: 4, 16, 60, 204, 600, 1440; of the last,
    # 360 are three pairs.
    busts = [2 + 2, 16, 60, 204, 600, 1440 - 360]
    chances = [scoring_chance(number, scoring) for number in FACES]
    assert chances == [1 - Fraction(bust, 6**number) for number, bust in zip(FACES, busts, strict=True)]


def test_three_pairs_are_of_three_faces() -> None:
    rolls = [roll for roll in product(FACES, repeat=6) if is_three_pairs(roll)]
    assert len(rolls) == 20 * 90
    assert len({tuple(sorted(roll)) for roll in rolls}) == len(list(combinations(FACES, 3)))
    assert not is_three_pairs(dice("1122"))


def test_six_alike_takes_six_dice() -> None:
    assert [roll for roll in combinations_with_replacement(FACES, 6) if is_six_alike(roll)] == [
        (face,) * 6 for face in FACES
    ]
    assert not is_six_alike(dice("22222"))
