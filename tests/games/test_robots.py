"""Robots: always legal, the same for the same seed, blind to what is hidden; and their rules of thumb."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field, replace
from statistics import mean
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.analysis.base import Choice
from games.rules import RULES
from games.rules.base import Kind, Move, Pace, Rules
from games.tables import table_of
from games.tables.habits import HABITS, Habit
from games.tables.robots import Level, by_rule_of_thumb, choose, drawn, liked
from tests.games import strength
from tests.long import sample

ERRING = [level for level in Level if level is not Level.PERFECT]


@dataclass
class Ladder:
    """An advisor for whom each move is worth a point, and a tenth of a match, less than the one before."""

    exact: bool = True
    asked: list[Any] = field(default_factory=list)

    def points(self, rules: Any, state: Any, seat: int) -> float:
        return 0.0

    def chances(self, rules: Any, state: Any) -> tuple[float, ...]:
        return (0.5, 0.5)

    def choices(self, rules: Any, state: Any, seat: int) -> tuple[Choice, ...]:
        self.asked.append(state)
        moves = rules.moves(state, seat)
        if not moves:
            raise ValueError("This seat is not to move.")
        return tuple(Choice(move, -place, -place / 10) for place, move in enumerate(moves))


def at_random(rules: Rules[Any]) -> strength.Player:
    return lambda state, seat, seed: (random.Random(seed).choice(rules.moves(state, seat)), ())


def a_hand(code: str) -> tuple[Rules[Any], Any]:
    rules: Rules[Any] = RULES[code]
    state = rules.start(2, rules.clean_options({}), Pace.TURNS, 0)
    return rules, rules.play(state, 0, rules.moves(state, 0)[0], (2, 1, 5, 5, 6, 3)[: rules.dice])


@pytest.mark.parametrize("code", RULES)
@pytest.mark.parametrize("level", Level)
def test_the_same_seed_gives_the_same_legal_move(code: str, level: Level) -> None:
    rules, state = a_hand(code if code != "PG" else "BZ")
    move = choose(level, rules, state, 0, "a", Ladder())
    assert move in rules.moves(state, 0)
    assert move == choose(level, rules, state, 0, "a", Ladder())


def test_the_perfect_one_makes_the_first_choice_whatever_the_seed() -> None:
    rules, state = a_hand("BZ")
    first = Ladder().choices(rules, state, 0)[0].move
    assert {choose(Level.PERFECT, rules, state, 0, str(seed), Ladder()) for seed in range(30)} == {first}


@pytest.mark.parametrize("code", ["BZ", "DK"])
def test_the_lower_the_level_the_more_its_errors_cost(code: str) -> None:
    rules, state = a_hand(code)
    places = {choice.move: place for place, choice in enumerate(Ladder().choices(rules, state, 0))}
    costs = [
        mean(places[choose(level, rules, state, 0, str(seed), Ladder())] for seed in range(200))
        for level in Level
    ]
    assert costs == sorted(costs, reverse=True)
    assert costs[-1] == 0 < costs[0]


@pytest.mark.parametrize("code", RULES)
def test_each_level_minds_more_than_the_one_before(code: str) -> None:
    habits = HABITS[code]
    assert [Level(level) for level in habits] == ERRING
    minded = [habit.chance or habit.points for habit in habits.values()]
    assert minded == sorted(minded)


CHOICES = st.lists(
    st.tuples(st.floats(-50, 300), st.floats(0, 1)).map(
        lambda worth: Choice(Move(Kind.ROLL), worth[0], worth[1])
    ),
    min_size=1,
    max_size=40,
)


@given(CHOICES, st.floats(0.01, 2), st.floats(0, 50))
def test_the_more_a_choice_costs_the_less_it_is_liked(
    choices: list[Choice], points: float, chance: float
) -> None:
    likings = liked(Habit(points, chance), choices, {})
    assert max(likings) == 1
    worths = [points * one.points + chance * one.chance for one in choices]
    order = sorted(range(len(choices)), key=lambda at: worths[at])
    assert [likings[at] for at in order] == sorted(likings)


def test_who_is_greedy_likes_the_box_best_that_takes_most_at_once() -> None:
    choices = [Choice(Move(Kind.SCORE, box=box), 200.0, 0.5) for box in ("ones", "chance")]
    offers = {"ones": 3, "chance": 23}
    assert liked(Habit(points=1), choices, offers) == [1, 1]
    ones, chance = liked(Habit(points=1, greed=0.1), choices, offers)
    assert ones < chance == 1


@given(st.lists(st.floats(0.001, 1), min_size=1, max_size=40), st.floats(0, 1))
def test_one_is_drawn_whatever_chance_says(likings: list[float], chance: float) -> None:
    assert 0 <= drawn(likings, chance) < len(likings)


def test_each_is_drawn_as_often_as_it_is_liked() -> None:
    found = Counter(drawn([1.0, 0.5, 0.5], step / 1000) for step in range(1000))
    assert found == {0: 500, 1: 250, 2: 250}


@pytest.mark.parametrize("advisor", [None, Ladder()])
def test_a_seat_that_is_not_to_move_has_no_move(advisor: Ladder | None) -> None:
    rules = RULES["BZ"]
    state = rules.start(2, {}, Pace.TURNS, 0)
    with pytest.raises(ValueError, match="not to move"):
        choose(Level.SKILLED, rules, state, 1, "a", advisor)


@pytest.mark.parametrize("advisor", [None, Ladder()])
def test_a_robot_uses_only_what_its_seat_may_see(
    advisor: Ladder | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The cards of others are blank to it in a split match: what stands in them changes nothing."""
    rules: Rules[Any] = RULES["BZ"]
    quiet = rules.start(2, {}, Pace.SPLIT, 0)
    dice = random.Random(3)
    busy = quiet
    for step in range(20):
        move, _ = at_random(rules)(busy, 1, str(step))
        rolled = tuple(dice.randint(1, 6) for _ in range(rules.dice_wanted(busy, 1, move)))
        busy = rules.play(busy, 1, move, rolled)
    states = [rules.play(state, 0, rules.moves(state, 0)[0], (3, 3, 4, 5, 5)) for state in (quiet, busy)]
    shown: list[Any] = []
    table = table_of(rules)

    def watched(rules: Any, state: Any, seat: int) -> Move:
        shown.append(state)
        return table.strong(rules, state, seat)

    monkeypatch.setattr("games.tables.robots.table_of", lambda rules: SimpleNamespace(strong=watched))
    moves = [choose(Level.EXPERT, rules, state, 0, "x", advisor) for state in states]
    assert moves[0] == moves[1]
    last = advisor.asked[-1] if advisor else shown[-1]
    assert last == rules.view(states[1], 0) != states[1]


