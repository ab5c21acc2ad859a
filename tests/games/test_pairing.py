"""Who plays whom when an opponent is asked for."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.pairing import NARROW, NEIGHBOURS, Waiting, pair, within

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


@pytest.mark.parametrize("longer", [2, 3])
def test_of_two_equally_near_the_one_who_waited_longer_is_met(longer: int) -> None:
    waits = {1: 9.0, 2: 1.0, 3: 1.0, longer: 5.0}
    apart = {1: 1500.0, 2: 1480.0, 3: 1520.0}
    (two,) = pair([wait(player, apart[player], hours) for player, hours in waits.items()], nobody)
    assert two == (1, longer)


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


def plainly(waiting: list[Waiting], barred: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """The same pairs in the plainest way: who waited longest meets the nearest who fits, out of as many free
    neighbours on either side as are looked at.
    """
    free = sorted(waiting, key=lambda one: (one.rating, one.player))
    pairs = []
    for one in sorted(waiting, key=lambda one: (-one.waited, one.player)):
        if one not in free:
            continue
        at = free.index(one)
        near = [*free[max(0, at - NEIGHBOURS) : at], *free[at + 1 : at + 1 + NEIGHBOURS]]
        fitting = [
            other
            for other in near
            if within(one, other)
            and (min(one.player, other.player), max(one.player, other.player)) not in barred
        ]
        if fitting:
            met = min(
                fitting, key=lambda other: (abs(other.rating - one.rating), -other.waited, other.player)
            )
            free.remove(one)
            free.remove(met)
            pairs.append((one.player, met.player))
    return pairs


@pytest.mark.parametrize("seed", range(60))
def test_whatever_the_room_all_meet_whom_the_plainest_way_pairs_them_with(seed: int) -> None:
    """Rooms small and large, ratings and waits all alike, rough or fine, and few or many kept apart."""
    choose = random.Random(seed)
    count = choose.choice((2, 9, 60, 250))
    ratings: Callable[[], float] = choose.choice(
        (
            lambda: 1500.0,
            lambda: float(choose.randrange(1000, 2000, 50)),
            lambda: choose.gauss(1500, 250),
            lambda: choose.uniform(600, 2400),
        )
    )
    hours: Callable[[], float] = choose.choice(
        (lambda: 0.0, lambda: float(choose.randrange(6)), lambda: choose.expovariate(0.2))
    )
    players = choose.sample(range(1000), count)
    waiting = [wait(player, ratings(), hours()) for player in players]
    apart = {
        (min(two), max(two))
        for two in (choose.sample(players, 2) for _ in range(choose.choice((0, count, 30 * count))))
    }
    found = pair(waiting, lambda a, b: (min(a, b), max(a, b)) in apart)
    assert found == plainly(waiting, apart)
