"""Chances at Dice 10000: right near the end, whole over every roll, and good advice everywhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.analysis.race.hands import rolls
from games.rules.base import Kind, Move, Pace
from games.rules.ten_thousand.scoring import Scoring, is_six_alike, keeps, worth
from games.rules.ten_thousand.turn import State, offer
from tests.games.analysis.race_tables import DK, NEAR, advisor, duel, played
from tests.games.rules.dice10000 import after, with_totals

pytestmark = pytest.mark.xdist_group("tables of Dice 10000")  # built once

ALL = [(scoring.value, pick_up) for scoring in Scoring for pick_up in (True, False)]


def mean_chance(state: State, move: Move) -> float:
    """What a move leads to, by the rules alone: the mean chance after each roll that may fall."""
    seat = state.seat
    number = DK.dice_wanted(state, seat, move)
    fallen = rolls(number) if number else (((), 1.0),)
    return sum(
        likely * advisor().chances(DK, DK.play(state, seat, move, dice))[seat] for dice, likely in fallen
    )


@pytest.mark.parametrize(("scoring", "pick_up"), ALL)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32), players=st.sampled_from([2, 2, 3, 5]))
def test_a_choice_is_worth_the_mean_over_its_dice(
    scoring: str, pick_up: bool, seed: int, players: int
) -> None:
    chance = Random(seed)
    target = chance.choice([2000, 2050, 10_000])
    state = played(chance, players, scoring=scoring, pick_up=pick_up, target=target)
    for choice in chance.sample(found := advisor().choices(DK, state, state.seat), min(4, len(found))):
        if DK.dice_wanted(state, state.seat, choice.move) <= 4:
            assert choice.chance == pytest.approx(mean_chance(state, choice.move), abs=2e-6)


@pytest.mark.parametrize("scoring", [scoring.value for scoring in Scoring])
def test_a_roll_of_six_dice_is_worth_the_mean_over_them(scoring: str) -> None:
    for script in (
        "roll:112346 11+bank",
        "roll:111555 111555+roll:123456 123456+bank roll:555111 111555+bank",
    ):
        state = after(with_totals(1000, 1500, scoring=scoring), script)
        for choice in advisor().choices(DK, state, state.seat):
            if choice.move.kind is not Kind.BANK:
                assert choice.chance == pytest.approx(mean_chance(state, choice.move), abs=2e-6)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    options=st.sampled_from(ALL),
    players=st.sampled_from([2, 2, 3, 8]),
    target=st.sampled_from([2000, 2333, 10_000, 20_000]),
)
def test_what_holds_of_every_state(seed: int, options: tuple[str, bool], players: int, target: int) -> None:
    state = played(Random(seed), players, scoring=options[0], pick_up=options[1], target=target)
    chances = advisor().chances(DK, state)
    assert len(chances) == players
    assert sum(chances) == pytest.approx(1, abs=1e-6)
    assert all(0 <= chance <= 1 for chance in chances)
    choices = advisor().choices(DK, state, state.seat)
    assert {choice.move for choice in choices} == set(DK.moves(state, state.seat))
    assert len(choices) == len(DK.moves(state, state.seat))
    assert all(0 <= choice.chance <= 1 for choice in choices)
    told = [round(choice.chance, 9) for choice in choices]
    assert told == sorted(told, reverse=True)
    if state.roll:
        assert chances[state.seat] == pytest.approx(choices[0].chance, abs=1e-6)
    for seat in range(players):
        if seat != state.seat:
            with pytest.raises(ValueError, match=f"Seat {seat} may not act"):
                advisor().choices(DK, state, seat)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 2**32),
    options=st.sampled_from(ALL),
    behind=st.integers(1, 1500),
    dice=st.integers(1, 6),
)
def test_a_bank_that_wins_is_taken(seed: int, options: tuple[str, bool], behind: int, dice: int) -> None:
    chance = Random(seed)
    state = with_totals(
        2000, 2000 - 50 * (behind // 50 + 1), scoring=options[0], pick_up=options[1], target=2000
    )
    state = replace(state, seat=1, opener=0, points=50 * chance.randrange(40))
    state = replace(state, roll=tuple(chance.randint(1, 6) for _ in range(dice)))
    banks = [move for move in DK.moves(state, 1) if move.kind is Kind.BANK]
    wins = [move for move in banks if DK.play(state, 1, move, ()).banked[1] > 2000]
    if wins:
        best = advisor().choices(DK, state, 1)[0]
        assert (best.move.kind, best.chance) == (Kind.BANK, 1.0)
        assert best.move in wins
        assert advisor().chances(DK, state) == pytest.approx((0.0, 1.0))


@pytest.mark.parametrize(
    ("totals", "script", "won"),
    [
        ((1900, 0), "roll:111234 111+bank roll:223346", (1.0, 0.0)),
        ((1900, 1900), "roll:111234 111+bank roll:111556 111+bank", (1.0, 0.0)),  # the opener wins a tie
        ((1900, 1900), "roll:111234 111+bank roll:111556 11155+bank", (0.0, 1.0)),
        ((0, 0), "roll:333333", (1.0, 0.0)),
        ((0, 0), "1.resign", (1.0, 0.0)),
        ((500, 500, 500), "roll:223346 roll:555555", (0.0, 1.0, 0.0)),
        ((1900, 500, 500), "roll:111234 111+bank 0.resign roll:223346 roll:223346", (0.0, 0.5, 0.5)),
    ],
)
def test_a_finished_match_says_who_won(totals: tuple[int, ...], script: str, won: tuple[float, ...]) -> None:
    state = after(with_totals(*totals, target=2000), script)
    assert state.over
    assert advisor().chances(DK, state) == won


@pytest.mark.parametrize("pick_up", [True, False])
def test_more_points_are_never_worse_between_turns_of_standard_scoring(pick_up: bool) -> None:
    table = duel(Scoring.STANDARD, pick_up=pick_up)
    count = len(table.distances)
    on_table = table.start[:count, :count]
    assert (np.diff(on_table, axis=0) <= 1e-5).all()  # farther from the target
    assert (np.diff(on_table, axis=1) >= -1e-5).all()  # the other farther from it


def test_in_alternative_scoring_1000_missing_can_be_worse_than_1050() -> None:
    # A small straight brings 1000: enough to open the last round by a hair, or to wait 50 points before it.
    table = duel(Scoring.ALTERNATIVE, pick_up=True, distances=tuple(range(1, 22)))
    assert table.start[19, 0] < table.start[20, 0] - 0.003
    steps = np.delete(np.diff(table.start[:21, :21], axis=0), [14, 19], axis=0)
    assert (steps <= 1e-5).all()


def test_who_begins_is_a_little_ahead() -> None:
    for scoring, pick_up in ALL:
        state = DK.start(2, DK.clean_options({"scoring": scoring, "pick_up": pick_up}), Pace.TURNS, 1)
        mine = advisor().chances(DK, state)[1]
        assert 0.5 < mine < 0.6


def test_it_does_not_open_the_last_round_by_a_hair_when_it_can_wait() -> None:
    # A bank of 50 lets the other player hunt 2000 with all six dice and five to pick up.
    state = after(with_totals(1950, 1950, target=2000), "roll:523346")
    choices = {choice.move: choice.chance for choice in advisor(NEAR).choices(DK, state, 0)}
    assert choices[Move(Kind.BANK, (5,))] < choices[Move(Kind.ROLL, (5,))]


def test_an_offer_is_taken_when_it_is_good_and_left_when_it_is_not() -> None:
    good = after(with_totals(3000, 3000), "roll:111236 111+bank")
    assert advisor().choices(DK, good, 1)[0].move.kind is Kind.PICK_UP
    bad = after(with_totals(3000, 3000), "roll:112346 11+roll:2255 5+roll:523 5+roll:51 5+bank")
    assert offer(bad)
    assert advisor().choices(DK, bad, 1)[0].move.kind is Kind.ROLL


@cache
def ways(dice: int) -> Mapping[frozenset[tuple[int, int]], float]:
    """What rolls of so many dice allow by standard scoring: points and dice left of each choice."""
    found: defaultdict[frozenset[tuple[int, int]], float] = defaultdict(float)
    for roll, likely in rolls(dice):
        allowed = frozenset(
            (worth(keep, Scoring.STANDARD), dice - len(keep) or 6) for keep in keeps(roll, Scoring.STANDARD)
        )
        found[frozenset({(-1, 0)}) if is_six_alike(roll) else allowed] += likely
    return found


@cache
def hunt(missing: int, dice: int) -> float:
    """The chance to gather so many points with a turn that goes on with so many dice, by standard scoring."""
    return sum(
        likely
        * max(
            (
                1.0 if points < 0 or points >= missing else hunt(missing - points, left)
                for points, left in allowed
            ),
            default=0.0,
        )
        for allowed, likely in ways(dice).items()
    )


class ByHand:
    """The chances near the target, with loops and dictionaries instead of arrays: slow, easy to believe."""

    MOST = 5000
    """Points at which a turn is banked in any case."""

    def __init__(self) -> None:
        self.start: dict[tuple[int, int], float] = {}
        self.turns: dict[tuple[int, int], dict[tuple[int, int], float]] = {}

    def bank(self, mine: int, theirs: int, points: int, left: int) -> float:
        if points >= mine:
            need = theirs + points - mine + 50
            return 1 - max(hunt(need, 6), hunt(max(need - points, 50), left) if left < 6 else 0)
        other = theirs, mine - points
        return 1 - max(self.start[other], self.turns[other][points, left] if left < 6 else 0)

    def turn(self, mine: int, theirs: int) -> dict[tuple[int, int], float]:
        """The chance before each roll of a turn, by its points and dice."""
        found: dict[tuple[int, int], float] = {}
        bust = 1 - self.start[theirs, mine]
        stand = {
            (points, left): self.bank(mine, theirs, points, left)
            for points in range(50, self.MOST + 4200, 50)
            for left in range(1, 7)
        }
        for points in range(self.MOST, -50, -50):
            for dice in range(1, 7):
                found[points, dice] = sum(
                    likely
                    * max(
                        (
                            1.0
                            if more < 0
                            else max(stand[points + more, left], found.get((points + more, left), 0.0))
                            for more, left in allowed
                        ),
                        default=bust,
                    )
                    for allowed, likely in ways(dice).items()
                )
        return found

    def solve(self, farthest: int) -> None:
        near = range(50, farthest + 50, 50)
        for one, other in sorted(((a, b) for a in near for b in near if a <= b), key=sum):
            self.start[one, other] = self.start[other, one] = 0.5
            moved = 1.0
            while moved > 1e-6:
                before = self.start[one, other]
                for mine, theirs in {(one, other), (other, one)}:
                    self.turns[mine, theirs] = self.turn(mine, theirs)
                    found = self.turns[mine, theirs][0, 6]
                    self.start[mine, theirs] = (found + before) / 2 if one == other else found
                moved = abs(self.start[one, other] - before)


def test_the_table_says_what_plain_loops_over_the_rules_say() -> None:
    slow = ByHand()
    slow.solve(100)
    table = duel(Scoring.STANDARD, pick_up=True, distances=NEAR)
    for (mine, theirs), chance in slow.start.items():
        row, column = mine // 50 - 1, theirs // 50 - 1
        assert table.start[row, column] == pytest.approx(chance, abs=3e-5)
        for points in (50, 300, 1000):
            assert table.offered is not None
            wanted = [slow.turns[mine, theirs][points, dice] for dice in range(1, 6)]
            assert table.offered[row, column, points // 50] == pytest.approx(wanted, abs=3e-5)
