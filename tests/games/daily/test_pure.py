"""The parts of the daily that know no database: days, places, days in a row, text to share, perfect play."""

from __future__ import annotations

import random
from datetime import date, timedelta
from itertools import pairwise
from statistics import median

import pytest

from games.analysis.base import Choice
from games.daily import perfect, schedule, sharing, streaks
from games.daily.ranking import Standing
from games.daily.streaks import Streak
from games.rules import RULES, dealt
from games.rules.base import Pace
from games.rules.cards.boat import BOAT
from games.rules.cards.boatzee import BOATZEE
from games.rules.cards.card import Card

TODAY = date(2026, 11, 24)


def back(*days: int) -> list[date]:
    """Days so many days ago."""
    return [TODAY - timedelta(days=ago) for ago in days]


def test_most_days_have_boatzee_and_the_other_cards_come_in_turn() -> None:
    days = [TODAY + timedelta(days=ahead) for ahead in range(7 * 20)]
    games = [schedule.game_of(day) for day in days]
    others = [code for code in games if code != "BZ"]
    assert games.count("BZ") == 5 * 20
    assert set(others) == set(schedule.others()) == {"BD", "BT", "DG", "BX", "BO"}
    codes = schedule.others()
    assert all(codes.index(later) == (codes.index(one) + 1) % len(codes) for one, later in pairwise(others))
    assert all(dealt(code) for code in games)


def test_a_day_is_that_of_utc() -> None:
    assert schedule.begins(TODAY).isoformat() == "2026-11-24T00:00:00+00:00"
    assert schedule.ends(TODAY) == schedule.begins(TODAY + timedelta(days=1))


@pytest.mark.parametrize("players", [1, 2, 5, 100, 999])
def test_places_and_the_median_are_those_of_the_list_itself(players: int) -> None:
    chance = random.Random(players)
    totals = [chance.randrange(150, 160 + players) for _ in range(players)]
    counted = Standing.of((total, totals.count(total)) for total in set(totals))
    assert counted.players == players
    assert counted.median == median(totals)
    assert counted.best == max(totals)
    for total in {*totals, 0, 1000}:
        assert counted.place(total) == 1 + sum(other > total for other in totals)
        assert counted.shared(total) == totals.count(total)
    for total in totals if players > 1 else ():
        lower = sum(other < total for other in totals)
        assert counted.better_than(total, counted=True) == 100 * lower // (players - 1)


def test_of_nobody_there_is_neither_a_median_nor_anybody_to_be_better_than() -> None:
    nobody = Standing.of([(200, 0)])
    assert nobody.median is None
    assert nobody.best is None
    assert nobody.place(10) == 1
    assert nobody.better_than(10, counted=False) is None
    assert Standing.of([(200, 1)]).better_than(200, counted=True) is None


@pytest.mark.parametrize(
    ("days", "comes"),
    [
        ([], Streak(0, 0, 0, waits=True, to_next=7)),
        ([0], Streak(1, 1, 0, waits=False, to_next=6)),
        ([1], Streak(1, 1, 0, waits=True, to_next=6)),
        ([2], Streak(0, 1, 0, waits=True, to_next=7)),
        ([0, 1, 2, 2, 1], Streak(3, 3, 0, waits=False, to_next=4)),
        ([0, *range(2, 9)], Streak(8, 8, 0, waits=False, to_next=6)),
        ([*range(2, 9)], Streak(7, 7, 0, waits=True, to_next=7)),
        ([*range(3, 10)], Streak(0, 7, 0, waits=True, to_next=7)),
        ([0, *range(3, 17)], Streak(15, 15, 0, waits=False, to_next=6)),
        ([*range(30)], Streak(30, 30, 2, waits=False, to_next=5)),
        ([0, *range(4, 34)], Streak(1, 30, 0, waits=False, to_next=6)),
        ([-1, 0], Streak(1, 1, 0, waits=False, to_next=6)),
    ],
)
def test_days_in_a_row_go_on_over_a_missed_day_while_there_are_freezes(
    days: list[int], comes: Streak
) -> None:
    assert streaks.streak(back(*days), TODAY) == comes


