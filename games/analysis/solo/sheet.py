"""A card as positions of its columns, and what each roll is worth in each open box of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.analysis.base import Worth
from games.analysis.solo.column import TOPS, Column
from games.analysis.solo.several import Several
from games.analysis.store import Tables
from games.rules.cards.card import Card
from games.rules.cards.scorecard import Scorecard

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Offers:
    """What each roll leads to in each open box [boxes, rolls]: the mean and the variance of the card's total.

    A box into which a roll may not go has a mean of minus infinity. `boxes` are (column, row).
    """

    boxes: tuple[tuple[int, int], ...]
    means: Array
    variances: Array


class Place:
    """One column with its table, ready to be asked. `weight` is by how much its boxes count."""

    def __init__(self, column: Column, tables: Tables, weight: int) -> None:
        self.column = column
        self.weight = weight
        self._mean: NDArray[np.float32] = tables["mean"].reshape(-1)
        self._variance: NDArray[np.float32] = tables["variance"].reshape(-1)
        after = [
            [column.after(0, box, int(points)) for points in row] for box, row in enumerate(column.scores)
        ]
        top = np.where(np.arange(column.boxes)[:, None] < TOPS, column.scores, 0)
        self._step = np.array(after) * column.sums + top
        self._tops = top
        self._joker_scores = column.scores.copy()
        if column.jokers is not None:
            self._joker_scores[:, column.fives] = column.jokers + column.extra

    def at(self, written: Sequence[int | None], shown: int) -> tuple[int, int]:
        """The facts of this column, and its sum of the top; `shown` is what its boxes were multiplied by."""
        facts = 0
        for box, points in enumerate(written):
            if points is not None:
                facts = self.column.after(facts, box, points)
        top = sum(points or 0 for points in written[:TOPS]) // shown
        return facts, min(top, self.column.earned_at)

    def worth(self, facts: int, top: int) -> Worth:
        """What is still to come, multiplied."""
        at = facts * self.column.sums + top
        return Worth(float(self._mean[at]) * self.weight, float(self._variance[at]) * self.weight**2)

    def offers(self, facts: int, top: int) -> tuple[NDArray[np.intp], Array, Array]:
        """The open rows, and for each roll in each what follows: the mean with its points, and the
        variance."""
        column = self.column
        rows = np.array([row for row in range(column.boxes) if not facts >> row & 1], dtype=np.intp)
        joker = column.extra and facts >> column.boxes & 1
        points = (self._joker_scores if joker else column.scores)[rows]
        over = np.minimum(column.earned_at - top - self._tops[rows], 0)
        at = facts * column.sums + top + self._step[rows] + over
        means = points + self._mean[at].astype(np.float64)
        if top < column.earned_at:
            means += column.bonus * (top + self._tops[rows] >= column.earned_at)
        if joker:
            for face, five in enumerate(column.fives):
                if not facts >> face & 1:
                    means[rows != face, five] = -np.inf
        return rows, means * self.weight, self._variance[at] * float(self.weight**2)


class Sheet:
    """A game's card, its columns, and what they are worth together beyond their sum."""

    def __init__(self, rules: Scorecard, places: Sequence[Place], several: Several) -> None:
        self.rules = rules
        self.places = tuple(places)
        self.several = several

    def worth(self, card: Card) -> Worth:
        """What the card will have in total, if its next turn has not begun."""
        found = [place.worth(*self._at(card, index)) for index, place in enumerate(self.places)]
        opened = self._opened(card)
        mean = self.rules.total(card) + sum(one.mean for one in found) + self.several.gain(opened)
        return Worth(mean, self.several.variance(opened, sum(one.variance for one in found)))

    def offers(self, card: Card) -> Offers:
        """What each roll leads to in each open box."""
        ats = [self._at(card, index) for index in range(len(self.places))]
        owns = [place.worth(*at) for place, at in zip(self.places, ats, strict=True)]
        total = self.rules.total(card)
        boxes: list[tuple[int, int]] = []
        means: list[Array] = []
        variances: list[Array] = []
        for index, (place, at) in enumerate(zip(self.places, ats, strict=True)):
            rows, mean, variance = place.offers(*at)
            others = [own for other, own in enumerate(owns) if other != index]
            opened = self._opened(card)
            opened[index] -= 1 / place.column.boxes
            boxes += [(index, int(row)) for row in rows]
            means.append(total + sum(one.mean for one in others) + self.several.gain(opened) + mean)
            alone = sum(one.variance for one in others) + variance
            variances.append(self.several.variance(opened, alone))
        return Offers(tuple(boxes), np.concatenate(means), np.concatenate(variances))

    def _opened(self, card: Card) -> list[float]:
        """The share of each column's boxes that is open."""
        return [written.count(None) / len(written) for written in card.columns]

    def _at(self, card: Card, column: int) -> tuple[int, int]:
        return self.places[column].at(card.columns[column], self.rules.shown_weight(column))
