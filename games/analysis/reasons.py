"""Why one choice at a score card is better than another: in which boxes the rest of the turn ends.

After either choice the turn is played on perfectly. What that brings on the mean is compared for every box,
and for all that comes after the turn; the parts add up to what the choice is worth, so the difference comes
from where they differ most. Numpy is loaded here: only the worker reckons reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.analysis.base import Advisor
from games.analysis.cards import Table
from games.analysis.review import Reason
from games.rules.base import Dice, Kind, Move
from games.rules.cards.scorecard import ROLLS, Scorecard
from games.rules.cards.scorecard_turn import Hand, State, end_turn
from games.rules.states import put

Floats = NDArray[np.float64]
LEAST = 0.2
"""Points below which a part is no reason."""
GAINS, GIVEN_UP = 2, 1
"""Parts that are told: where the best choice brings more, and where it brings less."""


def reasons(
    rules: Scorecard, advisor: Advisor[Any, Any], state: State, seat: int, best: Move, made: Move
) -> tuple[Reason, ...]:
    """The parts in which two legal choices of a seat differ most, the greatest gain of the best one first."""
    turn = _Turn(rules, advisor, state, seat)
    names = [*turn.boxes, ""]
    pairs = zip(names, turn.brings(best), turn.brings(made), strict=True)
    parts = [Reason(name, float(one), float(other)) for name, one, other in pairs]
    gains = sorted((part for part in parts if part.gain >= LEAST), key=lambda part: -part.gain)
    losses = sorted((part for part in parts if part.gain <= -LEAST), key=lambda part: part.gain)
    return (*gains[:GAINS], *losses[:GIVEN_UP])


class _Turn:
    """What a turn may still bring: of each roll at its end the best box, backwards to the dice kept now."""

    def __init__(self, rules: Scorecard, advisor: Advisor[Any, Any], state: State, seat: int) -> None:
        self.rules, self.advisor, self.state, self.seat = rules, advisor, state, seat
        self.card, self.table = state.cards[seat], _table(rules.dice)
        self.boxes = rules.open_boxes(self.card)
        self.later: dict[tuple[str, int, int], float] = {}

    def brings(self, move: Move) -> Floats:
        """Points for each open box, and last for what comes after the turn, if the turn goes on so."""
        hand = self.state.hands[self.seat]
        if move.kind is Kind.SCORE:
            return self._ended(hand.dice, (move.box,))
        table = self.table
        parts = np.array([self._ended(roll, self.rules.takes(self.card, roll)) for roll in table.rolls])
        for _ in range(ROLLS - hand.rolls - 1):
            kept = table.chances @ parts
            worth = kept.sum(axis=1)
            now = parts.sum(axis=1)
            on = [keeps[worth[keeps].argmax()] for keeps in table.keeps]
            goes_on = worth[on] > now
            parts = np.where(goes_on[:, None], kept[on], parts)
        result: Floats = table.chances[table.kept.index(move.keep)] @ parts
        return result

    def _ended(self, dice: Dice, boxes: Sequence[str]) -> Floats:
        """What the best of these boxes brings for the dice."""
        found = [(sum(self._worth(dice, box)), box) for box in boxes]
        _, box = max(found, key=lambda one: one[0])
        row = np.zeros(len(self.boxes) + 1)
        row[self.boxes.index(box)], row[-1] = self._worth(dice, box)
        return row

    def _worth(self, dice: Dice, box: str) -> tuple[float, float]:
        """What the dice bring in a box now, and what is expected to come after the turn, bonuses included."""
        rules = self.rules
        column, row = rules.box_ids[box]
        plain = rules.points(self.card, dice, rules.boxes[row])
        extras = rules.extras_earned(self.card, dice)
        now = float(plain * rules.weights[column] + extras * rules.extra)
        key = box, plain, extras
        if key not in self.later:
            filled = self.card.fill(column, row, plain * rules.shown_weight(column))
            card = replace(filled, extras=self.card.extras + extras)
            state = replace(self.state, hands=put(self.state.hands, self.seat, Hand()))
            after = end_turn(state, self.seat, card)
            total = rules.total(self.card)
            self.later[key] = self.advisor.points(rules, after, self.seat) - total - now
        return now, self.later[key]


@cache
def _table(dice: int) -> Table:
    return Table(dice)
