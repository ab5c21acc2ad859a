"""Figures of the coach in words: as exactly as a game is played, and no more."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.analysis.review import Amount, Loss, Sums
from games.models import Seat
from games.rules import RULES
from games.rules.base import Kind, Move, Pace
from games.views import review
from games.views import review_words as words
from tests.games.puzzles.posed import best_of, posed
from tests.games.rules.dice10000 import after, table


@pytest.mark.parametrize(
    ("code", "amount", "figure"),
    [
        ("DK", 1500.04, "1,500"),
        ("DK", -312.4, "−312"),
        ("DK", 0.4, "0"),
        ("DK", -0.4, "0"),
        ("BZ", 2.44, "2.4"),
        ("BT", 1599.5, "1,599.5"),
        ("PG", 7.06, "7.1"),
    ],
)
def test_points_are_told_as_exactly_as_a_game_counts(code: str, amount: float, figure: str) -> None:
    assert words.points(amount, RULES[code]) == figure
    signed = words.signed(amount, RULES[code])
    assert signed == (f"+{figure}" if amount > 0 and figure != "0" else figure)


def test_a_turn_of_dice_10000_brings_whole_points() -> None:
    said = "The turn then brings 1,500 points on average, instead of 312."
    assert words.turn(RULES["DK"], 1500.0, 312.4) == said


def test_what_brings_less_and_wins_more_often_says_so() -> None:
    """As in a last round, where a bank that is not enough loses the match."""
    said = words.turn(RULES["DK"], 833.0, 1000.0)
    assert said == (
        "The turn then brings only 833 points on average, instead of 1,000, but the match is won more often."
    )
    assert "only" not in words.turn(RULES["DK"], 999.8, 1000.2), "nobody sees a difference"


def test_how_often_a_roll_fails_is_told_of_dice_that_a_choice_leaves() -> None:
    """Nobody asks it of the first roll of a turn, nor where a bank is best, nor of other games."""
    rules, one = RULES["DK"], (1,)
    rolled = after(table(), "roll:122346")
    assert words.bust(rules, rolled, Move(Kind.ROLL, one)) == "A roll of 5 dice fails 8 times in 100."
    assert words.bust(rules, rolled, Move(Kind.BANK, one)) == ""
    assert words.bust(rules, table(), Move(Kind.ROLL)) == ""
    assert words.bust(RULES["PG"], RULES["PG"].start(2, {}, Pace.TURNS, 0), Move(Kind.ROLL)) == ""


def test_dice_are_lost_in_the_words_of_the_game() -> None:
    assert words.loss(RULES["DK"], Loss.DICE) == "which dice to set aside"
    assert words.loss(RULES["BZ"], Loss.DICE) == "which dice to keep"
    assert words.loss(RULES["DK"], Loss.PICK_UP) == str(words.LOSSES[Loss.PICK_UP])


@pytest.mark.parametrize(
    ("code", "start", "luck", "unplayed"), [("DK", "561", "−12", ""), ("PG", "560.7", "−12.3", "0.4")]
)
def test_what_a_match_comes_to_is_told_so_as_well(code: str, start: str, luck: str, unplayed: str) -> None:
    sums = Sums(start=Amount(560.7, 0.5), luck=Amount(-12.3, 0), unplayed=Amount(0.4, 0))
    column = review._column(RULES[code], Seat(index=0), sums, by_points=False)
    assert (column.start, column.luck, column.unplayed) == (start, luck, unplayed)


@pytest.mark.django_db
def test_the_answer_of_a_puzzle_of_dice_10000_has_none_either(client: Client, alice: User) -> None:
    puzzle = posed("DK", worths=[150_000, 31_240])
    client.force_login(alice)
    best = best_of("DK")
    form = {"version": "0", "do": best.kind.value, "keep": [str(face) for face in best.keep], "box": ""}
    page = client.post(reverse("games:puzzle", args=[puzzle.pk]), form, follow=True).content.decode()
    assert "The turn then brings 1,500 points on average, instead of 312." in page
    assert not re.search(r"\d\.\d points", page)
