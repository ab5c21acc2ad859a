"""Who knows score cards: what a card is worth, and what each move of a turn is (games.analysis.base)."""

from __future__ import annotations

from functools import lru_cache
from math import inf

import numpy as np
from numpy.typing import NDArray

from games.analysis import winning
from games.analysis.base import Choice, Worth, shares
from games.analysis.solo.rolls import Keeps, keeps
from games.analysis.solo.sheet import Array, Offers, Sheet
from games.rules.base import Dice, Kind, Move
from games.rules.cards.card import Card
from games.rules.cards.scorecard import ROLLS, Scorecard
from games.rules.cards.scorecard_turn import State, is_over
from games.rules.faces import counts, selections

LATE = 2
"""With so many boxes left or fewer, it is reckoned what the next turn may bring."""
KNOWN = 256
"""So many of these outlooks are remembered (a rival's stays the same through a turn), and so many rolls."""
TAILS = 0.76
"""Extras of Boatzee Extra come seldom and count much. Where they can come, chances go by this part of the
variance: matches of perfect play were then won as often as was said (docs/analysis.md, "Chances")."""


class CardAdvisor:
    """The advisor of score cards: keeps `Advisor[Scorecard, State]`.

    Not `exact` where a card has several columns: there it chooses as `several` says, which is the best that
    is known.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.exact = len(sheet.places) == 1
        self._keeps: Keeps = keeps(sheet.rules.dice)
        self._late = lru_cache(KNOWN)(self._next)
        self._kept = lru_cache(KNOWN)(self._rollings)
        self._every = np.arange(len(self._keeps.number))
        boxes = sorted(sheet.rules.box_ids)
        lots = sorted(self._keeps.kept, key=lambda lot: (-len(lot), counts(lot)))
        self._moves = [*(Move(Kind.SCORE, box=box) for box in boxes), *(Move(Kind.ROLL, lot) for lot in lots)]
        self._boxes = {sheet.rules.box_ids[box]: rank for rank, box in enumerate(boxes)}
        self._lots = {lot: rank for rank, lot in enumerate(lots, len(boxes))}

    def points(self, rules: Scorecard, state: State, seat: int) -> float:
        """The total that the seat is expected to have at the end."""
        return self.worth(rules, state, seat).mean

    def worth(self, rules: Scorecard, state: State, seat: int) -> Worth:
        """The mean and the variance of the total that the seat will have; of a hidden seat, of a blank
        card."""
        card, hand = state.cards[seat], state.hands[seat]
        if card.full or seat in state.resigned or is_over(state):
            return Worth(float(rules.total(card)), 0.0)
        if not hand.rolls:
            return self.sheet.worth(card)
        means, variances = self._scored(self.sheet.offers(card))
        centre = float(means.mean())
        ends = np.stack([means, variances + (means - centre) ** 2], axis=1)
        numbers, _ = self._rolled(ends, ROLLS - hand.rolls)
        mean, second = numbers[self._number(hand.dice)].tolist()
        return Worth(mean, max(0.0, second - (mean - centre) ** 2))

    def chances(self, rules: Scorecard, state: State) -> tuple[float, ...]:
        """Every seat's chance to be first; they add up to 1."""
        result = rules.result(state)
        if result is not None:
            return shares(result.places)
        seats = range(len(state.cards))
        return winning.chances(
            [None if seat in state.resigned else self._outlook(rules, state, seat) for seat in seats]
        )

    def choices(self, rules: Scorecard, state: State, seat: int) -> tuple[Choice, ...]:
        """Every legal move, best by points first. Raises ValueError when the seat may not act."""
        if seat not in rules.to_act(state):
            raise ValueError("This seat is not to move.")
        card, hand = state.cards[seat], state.hands[seat]
        if not hand.rolls:
            own = self.sheet.worth(card).mean
            return (Choice(self._moves[self._lots[()]], own, self.chances(rules, state)[seat]),)
        rivals = winning.Rivals(
            [
                self._outlook(rules, state, other)
                for other in range(len(state.cards))
                if other != seat and other not in state.resigned
            ]
        )
        offers = self.sheet.offers(card)
        roll = self._number(hand.dice)
        boxes, ranks = len(offers.boxes), [self._boxes[place] for place in offers.boxes]
        means, variances = offers.means[:, roll], offers.variances[:, roll]
        if hand.rolls < ROLLS:
            ends = self._scored(offers)
            means, variances = np.concatenate([means, ends[0]]), np.concatenate([variances, ends[1]])
        chances = rivals.chances(means, self._part(card) * variances)
        if hand.rolls < ROLLS:
            numbers, _ = self._rolled(np.stack([means, chances], axis=1)[boxes:], ROLLS - hand.rolls - 1)
            lots, likely = self._kept(tuple(sorted(hand.dice)))
            rolled = likely @ numbers
            means = np.concatenate([means[:boxes], rolled[:, 0]])
            chances = np.concatenate([chances[:boxes], rolled[:, 1]])
            ranks += lots
        within = np.minimum(np.maximum(chances, 0.0), 1.0).round(12)  # off what is beyond a chance
        less = (-means).round(9)  # so that what is equal is so to the last digit
        found = sorted(zip(less.tolist(), ranks, within.tolist(), strict=True))
        return tuple([Choice(self._moves[rank], -cost, chance) for cost, rank, chance in found if cost < inf])

    def _rollings(self, dice: Dice) -> tuple[list[int], Array]:
        """The ranks of the moves that roll some of these dice again, and how likely each roll is after
        each."""
        kept = [lot for lot in selections(dice) if len(lot) < len(dice)]
        rows = [self._keeps.place[lot] for lot in kept]
        return [self._lots[lot] for lot in kept], self._keeps.chances[rows]

    def _scored(self, offers: Offers) -> tuple[Array, Array]:
        """What each roll leads to in the box that is best for it: means and variances [rolls]."""
        best = offers.means.argmax(0) * len(self._every) + self._every
        return offers.means.take(best), offers.variances.take(best)

    def _rolled(self, numbers: Array, rerolls: int) -> tuple[Array, list[NDArray[np.intp]]]:
        """What each roll leads to with so many re-rolls left [rolls, any], from what it leads to with none.

        The first of the numbers is the mean of the total, by which is chosen. And, for each re-roll from the
        last to the first, the number of the best keep of each roll, -1 where it is scored.
        """
        again = []
        for _ in range(rerolls):
            kept = self._keeps.chances @ numbers
            best = self._keeps.best(kept[:, 0])
            rolled = kept.take(best, axis=0)
            better = rolled[:, 0] > numbers[:, 0]
            again.append(np.where(better, best, -1))
            numbers = np.where(better[:, None], rolled, numbers)
        return numbers, again

    def _outlook(self, rules: Scorecard, state: State, seat: int) -> winning.Outlook:
        """What the seat's total may be; late in the match, by what its next turn may bring."""
        card, hand = state.cards[seat], state.hands[seat]
        part = self._part(card)
        left = sum(written.count(None) for written in card.columns)
        if not 0 < left <= LATE:
            worth = self.worth(rules, state, seat)
            return winning.plain(worth.mean, part * worth.variance)
        return self._late(card, tuple(sorted(hand.dice)), hand.rolls)

    def _next(self, card: Card, dice: Dice, rolls: int) -> winning.Outlook:
        """What a card's total may be by what its turn may bring, which has these dice after so many rolls."""
        means, variances = self._scored(self.sheet.offers(card))
        _, again = self._rolled(means[:, None], ROLLS - max(rolls, 1))
        rolled = np.eye(len(means))[self._number(dice)] if rolls else self._keeps.chances[0]
        for keep in reversed(again):
            going = np.where(keep < 0, 0.0, rolled)
            lots = np.bincount(np.maximum(keep, 0), going, len(self._keeps.kept))
            rolled = rolled - going + lots @ self._keeps.chances
        ends, which = np.unique(np.stack([means, variances])[:, rolled > 0], axis=1, return_inverse=True)
        weights = np.bincount(which.reshape(-1), rolled[rolled > 0]).astype(np.float64)
        return winning.Outlook(weights, ends[0], self._part(card) * ends[1])

    def _part(self, card: Card) -> float:
        """The part of the variance by which chances go."""
        rules = self.sheet.rules
        if not rules.extra:
            return 1.0
        column, row = rules.box_ids["boatzee"]
        return TAILS if card.columns[column][row] != 0 else 1.0

    def _number(self, dice: Dice) -> int:
        return self._keeps.number[tuple(sorted(dice))]
