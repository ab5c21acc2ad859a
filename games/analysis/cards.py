"""Robots at score cards: what a roll is worth in its best box, and which dice to keep for it.

A box is worth its points less its par: what a good player writes there on the average. So a robot
does not spend a box that could bring more another time.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np
from numpy.typing import NDArray

from games.rules.base import Dice, Kind, Move
from games.rules.cards.card import Card, Section
from games.rules.cards.scorecard import ROLLS, Scorecard
from games.rules.cards.scorecard_turn import State
from games.rules.faces import counts, selections

PARS = {
    5: {
        # Means under optimal solitaire play: T. Verhoeff, "Optimal Solitaire Yahtzee Strategies".
        "ones": 2.1,
        "twos": 5.3,
        "threes": 8.6,
        "fours": 12.2,
        "fives": 15.7,
        "sixes": 19.2,
        "three-of-a-kind": 21.7,
        "four-of-a-kind": 13.1,
        "full-house": 22.6,
        "small-straight": 29.5,
        "large-straight": 32.7,
        "boatzee": 16.9,
        "chance": 22.0,
    },
    3: {
        # Means of this robot's own cards with first guesses as pars; with these it makes 151 points a card.
        "ones": 1.4,
        "twos": 3.3,
        "threes": 5.7,
        "fours": 8.0,
        "fives": 10.2,
        "sixes": 12.9,
        "straight": 11.2,
        "low": 24.6,
        "high": 23.7,
        "boat": 14.3,
        "chance": 14.8,
    },
}
"""By the number of dice and the box."""
PACE = 0.4
"""Points that one point above or below the pace of the top bonus is worth."""


def simple(rules: Scorecard, state: State, seat: int) -> Move:
    """Roll on for more of the commonest face; at the end take the box that scores most."""
    hand = state.hands[seat]
    if not hand.rolls:
        return Move(Kind.ROLL)
    offers = rules.preview(state, seat)
    best = max(offers, key=lambda box: (offers[box], box))
    shown = counts(hand.dice)
    common = max(range(6), key=lambda index: (shown[index], index)) + 1
    keep = tuple(face for face in hand.dice if face == common)
    if hand.rolls == ROLLS or len(keep) == rules.dice or offers[best] >= 25:
        return Move(Kind.SCORE, box=best)
    return Move(Kind.ROLL, keep)


def strong(rules: Scorecard, state: State, seat: int) -> Move:
    """The move of highest expectation over the rest of this turn, by trying every keep and every roll."""
    hand = state.hands[seat]
    if not hand.rolls:
        return Move(Kind.ROLL)
    card = state.cards[seat]
    now = tuple(sorted(hand.dice))
    table = _table(rules.dice)
    worth = np.array([_best(rules, card, roll)[0] for roll in table.rolls])
    for _ in range(ROLLS - hand.rolls - 1):  # what a roll is worth when one may still roll again
        expected = table.chances @ worth
        worth = np.array(
            [max(value, expected[keeps].max()) for value, keeps in zip(worth, table.keeps, strict=True)]
        )
    value, box = _best(rules, card, now)
    if hand.rolls < ROLLS:
        expected = table.chances @ worth
        at = table.keeps[table.rolls.index(now)]
        chosen = int(at[expected[at].argmax()])
        if expected[chosen] > value:
            return Move(Kind.ROLL, table.kept[chosen])
    return Move(Kind.SCORE, box=box)


def _best(rules: Scorecard, card: Card, dice: Dice) -> tuple[float, str]:
    """The box in which these dice gain most over par, and that gain."""
    pars = PARS[rules.dice]
    extra = rules.extras_earned(card, dice) * rules.extra
    found = []
    for box_id in rules.takes(card, dice):
        column, row = rules.box_ids[box_id]
        box = rules.boxes[row]
        points = rules.points(card, dice, box)
        gain = points - pars[box.stem]
        if box.section is Section.TOP:
            alike = rules.bonus_from // 21
            gain += PACE * (points - alike * (row + 1)) / rules.shown_weight(column)
        found.append((gain * rules.weights[column] + extra, box_id))
    return max(found)


class Table:
    """Every sorted roll, every choice of dice that may be kept, and how likely each roll is after it."""

    def __init__(self, dice: int) -> None:
        faces = range(1, 7)
        self.rolls: list[Dice] = list(combinations_with_replacement(faces, dice))
        self.kept: list[Dice] = [
            keep for size in range(dice) for keep in combinations_with_replacement(faces, size)
        ]
        number = {keep: index for index, keep in enumerate(self.kept)}
        place = {roll: index for index, roll in enumerate(self.rolls)}
        self.keeps: list[NDArray[np.int64]] = [
            np.array([number[keep] for keep in selections(roll) if len(keep) < dice]) for roll in self.rolls
        ]
        self.chances = np.zeros((len(self.kept), len(self.rolls)))
        for keep in self.kept:
            rolled = dice - len(keep)
            for fresh in combinations_with_replacement(faces, rolled):
                ways = factorial(rolled) // prod(map(factorial, counts(fresh)))
                self.chances[number[keep], place[tuple(sorted(keep + fresh))]] += ways / 6**rolled


@cache
def _table(dice: int) -> Table:
    return Table(dice)
