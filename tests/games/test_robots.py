"""Robots: always legal, the same for the same seed, and each better than the one before."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from statistics import mean
from typing import Any

import pytest

from games.rules import RULES
from games.rules.base import Kind, Pace, Rules
from games.tables.robots import Level, choose


def play_alone(level: Level, code: str, seed: int) -> int:
    """The total of a solo card."""
    rules: Rules[Any] = RULES[code]
    dice = random.Random(f"{code} {seed}")
    state = play_out(rules, rules.start(1, {}, Pace.TURNS, 0), (level,), dice)
    return rules.totals(state)[0]


def play_out(rules: Rules[Any], state: Any, levels: Sequence[Level], dice: random.Random) -> Any:
    """Robots of these levels, a seat each, play to the end; every move of theirs is legal."""
    steps = 0
    while rules.result(state) is None:
        seat = rules.to_act(state)[0]
        move = choose(levels[seat], rules, state, seat, f"{levels} {steps}")
        assert move in rules.moves(state, seat)
        rolled = tuple(dice.randint(1, 6) for _ in range(rules.dice_wanted(state, seat, move)))
        state = rules.play(state, seat, move, rolled)
        steps += 1
    return state


@pytest.mark.parametrize("scoring", ["standard", "alternative"])
@pytest.mark.parametrize(
    ("better", "worse", "share"), [(Level.SIMPLE, Level.RANDOM, 0.85), (Level.STRONG, Level.SIMPLE, 0.65)]
)
def test_at_dice_10000_the_better_robot_wins_most_matches(
    better: Level, worse: Level, share: float, scoring: str
) -> None:
    rules: Rules[Any] = RULES["DK"]
    options = rules.clean_options({"scoring": scoring, "target": 6000})
    wins = 0
    for seed in range(40):
        state = rules.start(2, options, Pace.TURNS, seed % 2)
        result = rules.result(play_out(rules, state, (better, worse), random.Random(seed)))
        wins += result is not None and result.places[0] == 1
    assert wins >= 40 * share


@pytest.mark.parametrize("options", [{}, {"dice": "2"}, {"equal_turns": True}])
@pytest.mark.parametrize(
    ("better", "worse", "matches", "share"),
    [(Level.SIMPLE, Level.RANDOM, 100, 0.55), (Level.STRONG, Level.SIMPLE, 1000, 0.5)],
)
def test_at_pig_the_better_robot_wins_more_matches(
    better: Level, worse: Level, matches: int, share: float, options: dict[str, Any]
) -> None:
    """So much of Pig is luck that the best play wins but 11 of 20 against one that holds at 20.

    With equal turns it is 52 of 100, so that it takes many matches to see it.
    """
    rules: Rules[Any] = RULES["PG"]
    wins = 0
    for seed in range(matches):
        state = rules.start(2, rules.clean_options(options), Pace.TURNS, seed % 2)
        result = rules.result(play_out(rules, state, (better, worse), random.Random(seed)))
        wins += result is not None and result.places[0] == 1
    assert wins > matches * share


def test_at_pig_a_strong_robot_races_against_those_who_still_play() -> None:
    """Whoever resigned comes last, whatever they had banked: 40 ahead of the other, it banks 16."""
    rules: Rules[Any] = RULES["PG"]
    state = replace(
        rules.start(3, rules.clean_options({}), Pace.TURNS, 0), banked=(40, 0, 95), roll=(4,), points=16
    )
    assert choose(Level.STRONG, rules, state, 0, "a").kind is Kind.ROLL, "somebody is near"
    assert choose(Level.STRONG, rules, replace(state, resigned=(2,)), 0, "a").kind is Kind.BANK


@pytest.mark.parametrize("level", [Level.SIMPLE, Level.STRONG])
def test_at_pig_no_robot_banks_less_than_who_has_reached_the_target(level: Level) -> None:
    """With equal turns this is its last turn: 20 more make 100 of 104, which loses for certain."""
    rules: Rules[Any] = RULES["PG"]
    state = rules.start(3, rules.clean_options({"equal_turns": True}), Pace.TURNS, 0)
    state = replace(state, banked=(104, 80, 120), resigned=(2,), seat=1, roll=(4,))
    assert choose(level, rules, replace(state, points=24), 1, "a").kind is Kind.ROLL, "no draw either"
    assert choose(level, rules, replace(state, points=25), 1, "a").kind is Kind.BANK


def test_at_dice_10000_a_strong_robot_need_not_beat_who_resigned() -> None:
    """The opener of the last round has left with 10,500: what is banked need not be more any longer."""
    rules: Rules[Any] = RULES["DK"]
    state = rules.start(3, rules.clean_options({}), Pace.TURNS, 0)
    state = replace(state, banked=(10_500, 9_000, 8_000), on_table=(True, True, True), opener=0)
    state = replace(state, seat=1, roll=(5, 2), points=900)
    assert choose(Level.STRONG, rules, state, 1, "a").kind is Kind.ROLL
    assert choose(Level.STRONG, rules, replace(state, resigned=(0,)), 1, "a").kind is Kind.BANK


@pytest.mark.parametrize(("code", "games"), [("BZ", 12), ("DG", 4), ("BX", 30), ("BO", 40)])
def test_each_level_plays_better_than_the_one_before(code: str, games: int) -> None:
    means = [mean(play_alone(level, code, seed) for seed in range(games)) for level in Level]
    assert means[0] < means[1] < means[2], means


def test_a_strong_card_is_a_good_card() -> None:
    assert mean(play_alone(Level.STRONG, "BZ", seed) for seed in range(40)) > 215


@pytest.mark.parametrize("code", RULES)
@pytest.mark.parametrize("level", Level)
def test_the_same_seed_gives_the_same_move(code: str, level: Level) -> None:
    rules: Rules[Any] = RULES[code]
    state = rules.start(2, rules.clean_options({}), Pace.TURNS, 0)
    state = rules.play(state, 0, choose(level, rules, state, 0, "a"), (2, 1, 5, 5, 6, 3)[: rules.dice])
    assert choose(level, rules, state, 0, "a") == choose(level, rules, state, 0, "a")


def test_a_seat_that_is_not_to_move_has_no_move() -> None:
    rules = RULES["BZ"]
    state = rules.start(2, {}, Pace.TURNS, 0)
    with pytest.raises(ValueError, match="not to move"):
        choose(Level.STRONG, rules, state, 1, "a")


def test_a_robot_uses_only_what_its_seat_may_see() -> None:
    """The cards of others are blank to it in a split match: what stands in them changes nothing."""
    rules: Rules[Any] = RULES["BZ"]
    quiet = rules.start(2, {}, Pace.SPLIT, 0)
    dice = random.Random(3)
    busy = quiet
    for step in range(20):
        move = choose(Level.RANDOM, rules, busy, 1, str(step))
        rolled = tuple(dice.randint(1, 6) for _ in range(rules.dice_wanted(busy, 1, move)))
        busy = rules.play(busy, 1, move, rolled)
    states = [rules.play(state, 0, rules.moves(state, 0)[0], (3, 3, 4, 5, 5)) for state in (quiet, busy)]
    assert choose(Level.STRONG, rules, states[0], 0, "x") == choose(Level.STRONG, rules, states[1], 0, "x")
