from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.rules.base import IllegalMove
from games.rules.faces import check_dice, counts, holds, longest_run, most_alike, selections, take

rolls = st.lists(st.integers(1, 6), max_size=6).map(tuple)


def test_counts_has_one_number_for_each_face() -> None:
    assert counts((6, 1, 1, 3, 6)) == (2, 0, 1, 0, 0, 2)


@pytest.mark.parametrize(
    ("dice", "run"),
    [
        ((), 0),
        ((6, 6, 6), 1),
        ((2, 4, 6), 1),
        ((5, 3, 4, 2, 5), 4),
        ((1, 2, 4, 5, 6), 3),
        ((6, 5, 4, 3, 2), 5),
    ],
)
def test_longest_run_ignores_order_and_repeats(dice: tuple[int, ...], run: int) -> None:
    assert longest_run(dice) == run


@pytest.mark.parametrize(("dice", "alike"), [((), 0), ((4,), 1), ((2, 5, 2, 5, 2), 3), ((1,) * 5, 5)])
def test_most_alike_counts_the_commonest_face(dice: tuple[int, ...], alike: int) -> None:
    assert most_alike(dice) == alike


@settings(max_examples=60, deadline=None)
@given(rolls, rolls)
def test_holds_agrees_with_multiset_inclusion(dice: tuple[int, ...], wanted: tuple[int, ...]) -> None:
    assert holds(dice, wanted) == (not Counter(wanted) - Counter(dice))


@settings(max_examples=60, deadline=None)
@given(rolls)
def test_selections_are_every_sub_multiset_once(dice: tuple[int, ...]) -> None:
    dice = tuple(sorted(dice))
    expected = {chosen for size in range(len(dice) + 1) for chosen in combinations(dice, size)}
    assert set(selections(dice)) == expected
    assert len(selections(dice)) == len(expected)


def test_take_keeps_the_order_on_the_table() -> None:
    assert take((5, 3, 6, 3, 1), (1, 3, 5)) == (5, 3, 1)


@pytest.mark.parametrize(
    "dice", [(1, 2), (1, 2, 3, 4), (0, 1, 2), (1, 2, 7), (1, 2, "3"), (1, 2, 3.0), (True, 2, 3)]
)
def test_check_dice_refuses_a_wrong_number_and_what_is_no_face(dice: tuple[int, ...]) -> None:
    check_dice((1, 6, 3), 3)
    with pytest.raises(IllegalMove, match="3 dice"):
        check_dice(dice, 3)
