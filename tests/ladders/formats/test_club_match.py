"""Two clubs on several boards at once."""

from dataclasses import replace

import pytest

from ladders.formats import club_match
from ladders.formats.base import Event, Settings
from ladders.formats.waiting import For, waits_for
from tests.ladders.formats.playing import field, lines, score, with_fixtures, with_results, withdraw

HOME, AWAY = (replace(entrant, members=2) for entrant in field(2))
TWO_BOARDS = with_fixtures(club_match, Event((HOME, AWAY), Settings(matches=2)))


def played(*totals: dict[int, int], absent: frozenset[int] = frozenset()) -> Event:
    """Both boards with these totals."""
    boards = zip(TWO_BOARDS.fixtures, totals, strict=True)
    return with_results(TWO_BOARDS, {one.key: score(one, its, absent=absent) for one, its in boards})


def test_all_boards_begin_at_once_and_the_sides_start_in_turn() -> None:
    assert [(one.leg, one.seats, one.members, one.starts) for one in TWO_BOARDS.fixtures] == [
        (1, (101, 102), (0, 0), 101),
        (2, (101, 102), (1, 1), 102),
    ]
    assert waits_for(club_match, TWO_BOARDS) is For.RESULTS
    assert club_match.next_fixtures(TWO_BOARDS) == ()


@pytest.mark.parametrize(
    ("first", "second", "table"),
    [
        ((200, 190), (180, 170), [(1, 101, 4), (2, 102, 0)]),
        ((200, 190), (170, 180), [(1, 101, 2), (1, 102, 2)]),
        ((200, 200), (170, 180), [(1, 102, 3), (2, 101, 1)]),
        ((200, 200), (180, 180), [(1, 101, 2), (1, 102, 2)]),
    ],
)
def test_a_board_brings_two_points_or_one_to_each(
    first: tuple[int, int], second: tuple[int, int], table: list[tuple[int, int, int]]
) -> None:
    event = played(*(dict(zip((101, 102), totals, strict=True)) for totals in (first, second)))
    assert lines(club_match.standings(event)) == table
    assert club_match.over(event)


def test_a_side_that_is_short_loses_the_boards_that_it_has_nobody_for() -> None:
    event = with_fixtures(club_match, Event((HOME, replace(AWAY, members=1)), Settings(matches=5)))
    first, second = event.fixtures
    assert (first.seats, second.seats) == ((101, 102), (101,))
    event = with_results(event, {first.key: score(first, {101: 100, 102: 200})})
    assert lines(club_match.standings(event)) == [(1, 101, 2), (1, 102, 2)]


def test_no_more_boards_are_laid_than_were_agreed() -> None:
    event = Event((replace(HOME, members=9), AWAY), Settings(matches=2))
    assert len(club_match.next_fixtures(event)) == 2


def test_who_is_absent_has_lost_and_where_both_are_nobody_has_won() -> None:
    event = played({101: 200, 102: 300}, {101: 100, 102: 90}, absent=frozenset({102}))
    assert lines(club_match.standings(event)) == [(1, 101, 4), (2, 102, 0)]
    event = played({101: 200, 102: 300}, {101: 100, 102: 90}, absent=frozenset({101, 102}))
    assert lines(club_match.standings(event)) == [(1, 101, 0), (1, 102, 0)]


def test_who_withdraws_loses_what_is_open_and_keeps_what_is_finished() -> None:
    first, _second = TWO_BOARDS.fixtures
    event = with_results(TWO_BOARDS, {first.key: score(first, {101: 100, 102: 200})})
    assert not club_match.over(event)
    event = withdraw(event, 102, hour=9)
    assert club_match.over(event)
    assert lines(club_match.standings(event)) == [(1, 101, 2), (None, 102, 2)]


def test_alone_there_is_nothing_to_play() -> None:
    event = withdraw(Event((HOME, AWAY), Settings(matches=2)), 101, hour=0)
    assert club_match.over(event)
    assert club_match.next_fixtures(event) == ()
