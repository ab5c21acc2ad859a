"""Divisions, points, and who goes up and down."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladders.formats import league
from ladders.formats.base import Event, Row, Settings
from ladders.formats.counted import Score
from tests.ladders.formats.playing import (
    disqualified,
    field,
    lines,
    reinstate,
    score,
    with_fixtures,
    with_results,
    withdraw,
)

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("entrants", "expected"),
    [(2, [2]), (10, [10]), (11, [6, 5]), (23, [8, 8, 7]), (30, [10, 10, 10]), (31, [8, 8, 8, 7])],
)
def test_divisions_are_of_ten_at_most_and_of_equal_size(entrants: int, expected: list[int]) -> None:
    divisions = league.sections(field(entrants)[::-1], Settings())
    assert [len(division) for division in divisions] == expected
    assert [e.seed for division in divisions for e in division] == list(range(1, entrants + 1))


def test_a_smaller_table_makes_smaller_divisions() -> None:
    assert [len(d) for d in league.sections(field(17), Settings(division=8))] == [6, 6, 5]


@pytest.mark.parametrize(
    ("places", "points"),
    [
        ((1, 2, 3, 4, 5), (5, 4, 3, 2, 1)),
        ((1, 2, 2, 4, 5), (5, 3 + HALF, 3 + HALF, 2, 1)),
        ((1, 1, 1, 1, 1), (3, 3, 3, 3, 3)),
        ((1, 1, 3, 3, 3), (4 + HALF, 4 + HALF, 2, 2, 2)),
    ],
)
def test_the_winner_gets_n_points_and_shared_places_share_the_mean(
    places: tuple[int, ...], points: tuple[Fraction, ...]
) -> None:
    scores = {seat: Score(place, 0) for seat, place in enumerate(places)}
    assert tuple(league.points_for(5, scores).values()) == points


@given(st.lists(st.integers(100, 110), min_size=2, max_size=10))
def test_a_full_table_always_shares_out_the_same_sum(totals: list[int]) -> None:
    size = len(totals)
    event = with_fixtures(league, Event(field(size)))
    result = score(event.fixtures[0], {100 + seed: total for seed, total in enumerate(totals, 1)})
    rows = league.standings(with_results(event, {event.fixtures[0].key: result}))
    assert sum(row.points for row in rows) == size * (size + 1) // 2


def play(matches: list[dict[int, int]], absences: list[set[int]] | None = None) -> Event:
    """A league after these matches, totals by entrant, one an hour."""
    event = Event(field(len(matches[0])), Settings(matches=len(matches)))
    for number, totals in enumerate(matches):
        event = with_fixtures(league, event)
        fixture = event.fixtures[-1]
        absent = frozenset(absences[number] if absences else ())
        event = with_results(event, {fixture.key: score(fixture, totals, number + 1, absent=absent)})
    return event


def points(event: Event) -> dict[int, tuple[int | None, float]]:
    return {entrant: (rank, points) for rank, entrant, points in lines(league.standings(event))}


def test_who_is_absent_gets_nothing_and_the_winner_still_n() -> None:
    event = play([{101: 300, 102: 200, 103: 100, 104: 0}], [{101, 104}])
    assert points(event) == {102: (1, 4), 103: (2, 3), 101: (3, 0), 104: (3, 0)}


def test_with_one_of_five_absent_the_others_get_5_4_3_2() -> None:
    event = play([{101: 500, 102: 400, 103: 300, 104: 200, 105: 100}], [{101}])
    assert points(event) == {102: (1, 5), 103: (2, 4), 104: (3, 3), 105: (4, 2), 101: (5, 0)}
    event = play([{101: 500, 102: 300, 103: 300, 104: 200, 105: 100}], [{101}])
    assert points(event) == {102: (1, 4.5), 103: (1, 4.5), 104: (3, 3), 105: (4, 2), 101: (5, 0)}


def test_the_disqualified_has_no_rank_and_what_was_finished_stands() -> None:
    event = play([ROUND, ROUND, ROUND, ROUND])
    assert points(disqualified(event, 101)) == {102: (1, 8), 103: (2, 4), 101: (None, 12)}
    early = disqualified(event, 101, 1.5)
    assert points(early) == {102: (1, 2 + 3 * 3), 103: (2, 1 + 3 * 2), 101: (None, 3)}
    assert points(reinstate(early, 101)) == points(event)


def test_level_points_go_by_wins_then_scores_then_fewer_time_outs_then_share() -> None:
    event = play([{101: 300, 102: 200, 103: 100}, {101: 100, 102: 200, 103: 300}])
    assert points(event) == {101: (1, 4), 103: (1, 4), 102: (3, 4)}
    event = play([{101: 300, 102: 200, 103: 100}, {101: 100, 102: 200, 103: 301}])
    assert points(event) == {103: (1, 4), 101: (2, 4), 102: (3, 4)}


def test_every_match_has_everybody_and_starts_differ_by_one_at_most() -> None:
    event = play([dict.fromkeys(range(101, 105), 100)] * 10)
    assert len(event.fixtures) == 10
    assert all(sorted(fixture.seats) == [101, 102, 103, 104] for fixture in event.fixtures)
    starts = [sum(fixture.starts == seat for fixture in event.fixtures) for seat in range(101, 105)]
    assert sorted(starts) == [2, 2, 3, 3]
    assert league.over(event)
    assert league.next_fixtures(event) == ()


def test_the_next_match_waits_for_the_one_before() -> None:
    event = with_fixtures(league, Event(field(3)))
    assert league.next_fixtures(event) == ()
    assert not league.over(event)


ROUND = {101: 300, 102: 200, 103: 100}


def test_who_withdraws_early_gives_up_the_position_and_the_results() -> None:
    event = withdraw(play([ROUND, ROUND, ROUND, ROUND]), 101, 1.5)
    assert points(event) == {102: (1, 12), 103: (2, 8), 101: (None, 0)}


def test_who_withdraws_later_gives_up_the_position_and_scores_0_from_there() -> None:
    event = withdraw(play([ROUND, ROUND, ROUND, ROUND]), 101, 2.5)
    assert points(event) == {102: (1, 2 + 2 + 3 + 3), 103: (2, 1 + 1 + 2 + 2), 101: (None, 6)}


def test_who_leaves_when_all_is_played_keeps_the_position() -> None:
    """Another division may still play, which holds nobody back: there is nothing left to give up."""
    played = play([ROUND, ROUND])
    assert points(withdraw(played, 101, 2)) == points(played) == {101: (1, 6), 102: (2, 4), 103: (3, 2)}
    assert points(withdraw(played, 101, 1.9)) == {102: (1, 5), 103: (2, 3), 101: (None, 3)}
    between = with_fixtures(league, Event(field(3), Settings(matches=2)))
    between = with_results(between, {between.fixtures[0].key: score(between.fixtures[0], ROUND)})
    assert points(withdraw(between, 101, 2)) == {102: (1, 2), 103: (2, 1), 101: (None, 3)}


def test_who_withdrew_sits_in_no_further_match() -> None:
    event = with_fixtures(league, Event(field(3), Settings(matches=3)))
    event = with_results(event, {event.fixtures[0].key: score(event.fixtures[0], ROUND)})
    event = with_fixtures(league, withdraw(event, 102, 2))
    assert event.fixtures[-1].seats == (101, 103)
    assert not league.over(event)
    assert league.over(withdraw(event, 103, 3))


def final(entrants: range, gone: int = 0) -> list[Row]:
    """A final table in the order of the entrants, the last `gone` of whom withdrew."""
    stay = len(entrants) - gone
    return [
        Row(rank if rank <= stay else None, entrant, 1, Fraction(0), ())
        for rank, entrant in enumerate(entrants, 1)
    ]


def test_the_last_two_change_places_with_the_first_two_of_the_division_below() -> None:
    tables = [final(range(1, 7)), final(range(11, 17)), final(range(21, 27))]
    assert league.next_season(tables, Settings()) == (
        (1, 2, 3, 4, 11, 12),
        (5, 6, 13, 14, 21, 22),
        (15, 16, 23, 24, 25, 26),
    )
    assert league.next_season(tables[:1], Settings()) == ((1, 2, 3, 4, 5, 6),)
    assert league.next_season(tables, Settings(moving=1))[1] == (6, 12, 13, 14, 15, 21)
    assert league.next_season(tables, Settings(moving=0))[1] == (11, 12, 13, 14, 15, 16)


def test_who_is_left_alone_in_what_was_laid_has_won_it_however_absent_before() -> None:
    """Nobody plays it: the others forfeit it, as they do what they leave."""
    event = with_fixtures(league, Event(field(4), Settings(matches=2)))
    nobody = score(event.fixtures[0], {100 + seed: 0 for seed in range(1, 5)}, 1, absent=frozenset({101}))
    event = with_fixtures(league, with_results(event, {event.fixtures[0].key: nobody}))
    for gone in (102, 103, 104):
        event = withdraw(event, gone, 1.5)
    assert league.over(event)
    assert lines(league.standings(event))[0] == (1, 101, 4)


def test_who_withdrew_is_not_in_the_next_season() -> None:
    tables = [final(range(1, 7), gone=2), final(range(11, 17))]
    assert league.next_season(tables, Settings()) == ((1, 2, 11, 12), (3, 4, 13, 14, 15, 16))


@given(st.lists(st.integers(0, 10), min_size=1, max_size=5), st.integers(0, 6))
def test_everybody_who_stayed_is_in_exactly_one_division_of_the_next_season(
    counts: list[int], moving: int
) -> None:
    tables = [final(range(100 * number, 100 * number + count)) for number, count in enumerate(counts)]
    divisions = league.next_season(tables, Settings(moving=moving))
    assert [len(division) for division in divisions] == counts
    assert sorted(e for d in divisions for e in d) == sorted(row.entrant for t in tables for row in t)
