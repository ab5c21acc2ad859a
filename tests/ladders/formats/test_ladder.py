"""Challenges: who may, who wins, and what moves."""

from dataclasses import replace
from datetime import timedelta

import pytest

from ladders.formats.base import Result
from ladders.ladder import rules
from ladders.ladder.rules import Climber, may_challenge
from tests.ladders.formats.playing import at

NOW = at(1000)
ME = Climber(1, 40, 0, 0, NOW)
OTHER = Climber(2, 35, 0, 0, NOW)


@pytest.mark.parametrize(
    ("rung", "highest"),
    [
        (1, 1),
        (2, 1),
        (11, 1),
        (12, 2),
        (40, 30),
        (43, 33),
        (44, 33),
        (100, 75),
        (400, 300),
        (100_000, 75_000),
    ],
)
def test_a_player_reaches_ten_rungs_up_or_a_quarter_of_their_own_rank(rung: int, highest: int) -> None:
    assert rules.reach(rung) == highest


@pytest.mark.parametrize(("rung", "most"), [(1, 5), (5, 5), (6, 4), (10, 4), (11, 3), (5000, 3)])
def test_a_rung_takes_so_many_challenges(rung: int, most: int) -> None:
    other = replace(OTHER, rung=rung)
    me = replace(ME, rung=rung + 1)
    assert may_challenge(me, replace(other, incoming=most - 1), NOW) is None
    said = may_challenge(me, replace(other, incoming=most), NOW)
    assert said == f"This player already has {most} challenges, the most on rung {rung}."


@pytest.mark.parametrize(
    ("me", "other", "says"),
    [
        ({}, {}, None),
        ({}, {"rung": 30}, None),
        ({"rung": None}, {}, "You are not on this ladder: join it to challenge others."),
        ({}, {"rung": None}, "This player has left the ladder."),
        ({}, {"player": 1, "rung": 40}, "This is your own rung."),
        ({}, {"rung": 41}, "You can only challenge players above you."),
        ({}, {"rung": 29}, "Too far up: from rung 40 you reach up to rung 30."),
        ({"outgoing": 2}, {}, None),
        ({"outgoing": 3}, {}, "You have 3 challenges under way: finish one first."),
        ({"on_holiday": True}, {}, None),
        ({}, {"on_holiday": True}, "This player is on holiday."),
        ({}, {"frozen": True}, "The staff have frozen this rung for now."),
        (
            {"frozen": True},
            {},
            "The staff have frozen your rung for now: what runs goes on, nothing new begins.",
        ),
        ({}, {"suspended": True}, "This player cannot play at the moment."),
        ({}, {"seen_at": NOW - timedelta(days=4)}, "This player has been away for 4 days or more."),
        ({}, {"seen_at": NOW - timedelta(days=4) + timedelta(seconds=1)}, None),
    ],
)
def test_a_challenge_is_open_or_says_why_not(
    me: dict[str, int], other: dict[str, int], says: str | None
) -> None:
    assert may_challenge(replace(ME, **me), replace(OTHER, **other), NOW) == says  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("ago", "says"),
    [
        (timedelta(0), "You two have just met: you can meet again in 7 days."),
        (timedelta(days=6, hours=1), "You two have just met: you can meet again in 1 day."),
        (timedelta(days=5), "You two have just met: you can meet again in 2 days."),
        (timedelta(days=7), None),
    ],
)
def test_the_same_pair_does_not_meet_again_within_seven_days(ago: timedelta, says: str | None) -> None:
    assert may_challenge(ME, OTHER, NOW, last=NOW - ago) == says


def test_the_same_pair_has_one_challenge_at_a_time() -> None:
    assert may_challenge(ME, OTHER, NOW, running=True) == "You two are playing a challenge already."


def test_a_challenge_is_two_matches_and_each_starts_one() -> None:
    first, second = rules.challenge(1, 2)
    assert (first.starts, second.starts) == (1, 2)
    assert set(first.seats) == set(second.seats) == {1, 2}
    assert first.key != second.key


