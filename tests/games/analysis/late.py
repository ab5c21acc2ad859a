"""The last turns of many cards, as the advisor sees them: what it calls the chance to win, and who won."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from games.analysis.base import Advisor
from games.rules.base import Pace
from games.rules.cards.card import Card
from games.rules.cards.scorecard_turn import Hand, State
from tests.games.analysis.simulated import Array, Cards


@dataclass
class Written(Cards):
    """Cards of one column of which each box is known, and how they lay when few boxes were open."""

    last: int = 2
    """How many turns before the end they are kept."""
    lay: list[list[Card]] = field(default_factory=list)
    """After so many turns less than all, one more, and so on: the cards."""

    def play(self) -> None:
        """Every turn of every card."""
        self.boxes = np.full((self.many, len(self.rules.boxes)), -1)
        super().play()

    def _written(self, index: int, box: int, part: slice, roll: Array) -> tuple[Array, Array, Array, Array]:
        found = super()._written(index, box, part, roll)
        self.points[box] = found[1]
        return found

    def _write(self, part: slice, boxes: list[tuple[int, int]], roll: Array) -> None:
        self.points: dict[int, Array] = {}
        before = self.facts[0, part].copy()
        super()._write(part, boxes, roll)
        filled = before ^ self.facts[0, part]
        for box, points in self.points.items():
            mine = filled >> box & 1 == 1
            self.boxes[part][mine, box] = points[mine]

    def _expect(self) -> None:
        super()._expect()
        if len(self.means) - 1 in range(self.turns - self.last, self.turns):
            self.lay.append([self._card(number) for number in range(self.many)])

    def _card(self, number: int) -> Card:
        written = tuple(None if points < 0 else int(points) for points in self.boxes[number])
        card = Card((written,))
        extra = self.totals[number] - self.rules.total(card)
        card = Card((written,), int(extra) // self.rules.extra if self.rules.extra else 0)
        assert self.rules.total(card) == self.totals[number]
        return card


def called(cards: Written, advisor: Advisor[Any, Any], apart: int = 37) -> tuple[Array, Array]:
    """What was called before each of the last turns of matches between any two cards, and how they ended."""
    said, was = [], []
    for number in range(cards.many):
        other = (number + apart) % cards.many
        won = (cards.totals[number] > cards.totals[other]) + 0.5 * (
            cards.totals[number] == cards.totals[other]
        )
        for mine, theirs in ((0, 0), (1, 0), (1, 1)):
            both = (cards.lay[mine][number], cards.lay[theirs][other])
            state = State(Pace.TURNS, int(mine > theirs), both, (Hand(), Hand()), (0, 0))
            said.append(advisor.chances(cards.rules, state)[0])
            was.append(won)
    return np.array(said), np.array(was)
