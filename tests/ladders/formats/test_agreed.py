"""What may be agreed before an event opens."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ladders.formats import FORMATS, league
from ladders.formats.agreed import WORDS, check_settings
from ladders.formats.base import BadField, Settings
from tests.ladders.formats.playing import field


@pytest.mark.parametrize("code", FORMATS)
def test_what_stands_there_at_first_will_do(code: str) -> None:
    check_settings(FORMATS[code], Settings(), seats=10)


@pytest.mark.parametrize(
    ("code", "settings", "words"),
    [
        ("league", Settings(matches=0), "the number of matches is 1 to 100, not 0"),
        ("league", Settings(matches=101), "the number of matches"),
        ("champions", Settings(matches=-1), "the number of matches"),
        ("league", Settings(division=0), "the most players in a division is 2 to 10, not 0"),
        ("league", Settings(division=1), "the most players in a division"),
        ("league", Settings(division=11), "the most players in a division"),
        ("league", Settings(division=9), "the game is for 8 at most"),
        ("league", Settings(moving=-1), "who change divisions"),
        ("league", Settings(division=4, moving=4), "fewer must change divisions"),
        ("score", Settings(target=0), "the target is 1 to 1,000,000, not 0"),
        ("team", Settings(target=2_000_000), "the target"),
        ("round-robin", Settings(at_once=-1), "matches at once is 0 to 12, not -1"),
        ("round-robin", Settings(at_once=13), "matches at once"),
    ],
)
def test_what_would_break_later_is_refused_at_once(code: str, settings: Settings, words: str) -> None:
    with pytest.raises(BadField, match=words):
        check_settings(FORMATS[code], settings, seats=8)


def test_a_format_leaves_what_does_not_concern_it() -> None:
    nonsense = Settings(matches=0, division=0, moving=-1, target=0, at_once=-1)
    for code in ("swiss", "knockout", "double"):
        check_settings(FORMATS[code], nonsense, seats=2)


def test_divisions_of_two_leave_nobody_alone() -> None:
    pairs = Settings(division=2, moving=1)
    check_settings(league, pairs, 10, entrants=4)
    with pytest.raises(BadField, match="alone"):
        check_settings(league, pairs, 10, entrants=5)


def test_a_field_that_is_too_small_is_refused_with_it() -> None:
    with pytest.raises(BadField, match="at least 4"):
        check_settings(FORMATS["round-robin"], Settings(), 10, entrants=3)


@given(st.integers(-2, 12), st.integers(-2, 12), st.integers(2, 60), st.integers(2, 10))
def test_divisions_that_pass_are_never_of_one(division: int, moving: int, entrants: int, seats: int) -> None:
    settings = replace(Settings(), division=division, moving=moving)
    try:
        check_settings(league, settings, seats, entrants)
    except BadField:
        return
    assert all(2 <= len(part) <= seats for part in league.sections(field(entrants), settings))


def test_divisions_of_none_are_a_sentence_and_no_crash() -> None:
    with pytest.raises(BadField, match="2 players or more"):
        league.sections(field(4), Settings(division=0))


def test_every_setting_has_words() -> None:
    assert {name for form in FORMATS.values() for name in form.SETTINGS} <= set(WORDS)
