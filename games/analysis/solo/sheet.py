"""A card as positions of its columns, and what each roll is worth in each open box of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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
        self._variance: NDArray[Any] = tables["variance"].reshape(-1)
        after = [
            [column.after(0, box, int(points)) for points in row] for box, row in enumerate(column.scores)
        ]
        self._tops = column.scores[:TOPS]
        self._step = np.array(after) * column.sums
        self._step[:TOPS] += self._tops
        self._scores = column.scores.astype(np.float64)
        self._joker_scores = self._scores.copy()
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
        column, lacks = self.column, self.column.earned_at - top
        rows = np.array([row for row in range(column.boxes) if not facts >> row & 1], dtype=np.intp)
        upper = int((rows < TOPS).sum())
        tops = self._tops[rows[:upper]]
        joker = column.extra and facts >> column.boxes & 1
        means = (self._joker_scores if joker else self._scores)[rows]
        at = self._step[rows]
        at += facts * column.sums + top
        at[:upper] += np.minimum(lacks - tops, 0)
        means += self._mean.take(at)
        if lacks:
            means[:upper] += column.bonus * (tops >= lacks)
        if joker:
            for face, five in enumerate(column.fives):
                if not facts >> face & 1:
                    means[rows != face, five] = -np.inf
        variances = self._variance.take(at)
        if self.weight == 1:
            return rows, means, variances
        return rows, means * self.weight, variances * float(self.weight**2)


class Sheet:
    """A game's card, its columns, and what several of them are worth together beyond their sum."""

    def __init__(self, rules: Scorecard, places: Sequence[Place], several: Several) -> None:
        self.rules = rules
        self.places = tuple(places)
        self.several = several

    def worth(self, card: Card) -> Worth:
        """What the card will have in total, if its next turn has not begun."""
        if len(self.places) == 1:
            only = self.places[0].worth(*self._at(card, 0))
            return Worth(self.rules.total(card) + only.mean, only.variance)
        found = [place.worth(*self._at(card, index)) for index, place in enumerate(self.places)]
        opened = self._opened(card)
        mean = self.rules.total(card) + sum(one.mean for one in found) + self.several.gain(opened)
        return Worth(mean, self.several.variance(opened, sum(one.variance for one in found)))

    def offers(self, card: Card) -> Offers:
        """What each roll leads to in each open box."""
        if len(self.places) == 1:
            rows, mean, variance = self.places[0].offers(*self._at(card, 0))
            return Offers(tuple([(0, row) for row in rows.tolist()]), mean + self.rules.total(card), variance)
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
