"""A first stock of puzzles: robots play whole games for nobody, with dice of no pool, and what is hard in
them is kept.

So there are puzzles from the first day on. Their dice are arranged, and the page of such a puzzle says so.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from games.analysis.base import Advisor
from games.analysis.review import whole_match
from games.coach import advice
from games.positions import Position
from games.puzzles import making
from games.rules import RULES
from games.rules.base import Pace, Rules
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


def top_up(code: str, wanted: int, seed: int | None = None) -> int:
    """Let robots play until there are so many puzzles of a game. Returns how many are new.

    The same `seed` plays the same games. Raises advice.NotReady.
    """
    advisor = advice.advisor(RULES[code])
    chance = random.Random(seed)  # noqa: S311  (nobody plays with these dice)
    there, made = making.counts().get(code, 0), 0
    for _ in range(GAMES):
        for found in _of_one_game(RULES[code], advisor, chance):
            if there + made >= min(wanted, making.MOST):
                return made
            made += making.keep(found)
    return made


def _of_one_game(
    rules: Rules[Any], advisor: Advisor[Any, Any], chance: random.Random
) -> Iterator[making.Found]:
    """What is hard in one game of two robots, at cards of one, whose own card is all that counts."""
    players = 1 if whole_match(rules) else 2
    state = rules.start(players, rules.clean_options({}), Pace.TURNS, 0)
    levels = [chance.choice(list(HABITS[rules.code])) for _ in range(players)]
    since, kept = chance.randrange(2 * APART) - APART, 0
    while (acting := rules.to_act(state)) and kept < OF_ONE:
        seat = acting[0]
        if len(rules.moves(state, seat)) > 1:
            since += 1
            found = making.consider(advisor, Position(rules.code, state, seat)) if since >= APART else None
            if found is not None:
                since, kept = 0, kept + 1
                yield found
        move = robots.choose(Level(levels[seat]), rules, state, seat, str(chance.random()), advisor)
        count = rules.dice_wanted(state, seat, move)
        state = rules.play(state, seat, move, tuple(chance.randint(1, 6) for _ in range(count)))
