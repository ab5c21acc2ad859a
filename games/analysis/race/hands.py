"""Dice 10000: the hands that a turn may stand at, and what each roll from them may become.

A turn is told by its points and its hand, and of the hand only two things matter: how many dice are to be
rolled, and in alternative scoring whether a boxcar can still be completed across rolls. Dice that were set
aside can belong to one only where no face of them came three times, and dice below three of a kind score
singly as 1 and 5 alone (a small straight holds too many faces). So the hands that hope for a boxcar are at
most two 1s beside at most two 5s, all six dice of the hand being the player's own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.rules.base import Dice
from games.rules.faces import counts
from games.rules.ten_thousand.scoring import Scoring, is_six_alike
from games.rules.ten_thousand.turn import DICE, State, aside_points, legal_keeps

STEP = 50
"""Points come in steps of so many."""
FRESH = 0
"""The hand of six dice, at the start of a turn and after a sweep. Hands 1 to 5 are so many dice, no more."""
HOPEFUL: tuple[Dice, ...] = ((1,), (5,), (1, 1), (1, 5), (5, 5), (1, 1, 5), (1, 5, 5), (1, 1, 5, 5))
"""What lies aside in hands 6 to 13, which alternative scoring alone has."""
HOPE = DICE


@dataclass(frozen=True, slots=True)
class Hands:
    """What rolls from each hand may become, laid out so that one pass reckons all hands at once.

    An outcome is a set of ways to go on, each `added` steps of points and the hand `after`; rolls that offer
    the same ways are one outcome. Outcomes with more ways come first, and their ways in layers: the first of
    every outcome, then the second of those that have two, and so on, so many a layer as `layers` says.
    `chance[hand, outcome]` is how likely it is; `bust[hand]` and `six_alike[hand]` how likely rolls without
    ways are. `left[hand]` is how many dice a bank leaves to the next player, 0 after a sweep.
    """

    added: NDArray[np.int64]
    after: NDArray[np.int64]
    layers: tuple[int, ...]
    chance: NDArray[np.float64]
    bust: NDArray[np.float64]
    six_alike: NDArray[np.float64]
    left: NDArray[np.int64]

    @property
    def most(self) -> int:
        """The most steps of points that one roll adds."""
        return int(self.added.max())

    def best(self, ways: NDArray[Any]) -> NDArray[Any]:
        """The greatest of each outcome's ways, along the first axis; overwrites the ways with it."""
        best, past = ways[: self.layers[0]], self.layers[0]
        for outcomes in self.layers[1:]:
            np.maximum(best[:outcomes], ways[past : past + outcomes], out=best[:outcomes])
            past += outcomes
        return best


@cache
def hands(scoring: Scoring) -> Hands:
    """All hands of a scoring."""
    aside = [(), *((),) * (DICE - 1), *(HOPEFUL if scoring is Scoring.ALTERNATIVE else ())]
    left = np.array([0, *range(1, DICE), *(DICE - len(dice) for dice in aside[HOPE:])])
    outcomes: list[tuple[int, tuple[tuple[int, int], ...], float]] = []
    bust, six_alike = np.zeros(len(aside)), np.zeros(len(aside))
    for hand, dice in enumerate(aside):
        likely: dict[tuple[tuple[int, int], ...], float] = {}
        for roll, chance in rolls(int(left[hand]) or DICE):
            if is_six_alike(roll):
                six_alike[hand] += chance
            elif found := _ways(scoring, hand, dice, roll):
                likely[found] = likely.get(found, 0.0) + chance
            else:
                bust[hand] += chance
        outcomes += [(hand, found, chance) for found, chance in sorted(likely.items())]
    outcomes.sort(key=lambda outcome: -len(outcome[1]))
    layered = [
        [found[layer] for _, found, _ in outcomes if layer < len(found)]
        for layer in range(len(outcomes[0][1]))
    ]
    ways = [way for layer in layered for way in layer]
    chances = np.zeros((len(aside), len(outcomes)))
    for number, (hand, _, chance) in enumerate(outcomes):
        chances[hand, number] = chance
    return Hands(
        added=np.array([added for added, _ in ways]),
        after=np.array([after for _, after in ways]),
        layers=tuple(map(len, layered)),
        chance=chances,
        bust=bust,
        six_alike=six_alike,
        left=left,
    )


@cache
def rolls(dice: int) -> tuple[tuple[Dice, float], ...]:
    """Every different roll of so many dice, sorted, and how likely it is."""
    return tuple(
        (roll, factorial(dice) / prod(map(factorial, counts(roll))) / 6**dice)
        for roll in combinations_with_replacement(range(1, 7), dice)
    )


def hand_after(state: State, keep: Dice) -> int:
    """The hand that setting aside `keep` of the last roll leads to."""
    left = len(state.roll) - len(keep)
    if not left:
        return FRESH
    aside = tuple(sorted(state.hand + keep))
    own = state.scoring is Scoring.ALTERNATIVE and len(aside) + left == DICE
    return HOPE + HOPEFUL.index(aside) if own and aside in HOPEFUL else left


def _ways(scoring: Scoring, hand: int, aside: Dice, roll: Dice) -> tuple[tuple[int, int], ...]:
    """What the rules allow after the roll: steps of points and the hand after each choice, none twice.

    Of choices that lead to the same hand all are listed, not the dearest alone: where a bank is offered to
    the next player, more points are not always better.
    """
    state = State(
        scoring=scoring,
        pick_up=True,
        target=0,
        banked=(0,),
        on_table=(True,),
        late=(False,),
        seat=0,
        roll=roll,
        hand=aside,
        hand_points=100 * aside.count(1) + 50 * aside.count(5),
    )
    return tuple(
        sorted({(aside_points(state, keep) // STEP, hand_after(state, keep)) for keep in legal_keeps(state)})
    )
