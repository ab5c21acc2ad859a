"""Who plays whom when an opponent is asked for."""

from __future__ import annotations

import itertools
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.pairing import NARROW, Waiting, pair, within

NOW = timedelta(0)


def nobody(_: int, __: int) -> bool:
    return False


def wait(player: int, rating: float, hours: float = 0) -> Waiting:
    return Waiting(player, rating, timedelta(hours=hours))


def test_the_nearest_meet() -> None:
    waiting = [wait(1, 1500), wait(2, 1510), wait(3, 1600), wait(4, 1605)]
    assert {frozenset(two) for two in pair(waiting, nobody)} == {frozenset({1, 2}), frozenset({3, 4})}


@pytest.mark.parametrize(
    ("apart", "hours", "fits"),
    [(NARROW, 0, True), (NARROW + 1, 0, False), (NARROW + 1, 1, True), (1000, 5, False), (1000, 6, True)],
)
def test_bounds_widen_with_waiting(apart: float, hours: float, *, fits: bool) -> None:
    assert within(wait(1, 1500, hours), wait(2, 1500 + apart)) is fits


def test_who_must_not_meet_does_not() -> None:
    waiting = [wait(1, 1500), wait(2, 1500), wait(3, 1550)]
    (two,) = pair(waiting, lambda a, b: {a, b} == {1, 2})
    assert 3 in two


def test_who_waited_longest_chooses_first() -> None:
    waiting = [wait(1, 1500, 0), wait(2, 1510, 0), wait(3, 1520, 9)]
    (two,) = pair(waiting, nobody)
    assert set(two) == {2, 3}


waiting_lists = st.lists(st.tuples(st.floats(600, 2400), st.floats(0, 48)), max_size=60).map(
    lambda found: [wait(number, rating, hours) for number, (rating, hours) in enumerate(found)]
)


@given(waiting_lists)
def test_nobody_is_in_two_pairs_and_all_pairs_fit(waiting: list[Waiting]) -> None:
    by_player = {one.player: one for one in waiting}
    pairs = pair(waiting, nobody)
    players = [player for two in pairs for player in two]
    assert len(players) == len(set(players))
    assert all(within(by_player[a], by_player[b]) for a, b in pairs)


@given(waiting_lists)
def test_nobody_is_left_beside_a_free_neighbour_who_fits(waiting: list[Waiting]) -> None:
    taken = {player for two in pair(waiting, nobody) for player in two}
    free = sorted((one for one in waiting if one.player not in taken), key=lambda one: one.rating)
    assert not any(within(a, b) for a, b in itertools.pairwise(free))