def test_no_more_than_two_freezes_are_ever_held() -> None:
    for length in range(60):
        assert streaks.streak(back(*range(length)), TODAY).freezes == min(length // 7, 2)


def test_marks_are_sorted_so_that_they_tell_nothing_of_which_box() -> None:
    one = Card(((3, 0, 9, 12, 15, 18, 16, 0, 25, 30, 40, 0, 21),))
    assert sharing.marks(BOATZEE, one) == "■■■■■■■■■◧□□□"
    other = Card(((0, 6, 9, 12, 15, 18, 0, 16, 25, 30, 40, 0, 21),))
    assert sharing.marks(BOATZEE, other) == sharing.marks(BOATZEE, one)
    assert sharing.marks(BOAT, BOAT.blank()) == "□" * 11


def test_in_a_second_column_a_mark_stands_for_the_same_dice() -> None:
    rules = dealt("BD")
    card = Card(((3, *[None] * 12), (6, *[None] * 12)))
    assert rules.columns == 2
    assert sharing.marks(rules, card).count("■") == 2


def test_a_result_to_share_says_how_well_and_nothing_of_the_dice() -> None:
    row = sharing.marks(BOATZEE, Card(((3, 0, 9, 12, 15, 18, 16, 0, 25, 30, 40, 0, 21),)))
    said = sharing.text("Boatzee", TODAY, 213, 78, row, "https://x.example/daily/2026-11-24/", over=False)
    assert said.splitlines() == [
        "Boatzee daily, 24 November 2026: Boatzee",
        "213 points, better than 78 % of the others so far",
        "■■■■■■■■■◧□□□",
        "https://x.example/daily/2026-11-24/",
    ]
    assert "better" not in sharing.text("Boat", TODAY, 9, 0, "", "there", over=False)
    over = sharing.text("Boat", TODAY, 1, None, "□" * 26, "there", over=True).splitlines()
    assert over == ["Boatzee daily, 24 November 2026: Boat", "1 point", "□" * 13, "□" * 13, "there"]


class Greedy:
    """An advisor that takes the most points at once, and rolls until the third roll."""

    exact = False

    def choices(self, rules: object, state: object, seat: int) -> tuple[Choice, ...]:
        found = BOAT.moves(state, seat)  # type: ignore[arg-type]
        points = BOAT.preview(state, seat)  # type: ignore[arg-type]
        rolls = [move for move in found if not move.box]
        best = rolls[0] if rolls else max(found, key=lambda move: points[move.box])
        return (Choice(best, 0.0, 1.0),)


def test_perfect_play_gets_the_dice_that_everybody_gets() -> None:
    chance = random.Random(7)
    sets = {
        (turn, roll): tuple(chance.randint(1, 6) for _ in range(5))
        for turn in range(1, 12)
        for roll in range(1, 4)
    }
    made = perfect.play(BOAT, Greedy(), sets)  # type: ignore[arg-type]
    assert [turn.rolls for turn in made.turns] == [
        tuple(sets[number, roll][:3] for roll in (1, 2, 3)) for number in range(1, 12)
    ]
    top = sum(turn.points for turn in made.turns)
    assert made.total in {top, top + BOAT.bonus}
    assert not made.exact
    assert perfect.Played.load(made.dump()) == made
    with pytest.raises(KeyError):
        perfect.play(BOAT, Greedy(), {(1, 1): (1, 2, 3, 4, 5)})  # type: ignore[arg-type]


def test_every_game_of_a_day_is_played_at_the_pace_of_the_same_dice() -> None:
    assert all(Pace.DUPLICATE in RULES[code].paces for code in (schedule.USUAL, *schedule.others()))
