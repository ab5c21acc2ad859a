"""Arenas: who is paired with whom and when, who begins, the last minutes, and the table."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladders.formats import arena
from ladders.formats.arena_pairing import Free, pair, rematch, seated
from ladders.formats.base import Event, Fixture, Settings
from tests.ladders.formats.playing import (
    at,
    disqualified,
    field,
    lines,
    play_section,
    score,
    with_fixtures,
    with_results,
    withdraw,
)

LAST = at(10)


def begun(count: int, hour: float = 0) -> Event:
    """An arena of so many, with what it wants made at this hour; nobody is paired any more after ten."""
    return with_fixtures(arena, Event(field(count), now=at(hour), until=LAST))


def won(event: Event, fixture: Fixture, hour: float, winner: int | None = None) -> Event:
    """The event after the first of the two, or this one, has won the match; it is that hour now."""
    first = winner or fixture.seats[0]
    result = score(fixture, {seat: 200 if seat == first else 100 for seat in fixture.seats}, hour)
    return replace(with_results(event, {fixture.key: result}), now=at(hour))


def pairs(fixtures: tuple[Fixture, ...]) -> list[set[int]]:
    return [set(fixture.seats) for fixture in fixtures]


def test_at_first_neighbours_play_and_the_odd_one_waits() -> None:
    event = begun(5)
    assert pairs(event.fixtures) == [{101, 102}, {103, 104}] or len(event.fixtures) == 2
    assert {fixture.round for fixture in event.fixtures} == {1}
    assert [fixture.pairing for fixture in event.fixtures] == [1, 2]
    assert arena.next_fixtures(event) == ()


def test_whoever_is_free_is_paired_as_soon_as_somebody_else_is() -> None:
    event = begun(5)
    (waits,) = {101, 102, 103, 104, 105} - {seat for fixture in event.fixtures for seat in fixture.seats}
    event = won(event, event.fixtures[0], 1)
    (made,) = arena.next_fixtures(event)
    assert waits in made.seats
    assert made.pairing == 3


def test_two_who_have_just_met_wait_for_somebody_else_and_then_meet_again() -> None:
    event = begun(4)
    first, second = event.fixtures
    event = won(event, first, 1)
    assert arena.next_fixtures(event) == ()
    assert arena.wakes(event) == at(1) + arena.PATIENCE
    soon = won(event, second, 1.001)
    assert len(arena.next_fixtures(soon)) == 2
    assert all(len(set(made.seats) & set(first.seats)) == 1 for made in arena.next_fixtures(soon))
    later = replace(event, now=at(1) + arena.PATIENCE)
    assert pairs(arena.next_fixtures(later)) == [set(first.seats)]


def test_who_has_waited_long_for_one_who_met_somebody_else_meanwhile_waits_from_then_on() -> None:
    event = begun(5)
    first = event.fixtures[0]
    event = with_fixtures(arena, won(event, first, 1))
    second = event.fixtures[-1]
    (odd,), (stays,) = set(second.seats) - set(first.seats), set(first.seats) - set(second.seats)
    event = won(event, second, 2)
    event = replace(event, entrants=tuple(replace(one, resting=one.id == odd) for one in event.entrants))
    assert arena.next_fixtures(event) == ()
    assert arena.wakes(event) == at(2) + arena.PATIENCE
    (made,) = arena.next_fixtures(replace(event, now=at(2) + arena.PATIENCE))
    assert stays in made.seats
    assert set(made.seats) == set(first.seats)


def test_where_nobody_else_is_there_they_meet_again_at_once() -> None:
    event = begun(2)
    event = won(event, event.fixtures[0], 1)
    assert pairs(arena.next_fixtures(event)) == [{101, 102}]
    event = begun(3)
    (waits,) = {101, 102, 103} - set(event.fixtures[0].seats)
    resting = tuple(replace(one, resting=one.id == waits) for one in event.entrants)
    event = won(replace(event, entrants=resting), event.fixtures[0], 1)
    assert pairs(arena.next_fixtures(event)) == [set(event.fixtures[0].seats)]


def test_who_rests_is_given_no_match_and_who_is_back_is() -> None:
    event = Event(tuple(replace(one, resting=one.id == 101) for one in field(3)), now=at(0), until=LAST)
    assert pairs(arena.next_fixtures(event)) == [{102, 103}]
    four = Event(tuple(replace(one, resting=one.id < 103) for one in field(4)), now=at(0), until=LAST)
    four = with_fixtures(arena, four)
    back = replace(four, entrants=tuple(replace(one, resting=False) for one in four.entrants))
    assert pairs(arena.next_fixtures(back)) == [{101, 102}]


def test_who_began_fewer_begins() -> None:
    event = begun(2)
    began = [event.fixtures[0].starts]
    for hour in range(1, 9):
        event = with_fixtures(arena, won(event, event.fixtures[-1], hour))
        began.append(event.fixtures[-1].starts)
    assert all(one != other for one, other in pairwise(began))


def test_nobody_is_paired_in_the_last_minutes_and_it_is_over_with_the_last_match() -> None:
    event = begun(4)
    event = replace(won(event, event.fixtures[0], 9), now=LAST)
    assert arena.next_fixtures(event) == ()
    assert arena.wakes(event) is None
    assert not arena.over(event)
    event = won(event, event.fixtures[1], 10.5)
    assert arena.over(event)
    assert arena.wakes(replace(event, now=at(9.99))) is not None


def test_an_arena_in_which_nobody_can_be_paired_waits_for_the_end_of_its_time() -> None:
    event = Event(tuple(replace(one, resting=True) for one in field(3)), now=at(1), until=LAST)
    assert not arena.over(event)
    assert arena.wakes(event) == LAST
    assert arena.over(replace(event, now=LAST))


def test_wins_then_fewer_losses_then_the_opponents_decide() -> None:
    event = begun(4)
    a, b = event.fixtures
    event = won(won(event, a, 1), b, 2)
    table = arena.standings(event)
    assert [row.points for row in table] == [2, 2, 0, 0]
    assert [row.rank for row in table] == [1, 1, 3, 3]
    drawn = score(b, dict.fromkeys(b.seats, 150), 2)
    table = arena.standings(with_results(event, {b.key: drawn}))
    assert lines(table)[0] == (1, a.seats[0], 2.0)
    assert [row.points for row in table] == [2, 1, 1, 0]


def test_a_win_weighs_more_than_two_draws_and_a_loss_more_less_than_none() -> None:
    drawn = begun(2)
    for hour in (1, 2):
        fixture = drawn.fixtures[-1]
        drawn = replace(
            with_results(drawn, {fixture.key: score(fixture, dict.fromkeys(fixture.seats, 9), hour)}),
            now=at(hour),
        )
        drawn = with_fixtures(arena, drawn)
    assert {row.points for row in arena.standings(drawn)} == {2}
    event = begun(4)
    first, second = event.fixtures
    event = with_fixtures(arena, won(won(event, first, 1), second, 2))
    winners = {first.seats[0], second.seats[0]}
    again = next(fixture for fixture in event.fixtures[2:] if set(fixture.seats) & winners == winners)
    event = won(event, again, 3, winner=first.seats[0])
    table = {row.entrant: row for row in arena.standings(event)}
    assert table[first.seats[0]].rank == 1
    assert table[second.seats[0]].values[1] == 1, "its one loss"


def test_who_withdraws_keeps_what_was_played_and_the_opponent_wins_what_runs() -> None:
    event = begun(4)
    first, second = event.fixtures
    event = with_fixtures(arena, won(won(event, first, 1), second, 1.5))
    gone = first.seats[0]
    event = withdraw(event, gone, 2)
    row = next(row for row in arena.standings(event) if row.entrant == gone)
    assert row.rank is not None
    assert row.points == 2
    running = next(fixture for fixture in event.fixtures[2:] if gone in fixture.seats)
    opponent = next(seat for seat in running.seats if seat != gone)
    assert opponent not in {seat for made in arena.next_fixtures(event) for seat in made.seats}, (
        "it sits there"
    )
    event = won(event, running, 3, winner=gone)
    row = next(row for row in arena.standings(event) if row.entrant == gone)
    assert row.points == 2


def test_who_is_disqualified_has_no_rank() -> None:
    event = begun(2)
    event = disqualified(won(event, event.fixtures[0], 1), event.fixtures[0].seats[0], 2)
    assert [row.rank for row in arena.standings(event)] == [1, None]


def test_in_the_long_run_starts_are_even_and_nobody_meets_the_last_opponent_again() -> None:
    for seed in range(20):
        event = play_section(arena, Event(field(9)), random.Random(seed))
        last: dict[int, int] = {}
        lead: Counter[int] = Counter()
        for fixture in sorted(event.fixtures, key=lambda fixture: fixture.pairing):
            one, other = fixture.seats
            assert fixture.starts == one
            lead[one] += 1
            lead[other] -= 1
            last[one], last[other] = other, one
        assert max(map(abs, lead.values())) <= 3


FREE = st.lists(
    st.tuples(st.integers(0, 5), st.integers(-1, 9), st.integers(-2, 2), st.booleans()),
    min_size=2,
    max_size=10,
)


@given(FREE)
def test_everybody_free_is_in_one_couple_and_rematches_are_avoided_where_they_can_be(
    given_: list[tuple[int, int, int, bool]],
) -> None:
    free = [
        Free(number, number, at(since), None if last in {-1, number} else last, lead, began)
        for number, (since, last, lead, began) in enumerate(given_)
    ]
    couples = pair(free)
    seated = [one.id for couple in couples for one in couple]
    assert len(seated) == len(set(seated)) == len(free) - len(free) % 2
    assert sum(map(rematch, couples)) <= 1 or len(free) < 4 or _forced(free)


def _forced(free: list[Free]) -> bool:
    """Whether somebody is the last opponent of so many that rematches cannot be helped."""
    return (
        max(Counter(one.last for one in free if one.last is not None).values(), default=0) >= len(free) // 2
    )


def test_a_thousand_are_paired_in_no_time() -> None:
    event = Event(field(1000), Settings(), now=at(0), until=LAST)
    assert len(arena.next_fixtures(event)) == 500
    assert timedelta(0) < arena.PATIENCE


def test_who_sits_with_one_who_has_withdrawn_is_not_free_before_that_match_is_over() -> None:
    event = begun(5)
    one, other = event.fixtures[0].seats
    event = replace(withdraw(event, one, 1), now=at(1))
    assert arena.next_fixtures(event) == (), "one waits, but there is nobody free"
    event = won(event, event.fixtures[0], 2, winner=other)
    assert other in arena.next_fixtures(event)[0].seats


def test_a_couple_that_has_just_met_is_broken_up_with_another() -> None:
    last = {2: 3, 3: 2}
    free = [Free(number, number, at(1), last.get(number), 0, began=False) for number in range(4)]
    assert sorted(sorted(one.id for one in couple) for couple in pair(free)) == [[0, 2], [1, 3]]


def test_of_three_the_one_waits_who_became_free_last() -> None:
    free = [Free(number, number, at(since), None, 0, began=False) for number, since in enumerate((1, 3, 2))]
    ((one, other),) = pair(free)
    assert {one.id, other.id} == {0, 2}


@pytest.mark.parametrize(("began", "first"), [((True, False), 2), ((False, True), 1), ((False, False), 1)])
def test_of_two_who_began_equally_often_the_one_begins_who_did_not_last(
    began: tuple[bool, bool], first: int
) -> None:
    """Else the lower placed: here the first stands below."""
    one, two = (Free(number, 3 - number, at(1), None, 0, began=began[number - 1]) for number in (1, 2))
    assert seated((one, two))[0] == first