class TestRulesOfThumb:
    """How robots play as long as their tables are not there, and the companions of a season in fast time."""

    @staticmethod
    def wins(rules: Rules[Any], players: tuple[strength.Player, strength.Player], matches: int) -> float:
        return sum(strength.duel(rules, players, seed % 2, str(seed)).won for seed in range(matches))

    @pytest.mark.parametrize(("code", "matches"), [("DK", 40), ("PG", 100)])
    def test_at_races_simple_sense_beats_chance(self, code: str, matches: int) -> None:
        rules: Rules[Any] = RULES[code]
        players = strength.by_thumb(rules, Level.CASUAL), at_random(rules)
        assert self.wins(rules, players, matches) > matches * 0.55

    @pytest.mark.parametrize(("code", "matches", "share"), [("DK", 40, 0.6), ("PG", 1000, 0.5)])
    def test_at_races_the_better_one_wins_more(self, code: str, matches: int, share: float) -> None:
        """So much of Pig is luck that the best play wins but 11 of 20 against one that holds at 20."""
        rules: Rules[Any] = RULES[code]
        players = strength.by_thumb(rules, Level.SKILLED), strength.by_thumb(rules, Level.CASUAL)
        assert self.wins(rules, players, matches) > matches * share

    @pytest.mark.parametrize(("code", "games"), sample([("BZ", 12), ("DG", 4), ("BO", 40)], "BO"))
    def test_at_cards_the_better_one_makes_more(self, code: str, games: int) -> None:
        rules: Rules[Any] = RULES[code]

        def total(level: Level, seed: int) -> int:
            dice = random.Random(f"{code} {seed}")
            state = rules.start(1, {}, Pace.TURNS, 0)
            while rules.result(state) is None:
                move = by_rule_of_thumb(level, rules, state, 0)
                rolled = tuple(dice.randint(1, 6) for _ in range(rules.dice_wanted(state, 0, move)))
                state = rules.play(state, 0, move, rolled)
            return rules.totals(state)[0]

        means = [mean(total(level, seed) for seed in range(games)) for level in (Level.CASUAL, Level.SKILLED)]
        assert means[0] < means[1], means

    def test_at_pig_it_races_against_those_who_still_play(self) -> None:
        """Whoever resigned comes last, whatever they had banked: 40 ahead of the other, it banks 16."""
        rules: Rules[Any] = RULES["PG"]
        state = replace(
            rules.start(3, rules.clean_options({}), Pace.TURNS, 0), banked=(40, 0, 95), roll=(4,), points=16
        )
        assert by_rule_of_thumb(Level.SKILLED, rules, state, 0).kind is Kind.ROLL, "somebody is near"
        left = replace(state, resigned=(2,))
        assert by_rule_of_thumb(Level.SKILLED, rules, left, 0).kind is Kind.BANK

    @pytest.mark.parametrize("level", [Level.CASUAL, Level.SKILLED])
    def test_at_pig_nobody_banks_less_than_who_has_reached_the_target(self, level: Level) -> None:
        """With equal turns this is its last turn: 20 more make 100 of 104, which loses for certain."""
        rules: Rules[Any] = RULES["PG"]
        state = rules.start(3, rules.clean_options({"equal_turns": True}), Pace.TURNS, 0)
        state = replace(state, banked=(104, 80, 120), resigned=(2,), seat=1, roll=(4,))
        short = replace(state, points=24)
        assert by_rule_of_thumb(level, rules, short, 1).kind is Kind.ROLL, "no draw either"
        assert by_rule_of_thumb(level, rules, replace(state, points=25), 1).kind is Kind.BANK

    def test_at_dice_10000_it_need_not_beat_who_resigned(self) -> None:
        """The opener of the last round has left with 10,500: what is banked need not be more any longer."""
        rules: Rules[Any] = RULES["DK"]
        state = rules.start(3, rules.clean_options({}), Pace.TURNS, 0)
        state = replace(state, banked=(10_500, 9_000, 8_000), on_table=(True, True, True), opener=0)
        state = replace(state, seat=1, roll=(5, 2), points=900)
        assert by_rule_of_thumb(Level.SKILLED, rules, state, 1).kind is Kind.ROLL
        assert by_rule_of_thumb(Level.SKILLED, rules, replace(state, resigned=(0,)), 1).kind is Kind.BANK
