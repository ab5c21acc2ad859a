"""A first stock of puzzles: robots play whole games for nobody, with dice of no pool, and what is hard in
them is kept.

So there are puzzles from the first day on. Their dice are arranged, and the page of such a puzzle says so.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

from games.analysis.base import Advisor
from games.analysis.review import whole_match
from games.coach import advice
from games.positions import Position
from games.puzzles import making
from games.rules import RULES
from games.rules.base import Kind, Pace, Rules
from games.tables import robots
from games.tables.habits import HABITS
from games.tables.robots import Level

STOCK = 60
"""Puzzles of a game that the worker sees to by itself."""
OF_ONE = 2
"""Puzzles that one game makes at most: neighbouring positions are much alike."""
GAMES = 400
"""Games after which it is given up to find more."""
APART = 4
"""Decisions that lie between two of one game, at least."""
MOST_ALIKE = 2 / 3
"""The part of a game's puzzles that have the same kind of answer at most, or who always rolls is right."""


def top_up(code: str, wanted: int, seed: int | None = None) -> int:
    """Let robots play until there are so many puzzles of a game. Returns how many are new.

    The same `seed` plays the same games. Raises advice.NotReady.
    """
    advisor = advice.advisor(RULES[code])
    chance = random.Random(seed)  # noqa: S311  (nobody plays with these dice)
    answers, made = making.answers(code), 0
    for game in range(GAMES):
        # Where no other kind of answer has come for so long, those that come are better than none.
        fair = game < GAMES // 2
        for found in _of_one_game(RULES[code], advisor, chance, answers, fair=fair):
            if answers.total() >= min(wanted, making.MOST):
                return made
            if making.keep(found):
                answers[found.answer] += 1
                made += 1
    return made


def _has_enough(answers: Counter[Kind], answer: Kind) -> bool:
    """Whether one more with this answer would be too many alike; two are not."""
    return answers[answer] + 1 > max(2, MOST_ALIKE * (answers.total() + 1))


def _lacking(answers: Counter[Kind]) -> list[Kind]:
    """The kinds of answer that fewer puzzles have than may, one kind being so many."""
    return [kind for kind in Kind if answers[kind] < (1 - MOST_ALIKE) * answers.total()]


def _of_one_game(
    rules: Rules[Any],
    advisor: Advisor[Any, Any],
    chance: random.Random,
    answers: Counter[Kind],
    *,
    fair: bool,
) -> Iterator[making.Found]:
    """What is hard in one game of two robots, at cards of one, whose own card is all that counts.

    If it is to be `fair`, without the answers of which there are enough.
    """
    players = 1 if whole_match(rules) else 2
    state = rules.start(players, rules.clean_options({}), Pace.TURNS, 0)
    levels = [chance.choice(list(HABITS[rules.code])) for _ in range(players)]
    since, kept = chance.randrange(2 * APART) - APART, 0
    while (acting := rules.to_act(state)) and kept < OF_ONE:
        seat = acting[0]
        if len(rules.moves(state, seat)) > 1:
            since += 1
            found = None
            if since >= APART:
                position = Position(rules.code, state, seat)
                found = making.consider(advisor, position, lacking=_lacking(answers))
            if found is not None and not (fair and _has_enough(answers, found.answer)):
                since, kept = 0, kept + 1
                yield found
        move = robots.choose(Level(levels[seat]), rules, state, seat, str(chance.random()), advisor)
        count = rules.dice_wanted(state, seat, move)
        state = rules.play(state, seat, move, tuple(chance.randint(1, 6) for _ in range(count)))
