"""The words of the table."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from django.utils import timezone

from games.rules.dice10000_scoring import Scoring, scoring_chance
from games.templatetags.boatzee import box_label, odds, signed, until


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
    assert box_label(box, code) == words
