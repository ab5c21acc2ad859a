"""Teams that play the same dice, compared board by board."""

from dataclasses import replace

import pytest

from games.rules import RULES
from games.rules.base import Pace
from ladders.formats import duplicate
from ladders.formats.base import Event, Settings
from tests.ladders.formats.playing import field, lines, score, with_fixtures, with_results, withdraw

TEAMS = tuple(replace(entrant, members=2) for entrant in field(3))
TWO = TEAMS[:2]


def board(event: Event, *totals: dict[int, int], absent: frozenset[int] = frozenset()) -> Event:
    """One match with these totals on its boards."""
    event = with_fixtures(duplicate, event)
    new = [fixture for fixture in event.fixtures if fixture.key not in event.results]
    results = {
        fixture.key: score(fixture, its, absent=absent) for fixture, its in zip(new, totals, strict=True)
    }
    return with_results(event, results)


@pytest.mark.parametrize(
    ("difference", "points"),
    [(-50, 0), (0, 0), (2, 0), (3, 1), (11, 1), (12, 2), (27, 3), (31, 3), (48, 4), (300, 10), (5000, 10)],
)
def test_a_larger_difference_counts_for_less_and_less(difference: int, points: int) -> None:
    assert duplicate.match_points(difference, 3) == points


def test_the_scale_says_from_which_difference_on() -> None:
    for points in range(1, duplicate.MOST_POINTS + 1):
        least = duplicate.least_for(points, 3)
        assert duplicate.match_points(least, 3) == points == duplicate.match_points(least - 1, 3) + 1


def test_every_game_that_can_be_played_so_has_a_unit() -> None:
    assert {code for code, rules in RULES.items() if Pace.DUPLICATE in rules.paces} == set(duplicate.UNITS)


def test_a_match_is_two_boards_of_the_next_members() -> None:
    event = board(Event(TWO, Settings(matches=2)), {101: 1, 102: 1}, {101: 1, 102: 1})
    event = with_fixtures(duplicate, event)
    assert [(f.round, f.leg, f.members) for f in event.fixtures] == [
        (1, 1, (0, 0)), (1, 2, (1, 1)), (2, 1, (0, 0)), (2, 2, (1, 1)),
    ]  # fmt: skip


def test_the_better_team_of_each_board_gets_match_points() -> None:
    event = board(Event(TWO, Settings(matches=1)), {101: 262, 102: 231}, {101: 200, 102: 248})
    assert lines(duplicate.standings(event)) == [(1, 102, 4), (2, 101, 3)]
    assert duplicate.over(event)
    assert not duplicate.over(replace(event, settings=Settings(matches=2)))


def test_of_three_each_is_compared_with_each() -> None:
    assert duplicate.gains({101: 250, 102: 247, 103: 223}, 3) == {101: 1 + 3, 102: 2, 103: 0}


def test_where_match_points_are_level_the_sum_of_scores_decides() -> None:
    event = board(Event(TWO, Settings(matches=1)), {101: 203, 102: 200}, {101: 200, 102: 205})
    assert lines(duplicate.standings(event)) == [(1, 102, 1), (2, 101, 1)]


def test_others_are_compared_with_an_absent_team_as_with_nothing() -> None:
    event = Event(TEAMS, Settings(matches=1))
    totals = {101: 108, 102: 250, 103: 108}
    event = board(event, totals, totals, absent=frozenset({102}))
    assert lines(duplicate.standings(event)) == [(1, 101, 12), (1, 103, 12), (3, 102, 0)]


def test_a_team_that_withdraws_early_leaves_nothing_behind() -> None:
    event = board(Event(TEAMS, Settings(matches=4)), *[{101: 250, 102: 247, 103: 100}] * 2)
    event = withdraw(event, 103, 1)
    rows = duplicate.standings(event)
    assert [(row.entrant, row.rank, int(row.points)) for row in rows] == [
        (101, 1, 2), (102, 2, 0), (103, None, 0),
    ]  # fmt: skip
