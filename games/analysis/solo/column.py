"""The boxes of one column as numbers: what each roll scores where, and how positions of it are counted.

A position is which boxes are filled, and the sum of the top, up to where the bonus is earned: more makes no
difference to what follows. In Boatzee Extra it is also whether the Boatzee box holds its 50.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from games.analysis.solo.rolls import lots
from games.rules.cards.scorecard import Scorecard
from games.rules.faces import FACES, counts, most_alike

TOPS = len(FACES)


@dataclass(frozen=True, eq=False)
class Column:
    """One column of a game.

    Boxes are numbered as on the card, the six of the top first. `scores` [boxes, rolls] has the points of
    each roll in each. `bonus` points are earned with `earned_at` in the top. `extra` is what a further five
    alike adds once box `held` was filled with points; it then scores `jokers` [boxes, faces], or in its own
    top box if that is open (games/rules/cards/boatzee.py). 0 where a game has no such thing.
    """

    dice: int
    scores: NDArray[np.int64]
    bonus: float
    earned_at: int
    extra: int = 0
    held: int = 0
    jokers: NDArray[np.int64] | None = None

    @property
    def boxes(self) -> int:
        """How many boxes there are."""
        return len(self.scores)

    @property
    def sums(self) -> int:
        """How many sums of the top make a difference: 0, 1, … and the one that earns the bonus."""
        return self.earned_at + 1

    @property
    def bits(self) -> int:
        """How many yes-or-no facts a position has beside its sum: each box filled, and whether 50 is held."""
        return self.boxes + bool(self.extra)

    @cached_property
    def fives(self) -> NDArray[np.intp]:
        """The numbers of the rolls of one face alone, by face."""
        rolls = lots(self.dice).rolls
        return np.array([rolls.index((face,) * self.dice) for face in FACES], dtype=np.intp)

    @cached_property
    def shown(self) -> NDArray[np.intp]:
        """How many dice of each face a roll shows [faces, rolls]."""
        return np.array([counts(roll) for roll in lots(self.dice).rolls], dtype=np.intp).T

    def after(self, filled: int, box: int, points: int) -> int:
        """The facts of a position when this box has been filled."""
        filled |= 1 << box
        return filled | 1 << self.boxes if self.extra and box == self.held and points else filled


def column_of(rules: Scorecard, weight: int = 1) -> Column:
    """A column of a game, in its own unmultiplied points.

    `weight` is by how much the bonus counts less than the boxes (rules.md: BD and BT multiply the boxes of a
    column, but not its bonus).
    """
    rolls = lots(rules.dice).rolls
    scores = np.array([[box.score(roll) for roll in rolls] for box in rules.boxes], dtype=np.int64)
    if not rules.extra:
        return Column(rules.dice, scores, rules.bonus / weight, rules.bonus_from)
    _, held = rules.box_ids["boatzee"]
    card = rules.blank().fill(0, held, rules.boxes[held].most)
    fives = [(face,) * rules.dice for face in FACES]
    assert all(most_alike(five) == rules.dice for five in fives)
    jokers = np.array(
        [[rules.points(card, five, box) for five in fives] for box in rules.boxes], dtype=np.int64
    )
    return Column(rules.dice, scores, rules.bonus, rules.bonus_from, rules.extra, held, jokers)


@cache
def reachable(top: int, dice: int, earned_at: int) -> tuple[int, ...]:
    """The sums that a top with these boxes filled (a bit each) can have, up to the one that earns the
    bonus."""
    found = {0}
    for face in FACES:
        if top >> (face - 1) & 1:
            found = {min(earned_at, total + face * many) for total in found for many in range(dice + 1)}
    return tuple(sorted(found))