@pytest.mark.parametrize(
    ("first", "second", "won"),
    [
        ((200, 150), (150, 200), None),
        ((200, 150), (149, 200), 2),
        ((201, 150), (150, 200), 1),
        ((200, 150), (200, 150), 1),
        ((150, 200), (199, 200), 2),
        ((200, 200), (200, 200), None),
        ((200, 200), (200, 199), 1),
        ((200, 200), (199, 200), 2),
    ],
)
def test_a_challenge_is_won_by_wins_then_by_the_total_over_both(
    first: tuple[int, int], second: tuple[int, int], won: int | None
) -> None:
    one, two = rules.challenge(1, 2)
    results = {
        one.key: Result(_places(first), first, at(1)),
        two.key: Result(_places(second[::-1]), second[::-1], at(2)),
    }
    assert rules.winner(1, 2, results) == won
    assert rules.winner(1, 2, results, cancelled=1) == 2
    assert rules.winner(1, 2, results, cancelled=2) == 1


def _places(totals: tuple[int, int]) -> tuple[int, int]:
    mine, other = totals
    return 1 + (other > mine), 1 + (mine > other)


def test_two_wins_are_more_than_a_higher_total() -> None:
    one, two = rules.challenge(1, 2)
    lost_by_the_clock = {
        one.key: Result((1, 2), (10, 300), at(1), timed_out=frozenset({2})),
        two.key: Result((2, 1), (300, 10), at(2), timed_out=frozenset({2})),
    }
    assert rules.winner(1, 2, lost_by_the_clock) == 1


def test_who_came_to_neither_match_has_lost() -> None:
    one, two = rules.challenge(1, 2)
    results = {
        one.key: Result((1, 1), (0, 0), at(1), absent=frozenset({2})),
        two.key: Result((1, 1), (0, 0), at(2), absent=frozenset({2})),
    }
    assert rules.winner(1, 2, results) == 1


def test_who_lost_a_match_by_the_clock_has_lost_whatever_stands_on_the_cards() -> None:
    one, two = rules.challenge(1, 2)
    results = {
        one.key: Result((1, 2), (300, 10), at(1)),
        two.key: Result((2, 1), (10, 300), at(2), timed_out=frozenset({1})),
    }
    assert rules.winner(1, 2, results) == 2


def test_nobody_has_won_while_a_match_runs() -> None:
    one, _ = rules.challenge(1, 2)
    with pytest.raises(ValueError, match="not over"):
        rules.winner(1, 2, {one.key: Result((1, 2), (2, 1), at(1))})


@pytest.mark.parametrize(
    ("absent", "won"),
    [
        ((set(), set()), 1),
        (({1}, set()), 2),
        ((set(), {1}), 2),
        (({2}, {2}), 1),
        (({1}, {2}), None),
        (({2}, {1}), None),
        (({1, 2}, set()), None),
    ],
)
def test_absent_from_one_match_is_absent_from_the_challenge(
    absent: tuple[set[int], set[int]], won: int | None
) -> None:
    """Whatever stands on the cards: by them, the first has won both."""
    one, two = rules.challenge(1, 2)
    results = {
        one.key: Result((1, 2), (300, 10), at(1), absent=frozenset(absent[0])),
        two.key: Result((2, 1), (10, 300), at(2), absent=frozenset(absent[1])),
    }
    assert rules.winner(1, 2, results) == won


@pytest.mark.parametrize(
    ("challenger", "defender", "challenger_won", "climbs"),
    [
        (5, 2, True, True),
        (2, 1, True, True),
        (5, 2, False, False),
        (2, 5, True, False),
        (None, 2, True, False),
        (5, None, True, False),
    ],
)
def test_a_challenger_still_below_who_wins_takes_the_rung(
    challenger: int | None, defender: int | None, *, challenger_won: bool, climbs: bool
) -> None:
    assert rules.climbs(challenger, defender, challenger_won=challenger_won) == climbs
