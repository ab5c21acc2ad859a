"""Many cards played side by side as their advisor plays, without the advisor and without the rules engine.

It is a second way through the same tables: what a turn is worth comes from `solo.turn`, but which box takes
what, the jokers and the sums are written anew here, the simple way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.analysis import advisors, store
from games.analysis.solo.column import TOPS, Column
from games.analysis.solo.rolls import keeps, lots
from games.analysis.solo.several import Several
from games.analysis.solo.turn import Turn
from games.rules.cards.scorecard import Scorecard

Array = NDArray[Any]
ROOM = 500
"""How many cards are played side by side."""


@dataclass
class Cards:
    """So many blank cards of a game, and what becomes of them.

    After `play`, `totals` [cards] are their totals, and `means` and `variances` [turns + 1, cards] what was
    expected of them before each turn and at the end. `over` [turns, cards] is by how much a turn is worth
    more than was expected before it: nothing where the tables are exact, so that the sum of `means[0]` and of
    all of `over` is what its advisor gains on the average, and hangs on the dice far less than `totals` do.
    """

    rules: Scorecard
    home: Path
    many: int
    seed: int = 1
    means: list[Array] = field(default_factory=list)
    variances: list[Array] = field(default_factory=list)
    over: list[Array] = field(default_factory=list)
    opened: list[list[Array]] = field(default_factory=list)
    several: Several | None = None

    def __post_init__(self) -> None:
        self.tables = advisors.columns(self.rules)
        self.columns: list[Column] = [table.column for table in self.tables]
        found = [store.read(self.home, table) for table in self.tables]
        self.mean = [one["mean"].reshape(-1).astype(float) for one in found]
        self.variance = [one["variance"].reshape(-1).astype(float) for one in found]
        self.gains: Several = self.several or advisors.several(self.rules)
        self.chance = np.random.default_rng(self.seed)
        self.keeps, self.lots = keeps(self.rules.dice), lots(self.rules.dice)
        self.after = np.cumsum(self.keeps.chances, axis=1)
        self.gained: list[Array] = []
        self.facts = np.zeros((len(self.columns), self.many), dtype=np.intp)
        self.sums = np.zeros_like(self.facts)
        self.totals = np.zeros(self.many)

    @property
    def turns(self) -> int:
        return len(self.rules.box_ids)

    def play(self) -> None:
        """Every turn of every card."""
        turn = Turn(self.rules.dice, ROOM)
        self._expect()
        for _ in range(self.turns):
            self.over.append(np.zeros(self.many))
            for start in range(0, self.many, ROOM):
                self._turn(turn, slice(start, min(start + ROOM, self.many)))
            self._expect()

    def _opened(self, facts: Array) -> list[Array]:
        boxes = len(self.rules.boxes)
        filled = np.sum([facts >> box & 1 for box in range(boxes)], axis=0)
        return [1 - one / boxes for one in filled]

    def _expect(self) -> None:
        alone, spread = self.totals.copy(), np.zeros(self.many)
        for index, column in enumerate(self.columns):
            at = self.facts[index] * column.sums + self.sums[index]
            alone += self.rules.weights[index] * self.mean[index][at]
            spread += self.rules.weights[index] ** 2 * self.variance[index][at]
        opened = self._opened(self.facts)
        self.opened.append(opened)
        self.means.append(alone + self.gains.gain(opened))
        self.variances.append(self.gains.variance(opened, spread))

    def _follows(self, index: int, box: int, part: slice, points: Array) -> tuple[Array, Array, Array]:
        """By points and card: what they lead to in the box beyond what is expected now, with bonus; the
        top."""
        column, facts, sums = self.columns[index], self.facts[index, part], self.sums[index, part]
        reached = np.minimum(sums + points * (box < TOPS), column.earned_at)
        with_bonus = points + column.bonus * ((reached == column.earned_at) & (sums < column.earned_at))
        then = self._then(index, box, facts, points)
        now = self.mean[index][facts * column.sums + sums]
        worth = with_bonus + self.mean[index][then * column.sums + reached] - now
        gained = self.rules.weights[index] * worth + self.gained[index]
        return np.where(facts >> box & 1 == 1, -np.inf, gained), with_bonus, reached

    def _jokers(self, index: int, box: int, part: slice, face: int) -> Array | None:
        """What five alike of a face lead to in a box, by card, where the 50 is held; None where there are
        none."""
        column, facts = self.columns[index], self.facts[index, part]
        if column.jokers is None:
            return None
        points = np.full(len(facts), column.jokers[box, face])
        barred = (facts >> face & 1 == 0) & (box != face)
        found: Array = self._follows(index, box, part, points)[0] + column.extra
        return np.where(barred, -np.inf, found)

    def _held(self, index: int, part: slice) -> Array:
        held: Array = self.facts[index, part] >> self.columns[index].boxes & 1 == 1
        return held

    def _then(self, index: int, box: int, facts: Array, points: Array) -> Array:
        column = self.columns[index]
        holds = (points > 0) & bool(column.extra and box == column.held)
        return facts | 1 << box | np.where(holds, 1 << column.boxes, 0)

    def _offers(self, part: slice, boxes: list[tuple[int, int]], rolls: Array) -> None:
        """What each roll [rolls, cards] leads to in the best of these boxes."""
        rolls[:] = -np.inf
        for index, box in boxes:
            points, which = np.unique(self.columns[index].scores[box], return_inverse=True)
            found = self._follows(index, box, part, points[:, None])[0][which]
            for face, five in enumerate(self.columns[index].fives):
                joker = self._jokers(index, box, part, face)
                if joker is not None:
                    found[five] = np.where(self._held(index, part), joker, found[five])
            np.maximum(rolls, found, out=rolls)

    def _turn(self, turn: Turn, part: slice) -> None:
        many = part.stop - part.start
        cards = np.arange(many)
        opened = self._opened(self.facts[:, part])
        before = self.gains.gain(opened)
        self.gained = [
            self.gains.gain(
                [share - (other == index) / len(self.rules.boxes) for other, share in enumerate(opened)]
            )
            - before
            for index in range(len(opened))
        ]
        boxes = [(index, box) for index, column in enumerate(self.columns) for box in range(column.boxes)]
        rolls = turn.rolls(many)
        self._offers(part, boxes, rolls)
        scored = rolls.copy()
        levels = turn.levels(many)
        again = []
        for _ in range(2):
            turn.roll(levels)
            again.append(np.concatenate(levels[:-1]))
            turn.keep(levels)
        self.over[-1][part] = self.lots.weights @ levels[-1]
        roll = self._thrown(np.zeros(many, dtype=np.intp))
        ended = np.zeros(many, dtype=bool)
        for expected in reversed(again):
            kept = self.keeps.choices[roll]
            means = expected[kept, cards[:, None]]
            best = means.argmax(1)
            ended |= scored[roll, cards] >= means[cards, best]
            roll = np.where(ended, roll, self._thrown(kept[cards, best]))
        self._write(part, boxes, roll)

    def _thrown(self, kept: Array) -> Array:
        """A roll for each card after it kept these dice."""
        chance = self.chance.random(len(kept))
        return np.array(
            [
                np.searchsorted(self.after[lot], one, side="right")
                for lot, one in zip(kept, chance, strict=True)
            ]
        ).clip(max=len(self.lots.rolls) - 1)

    def _write(self, part: slice, boxes: list[tuple[int, int]], roll: Array) -> None:
        """Every card writes its roll where it leads to most."""
        found = [self._written(index, box, part, roll) for index, box in boxes]
        best = np.argmax([worth for worth, _, _, _ in found], axis=0)
        for number, (index, box) in enumerate(boxes):
            mine = np.flatnonzero(best == number)
            there = mine + part.start
            _, points, gained, reached = (one[mine] for one in found[number])
            self.facts[index, there] = self._then(index, box, self.facts[index, there], points)
            self.sums[index, there] = reached
            self.totals[there] += self.rules.weights[index] * gained

    def _written(self, index: int, box: int, part: slice, roll: Array) -> tuple[Array, Array, Array, Array]:
        """What the rolls lead to in a box, their points there, these with bonus and extra, and the top."""
        column = self.columns[index]
        points = column.scores[box][roll]
        extra: Array = np.zeros(len(roll), dtype=np.int64)
        barred = np.zeros(len(roll), dtype=bool)
        if column.jokers is not None:
            face = np.array([one[0] for one in self.lots.rolls])[roll] - 1
            joker = self._held(index, part) & np.isin(roll, column.fives)
            points = np.where(joker, column.jokers[box][face], points)
            extra = column.extra * joker
            barred = joker & (self.facts[index, part] >> face & 1 == 0) & (box != face)
        worth, gained, reached = self._follows(index, box, part, points)
        return np.where(barred, -np.inf, worth + extra), points, gained + extra, reached
