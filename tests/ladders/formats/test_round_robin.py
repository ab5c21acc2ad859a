"""Sections, tie-breaks, roll-offs and stages."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladders.formats import round_robin
from ladders.formats.base import Die, Event, Result, RollOff, Settings
from ladders.formats.counted import open_fixtures
from tests.ladders.formats.playing import (
    at,
    disqualified,
    field,
    lines,
    reinstate,
    score,
    with_fixtures,
    with_results,
    withdraw,
)


@given(st.integers(4, 600))
def test_sections_have_4_to_7_and_differ_by_one_at_most(entrants: int) -> None:
    sections = round_robin.sections(field(entrants), Settings())
    sizes = [len(section) for section in sections]
    assert min(sizes) >= 4
    assert max(sizes) <= 7
    assert max(sizes) - min(sizes) <= 1
    assert sorted(e.seed for section in sections for e in section) == list(range(1, entrants + 1))
    assert [min(e.seed for e in section) for section in sections] == list(range(1, len(sections) + 1))


@pytest.mark.parametrize(
    ("entrants", "sections"),
    [(1, 1), (2, 1), (7, 1), (8, 2), (15, 3), (16, 4), (28, 4), (29, 5), (49, 7), (64, 16), (500, 72)],
)
def test_there_are_as_few_sections_as_let_the_last_one_have_4(entrants: int, sections: int) -> None:
    assert len(round_robin.sections(field(entrants), Settings())) == sections


def test_seeds_are_dealt_there_and_back() -> None:
    sections = round_robin.sections(field(9), Settings())
    assert [[e.seed for e in section] for section in sections] == [[1, 4, 5, 8, 9], [2, 3, 6, 7]]


@given(st.integers(2, 7))
def test_every_pair_meets_twice_and_each_starts_one(entrants: int) -> None:
    fixtures = round_robin.next_fixtures(Event(field(entrants)))
    assert Counter((frozenset(f.seats), f.starts) for f in fixtures) == {
        (frozenset(pair), starter): 1
        for pair in combinations([entrant.id for entrant in field(entrants)], 2)
        for starter in pair
    }


@given(st.integers(4, 7), st.integers(1, 4))
def test_a_limit_at_once_gives_matches_out_as_earlier_ones_finish(entrants: int, limit: int) -> None:
    event = Event(field(entrants), Settings(at_once=limit))
    steps = 0
    while not round_robin.over(event):
        event = with_fixtures(round_robin, event)
        waiting = open_fixtures(event)
        busy = Counter(seat for fixture in waiting for seat in fixture.seats)
        assert max(busy.values()) <= limit
        assert round_robin.next_fixtures(event) == ()
        first = waiting[0]
        event = with_results(event, {first.key: score(first, {seat: seat for seat in first.seats})})
        event = rolled(event, {100 + seed: (seed - 1,) for seed in range(1, 8)})
        steps += 1
    assert steps == len(event.fixtures) == entrants * (entrants - 1)
    whole = round_robin.next_fixtures(Event(field(entrants)))
    assert {fixture.key: fixture for fixture in whole} == {fixture.key: fixture for fixture in event.fixtures}


def test_who_is_put_back_is_given_what_it_still_has_to_play() -> None:
    event = with_fixtures(round_robin, withdraw(Event(field(4)), 104, 0))
    assert len(event.fixtures) == 6
    event = with_fixtures(round_robin, reinstate(event, 104))
    assert len(event.fixtures) == 12
    event = withdraw(event, 103, 1)
    assert len(open_fixtures(event)) == 6
    assert len(open_fixtures(reinstate(event, 103))) == 12


Scores = dict[tuple[int, int], tuple[int, int]]


def play(size: int, scores: Scores, timed_out: tuple[int, ...] = ()) -> Event:
    """A section in which both matches of each pair ended so, by seeds; others are draws at 200."""
    event = with_fixtures(round_robin, Event(field(size)))
    results = {}
    for fixture in event.fixtures:
        a, b = sorted(seat - 100 for seat in fixture.seats)
        mine, other = scores.get((a, b), (200, 200))
        out = frozenset(100 + seed for seed in timed_out) & frozenset(fixture.seats)
        results[fixture.key] = score(fixture, {100 + a: mine, 100 + b: other}, timed_out=out)
    return with_results(event, results)


def values(event: Event, column: str) -> dict[int, Fraction]:
    index = [column.name for column in round_robin.COLUMNS].index(column)
    return {row.entrant - 100: row.values[index] for row in round_robin.standings(event)}


def ranks(event: Event) -> dict[int, int | None]:
    return {row.entrant - 100: row.rank for row in round_robin.standings(event)}


def test_a_win_is_2_a_draw_1_and_a_loss_0() -> None:
    event = play(4, {(1, 2): (300, 100), (1, 3): (100, 300), (1, 4): (300, 100)})
    assert lines(round_robin.standings(event))[0] == (1, 103, 8)
    assert {row.entrant: int(row.points) for row in round_robin.standings(event)} == {
        101: 8, 102: 4, 103: 8, 104: 4,
    }  # fmt: skip


def test_the_place_wins_a_match_and_not_the_total() -> None:
    event = with_fixtures(round_robin, Event(field(2)))
    lost_by_the_clock = Result((2, 1), (300, 100), at(1), timed_out=frozenset({101}))
    event = with_results(event, {event.fixtures[0].key: lost_by_the_clock})
    assert lines(round_robin.standings(event)) == [(1, 102, 2), (2, 101, 0)]


def test_direct_result_comes_first() -> None:
    event = play(4, {(1, 2): (300, 100), (1, 3): (100, 300), (1, 4): (300, 100)})
    assert values(event, "Direct result") == {1: 0, 2: 2, 3: 4, 4: 2}
    assert ranks(event)[3] == 1
    assert ranks(event)[1] == 2


def test_then_sonneborn_berger_counts_the_points_of_those_beaten() -> None:
    event = play(5, {(1, 3): (300, 200), (2, 4): (300, 200), (3, 4): (300, 200), (3, 5): (300, 200)})
    points = {row.entrant - 100: int(row.points) for row in round_robin.standings(event)}
    assert points == {1: 10, 2: 10, 3: 10, 4: 4, 5: 6}
    # 1: drew 2, 4 and 5 twice each and beat 3 twice: 10 + 4 + 6 + 2 * 10
    assert values(event, "Sonneborn-Berger") == {
        1: 10 + 20 + 4 + 6,
        2: 10 + 10 + 8 + 6,
        3: 0 + 10 + 8 + 12,
        4: 10 + 0 + 0 + 6,
        5: 10 + 10 + 0 + 4,
    }
    assert values(event, "Direct result") == {1: 6, 2: 4, 3: 2, 4: 0, 5: 0}


def test_then_the_mean_score_over_matches_played() -> None:
    event = play(4, {(1, 2): (210, 210), (1, 3): (190, 190)})
    assert values(event, "Mean score") == {
        1: 200,
        2: Fraction(610, 3),
        3: Fraction(590, 3),
        4: 200,
    }
    assert ranks(event) == {2: 1, 1: 2, 4: 2, 3: 4}


def test_then_fewer_time_outs() -> None:
    assert ranks(play(4, {}, timed_out=(1, 2))) == {3: 1, 4: 1, 1: 3, 2: 3}


def test_then_a_roll_off_until_nobody_is_level() -> None:
    event = play(4, {}, timed_out=(1,))
    assert round_robin.roll_offs(event) == (RollOff((102, 103, 104)),)
    assert not round_robin.over(event)
    event = rolled(event, {102: (4,), 103: (5,), 104: (5,)})
    assert round_robin.roll_offs(event) == (RollOff((103, 104)),)
    event = rolled(event, {102: (4,), 103: (5, 1), 104: (5, 6)})
    assert round_robin.roll_offs(event) == ()
    assert round_robin.over(event)
    assert ranks(event) == {4: 1, 3: 2, 2: 3, 1: 4}


def test_the_first_die_that_differs_decides_a_roll_off() -> None:
    event = rolled(play(4, {}), {101: (4, 6), 102: (4, 2), 103: (5, 1), 104: (5, 2)})
    assert ranks(event) == {4: 1, 3: 2, 1: 3, 2: 4}


def test_who_becomes_level_later_catches_up_die_by_die() -> None:
    event = rolled(play(4, {}, timed_out=(1,)), {102: (4,), 103: (5,), 104: (6,)})
    assert round_robin.over(event)
    event = rolled(play(4, {}), {102: (4,), 103: (5,), 104: (6,)})
    assert round_robin.roll_offs(event) == (RollOff((101,)),)
    assert set(ranks(event).values()) == {1}, "level until all have thrown"
    event = rolled(event, {101: (5,), 102: (4,), 103: (5,), 104: (6,)})
    assert round_robin.roll_offs(event) == (RollOff((101, 103)),)
    assert ranks(event) == {4: 1, 1: 2, 3: 2, 2: 4}


@given(st.integers(4, 7), st.data())
def test_every_roll_off_ends_in_a_total_order_whatever_is_thrown(entrants: int, data: st.DataObject) -> None:
    dice: dict[int, tuple[int, ...]] = {}
    event = play(entrants, {})
    throws = 0
    while round_robin.roll_offs(event):
        throws += 1
        level = [entrant for roll_off in round_robin.roll_offs(event) for entrant in roll_off.entrants]
        for entrant in level:
            apart = 1 + (entrant - 101) // (1 + 5 * (throws % 2)) % 6
            dice[entrant] = (
                *dice.get(entrant, ()),
                data.draw(st.integers(1, 6)) if throws < 5 else apart,
            )
        event = rolled(event, dice)
        assert round_robin.over(event) == (not round_robin.roll_offs(event))
        assert throws < 20
    assert sorted(rank for rank in ranks(event).values() if rank) == list(range(1, entrants + 1))


def test_a_time_out_counts_as_one_though_it_is_an_absence() -> None:
    event = play(4, {})
    lost = score(event.fixtures[0], {101: 1, 102: 1}, absent=frozenset({101}), timed_out=frozenset({101}))
    event = with_results(event, {event.fixtures[0].key: lost})
    assert values(event, "Time-outs")[1] == 1
    assert values(event, "Mean score")[1] == Fraction(5 * 200, 6), "absence is a score of 0"
    assert values(event, "Mean score")[2] == 200


def test_a_match_that_counts_for_nobody_is_no_match() -> None:
    event = play(4, {})
    nobody = replace(event.results[event.fixtures[0].key], for_nobody=True)
    event = with_results(event, {event.fixtures[0].key: nobody})
    assert {row.entrant: (row.played, int(row.points)) for row in round_robin.standings(event)} == {
        101: (5, 5), 102: (5, 5), 103: (6, 6), 104: (6, 6),
    }  # fmt: skip


def test_the_disqualified_has_no_rank_what_it_finished_stands_and_those_behind_move_up() -> None:
    event = play(4, ALL_WON_BY_SEED)
    review = disqualified(event, 101)
    assert round_robin.over(review)
    assert lines(round_robin.standings(review)) == [(1, 102, 8), (2, 103, 4), (3, 104, 0), (None, 101, 12)]
    two = {f.key: event.results[f.key] for f in [f for f in event.fixtures if 101 in f.seats][:2]}
    running = disqualified(replace(event, results=two), 101, 2)
    points = {row.entrant: int(row.points) for row in round_robin.standings(running)}
    assert points == {101: 4, 102: 0, 103: 4, 104: 4}, "finished ones stand, running ones are forfeited"
    assert lines(round_robin.standings(reinstate(review, 101)))[0] == (1, 101, 12)


def rolled(event: Event, dice: dict[int, tuple[int, ...]]) -> Event:
    return replace(
        event,
        entrants=tuple(
            replace(e, roll_off=tuple(Die(0, die) for die in dice.get(e.id, ()))) for e in event.entrants
        ),
    )


def test_nobody_rolls_off_before_all_is_played() -> None:
    event = play(4, {})
    some = dict(list(event.results.items())[:-1])
    assert round_robin.roll_offs(replace(event, results=some)) == ()
    assert not round_robin.over(replace(event, results=some))


ALL_WON_BY_SEED = dict.fromkeys(combinations(range(1, 5), 2), (300, 200))


def test_an_early_withdrawal_annuls_what_was_played_for_the_opponents_too() -> None:
    event = play(4, ALL_WON_BY_SEED)
    played = [f for f in event.fixtures if 101 in f.seats][:2]
    rest = {key: r for key, r in event.results.items() if key in {f.key for f in played}}
    event = withdraw(replace(event, results=rest), 101, 2)
    assert lines(round_robin.standings(event)) == [(1, 102, 0), (1, 103, 0), (1, 104, 0), (None, 101, 0)]
    assert all(row.played == 0 for row in round_robin.standings(event))


def test_a_later_withdrawal_forfeits_the_rest() -> None:
    event = play(4, ALL_WON_BY_SEED)
    played = [f for f in event.fixtures if 101 in f.seats][:3] + [
        f for f in event.fixtures if 101 not in f.seats
    ]
    rest = {key: r for key, r in event.results.items() if key in {f.key for f in played}}
    event = withdraw(replace(event, results=rest), 101, 2)
    # 101 beat 102 twice and 103 once; it forfeits one match to 103 and two to 104
    assert lines(round_robin.standings(event)) == [(1, 102, 8), (2, 101, 6), (3, 103, 6), (4, 104, 4)]
    assert round_robin.over(event)
    assert values(event, "Mean score")[3] == Fraction(2 * 300 + 3 * 200, 5)


def test_who_does_not_come_loses_and_two_who_do_not_come_both_lose() -> None:
    event = with_fixtures(round_robin, Event(field(2)))
    one, two = event.fixtures
    totals = {101: 300, 102: 200}
    event = with_results(event, {one.key: score(one, totals, absent=frozenset({101}))})
    event = with_results(event, {two.key: score(two, totals, absent=frozenset({101, 102}))})
    assert lines(round_robin.standings(event)) == [(1, 102, 2), (2, 101, 0)]


def test_section_winners_go_up_and_who_withdrew_is_replaced_by_the_next() -> None:
    one = play(4, ALL_WON_BY_SEED)
    assert round_robin.advance([one]) == ()
    other = Event(tuple(replace(e, id=e.id + 100, seed=e.seed + 4) for e in field(4)), section=2)
    other = with_fixtures(round_robin, other)
    other = with_results(
        other,
        {f.key: score(f, {seat: 500 - seat for seat in f.seats}) for f in other.fixtures},
    )
    assert round_robin.advance([other, one]) == (101, 201)
    assert round_robin.advance([other, withdraw(one, 101, 9)]) == (102, 201)


@pytest.mark.parametrize(("entrants", "stages"), [(4, 1), (7, 1), (8, 2), (49, 2), (64, 3), (500, 4)])
def test_the_stages_are_known_beforehand(entrants: int, stages: int) -> None:
    assert round_robin.rounds(entrants, Settings()) == stages
