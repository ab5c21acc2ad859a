"""What an event refuses to hold, how fields are cut, and who is level in a table."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladders.formats import FORMATS
from ladders.formats.base import BadField, Column, Event, Fixture, Result
from ladders.formats.field import active, check_field, sizes
from ladders.formats.standings import Line, shared, table
from tests.ladders.formats.playing import START, field, withdraw

FIXTURE = Fixture(1, 1, 1, 1, 1, (101, 102))


def test_a_result_needs_a_fixture() -> None:
    with pytest.raises(ValueError, match="No fixture"):
        Event(field(2), results={FIXTURE.key: Result((1, 2), (2, 1), START)})


@pytest.mark.parametrize(("places", "totals"), [((1,), (2, 1)), ((1, 2), (2,)), ((1, 2, 3), (3, 2, 1))])
def test_a_result_needs_a_place_and_a_total_for_every_seat(
    places: tuple[int, ...], totals: tuple[int, ...]
) -> None:
    with pytest.raises(ValueError, match="does not fit"):
        Event(field(2), fixtures=(FIXTURE,), results={FIXTURE.key: Result(places, totals, START)})


def test_a_fixture_is_made_once() -> None:
    with pytest.raises(ValueError, match="same key"):
        Event(field(2), fixtures=(FIXTURE, FIXTURE))


def test_a_key_names_stage_section_round_pairing_and_leg() -> None:
    assert Fixture(1, 2, 3, 4, 5, (101,)).key == "1.2.3.4.5"


@pytest.mark.parametrize(
    ("code", "entrants", "seats", "words"),
    [
        ("league", 1, 10, "at least 2"),
        ("champions", 2, 10, "at least 3"),
        ("champions", 5, 10, "at most 4"),
        ("score", 11, 10, "at most 10"),
        ("score", 9, 8, "at most 8"),
        ("team", 11, 10, "at most 10"),
        ("round-robin", 3, 10, "at least 4"),
        ("swiss", 1, 10, "at least 2"),
        ("knockout", 1, 10, "at least 2"),
    ],
)
def test_a_field_too_small_or_too_large_is_refused(code: str, entrants: int, seats: int, words: str) -> None:
    with pytest.raises(BadField, match=words):
        check_field(FORMATS[code], entrants, seats)


@pytest.mark.parametrize(
    ("code", "entrants", "seats"),
    [
        ("league", 5000, 10),
        ("champions", 3, 10),
        ("champions", 4, 10),
        ("score", 8, 8),
        ("team", 10, 10),
        ("round-robin", 4, 2),
        ("swiss", 2000, 2),
        ("knockout", 2, 2),
    ],
)
def test_a_field_that_fits_is_taken(code: str, entrants: int, seats: int) -> None:
    check_field(FORMATS[code], entrants, seats)


@given(st.integers(1, 500), st.integers(1, 50))
def test_sizes_differ_by_one_at_most(entrants: int, sections: int) -> None:
    cut = sizes(entrants, sections)
    assert len(cut) == sections
    assert sum(cut) == entrants
    assert max(cut) - min(cut) <= 1


def test_whoever_withdrew_is_not_active() -> None:
    event = withdraw(Event(field(3)), 102, 1)
    assert [entrant.id for entrant in active(event)] == [101, 103]


def test_a_table_goes_by_points_then_by_each_column_then_shares_the_rank() -> None:
    columns = (Column("More is better"), Column("Fewer is better", fewer=True))
    worth = [(1, 9, 0), (3, 1, 2), (3, 2, 2), (3, 2, 1), (3, 2, 1), (9, 9, 9)]
    lines = [
        Line(entrant, 1, Fraction(p), (Fraction(a), Fraction(b)), ranked=entrant.seed != 6)
        for entrant, (p, a, b) in zip(field(6), worth, strict=True)
    ]
    rows = table(lines, columns)
    assert [(row.entrant, row.rank) for row in rows] == [
        (104, 1), (105, 1), (103, 3), (102, 4), (101, 5), (106, None),
    ]  # fmt: skip
    assert shared(rows) == ((104, 105),)
