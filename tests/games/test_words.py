"""The words of the table."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction

import pytest
from django.utils import timezone
from django.utils.dateformat import format as django_format

from games.rules import RULES
from games.rules.ten_thousand.scoring import Scoring, scoring_chance
from games.tables import table_of
from games.tables.base import Die
from games.templatetags.boatzee import alike, day, day_and_time, iso, odds, signed, until


@pytest.mark.parametrize(
    ("dice", "words"),
    [
        (1, "about once in 3 (33 %)"),
        (2, "about 3 times in 5 (56 %)"),
        (3, "about 3 times in 4 (72 %)"),
        (4, "about 5 times in 6 (84 %)"),
        (5, "almost always (92 %)"),
    ],
)
def test_odds_are_said_as_one_says_them(dice: int, words: str) -> None:
    assert odds(scoring_chance(dice, Scoring.STANDARD)) == words


def test_certainty_is_said_as_such() -> None:
    assert odds(Fraction(211, 216)) == "almost always (98 %)"


@pytest.mark.parametrize(("points", "words"), [(3, "+3"), (-4, "−4"), (0, "±0")])
def test_points_ahead_and_behind_carry_their_sign(points: int, words: str) -> None:
    assert signed(points) == words


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (timedelta(hours=47, minutes=59), "about 2 days"),
        (timedelta(hours=20), "about 20 hours"),
        (timedelta(minutes=30), "30 minutes"),
        (timedelta(seconds=-5), "no time left"),
    ],
)
def test_a_deadline_is_said_roughly_and_exactly(span: timedelta, words: str) -> None:
    assert until(timezone.now() + span).startswith(words)


def test_no_clock_says_nothing() -> None:
    assert until(None) == ""


@pytest.mark.parametrize(
    ("box", "code", "words"),
    [("fives-2", "BT", "Fives ×2"), ("full-house", "BZ", "Full house"), ("low", "BO", "7 or less")],
)
def test_a_box_is_called_as_on_the_card(box: str, code: str, words: str) -> None:
    assert table_of(RULES[code]).box_label(RULES[code], box) == words


@pytest.mark.parametrize(
    ("dice", "whole", "words"),
    [
        ((4,) * 5, 5, "Five alike!"),
        ((1,) * 3, 3, "Three alike!"),
        ((6,) * 6, 6, "Six alike!"),
        ((4, 4, 4, 4, 5), 5, ""),
        ((2,) * 3, 6, ""),
        ((6, 6), 2, ""),
        ((), 5, ""),
    ],
)
def test_only_a_whole_roll_alike_is_a_wonder(dice: tuple[int, ...], whole: int, words: str) -> None:
    assert alike([Die(face, kept=face == dice[0]) for face in dice], whole) == words


def test_days_and_moments_read_as_django_writes_them() -> None:
    first = datetime(2026, 1, 3, 7, 5, 9, 120, UTC)
    for moment in (first + timedelta(days=11 * count, hours=count) for count in range(40)):
        assert day(moment) == django_format(moment, "D j M")
        assert day_and_time(moment) == django_format(moment, "D j M, H:i")
        assert iso(moment) == django_format(moment, "c")
