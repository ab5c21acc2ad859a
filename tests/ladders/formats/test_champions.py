"""Who plays the champions' league."""

from fractions import Fraction

import pytest

from ladders.formats import champions
from ladders.formats.base import BadField, Event, Row, Settings
from tests.ladders.formats.playing import field, score, with_fixtures, with_results

FINAL = [Row(rank if rank < 7 else None, 100 + rank, 1, Fraction(0), ()) for rank in range(1, 8)]


@pytest.mark.parametrize(
    ("cannot", "come"),
    [
        ((), (101, 102, 103, 104)),
        ((102,), (101, 103, 104, 105)),
        ((101, 104), (102, 103, 105, 106)),
        ((101, 104, 106), (102, 103, 105)),
    ],
)
def test_the_top_four_come_or_those_after_them_and_three_will_do(
    cannot: tuple[int, ...], come: tuple[int, ...]
) -> None:
    assert champions.qualifiers(FINAL, cannot) == come


def test_two_will_not_do() -> None:
    with pytest.raises(BadField, match="at least 3 of the league must come, 2 can"):
        champions.qualifiers(FINAL, {101, 102, 103, 104})


def test_it_is_otherwise_a_league() -> None:
    event = with_fixtures(champions, Event(field(4), Settings(matches=1)))
    fixture = event.fixtures[0]
    event = with_results(event, {fixture.key: score(fixture, {101: 1, 102: 2, 103: 2, 104: 4})})
    assert [(row.entrant, row.points) for row in champions.standings(event)] == [
        (104, 4),
        (102, Fraction(5, 2)),
        (103, Fraction(5, 2)),
        (101, 1),
    ]
    assert champions.over(event)
