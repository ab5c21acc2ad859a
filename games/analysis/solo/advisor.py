"""Who knows score cards: what a card is worth, and what each move of a turn is (games.analysis.base)."""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True)
class Leads:
    """What each roll leads to [rolls], of what is best by the mean, and what is then done with it.

    `numbers` [rolls, 3]: the mean of the total, its second moment about `centre`, and the chance to win.
    `again` has, for each re-roll from the last to the first, the number of the best keep of each roll, -1
    where it is scored.
    """

    centre: float
    numbers: Array
    again: tuple[NDArray[np.intp], ...]


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
        leads = self._leads(self.sheet.offers(card), None, ROLLS - hand.rolls)
        mean, second, _ = leads.numbers[self._number(hand.dice)].tolist()
        return Worth(mean, max(0.0, second - (mean - leads.centre) ** 2))

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
        offers, part = self.sheet.offers(card), self._part(card)
        roll = self._number(hand.dice)
        means, ranks = offers.means[:, roll], [self._boxes[place] for place in offers.boxes]
        chances = rivals.chances(means, part * offers.variances[:, roll])
        if hand.rolls < ROLLS:
            leads = self._leads(offers, rivals, ROLLS - hand.rolls - 1, part)
            lots, likely = self._kept(tuple(sorted(hand.dice)))
            rolled = likely @ leads.numbers
            means, chances = np.concatenate([means, rolled[:, 0]]), np.concatenate([chances, rolled[:, 2]])
            ranks += lots
        within = np.clip(np.round(chances, 12), 0.0, 1.0)  # off what the mean over rolls is beyond a chance
        found = sorted(zip((-means).tolist(), ranks, within.tolist(), strict=True))
        return tuple([Choice(self._moves[rank], -less, chance) for less, rank, chance in found if less < inf])

    def _rollings(self, dice: Dice) -> tuple[list[int], Array]:
        """The ranks of the moves that roll some of these dice again, and how likely each roll is after
        each."""
        kept = [lot for lot in selections(dice) if len(lot) < len(dice)]
        rows = [self._keeps.place[lot] for lot in kept]
        return [self._lots[lot] for lot in kept], self._keeps.chances[rows]

    def _leads(self, offers: Offers, rivals: winning.Rivals | None, rerolls: int, part: float = 1.0) -> Leads:
        """What each roll leads to with so many re-rolls left."""
        best = offers.means.argmax(0)
        rolls = np.arange(len(best))
        means, variances = offers.means[best, rolls], offers.variances[best, rolls]
        centre = float(means.mean())
        chances = np.zeros(len(best)) if rivals is None else rivals.chances(means, part * variances)
        numbers = np.stack([means, variances + (means - centre) ** 2, chances], axis=1)
        again = []
        for _ in range(rerolls):
            keep, numbers = self._rolled(numbers)
            again.append(keep)
        return Leads(centre, numbers, tuple(again))

    def _rolled(self, numbers: Array) -> tuple[NDArray[np.intp], Array]:
        """What each roll leads to if some of it may be rolled again: the better of that and of what it is."""
        kept = self._keeps.chances @ numbers
        choices = self._keeps.choices
        best = choices[np.arange(len(choices)), kept[:, 0][choices].argmax(1)]
        rolled = kept[best]
        better = rolled[:, 0] > numbers[:, 0]
        return np.where(better, best, -1), np.where(better[:, None], rolled, numbers)

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
        offers = self.sheet.offers(card)
        best = offers.means.argmax(0)
        every = np.arange(len(best))
        leads = self._leads(offers, None, ROLLS - max(rolls, 1))
        rolled = np.eye(len(best))[self._number(dice)] if rolls else self._keeps.chances[0]
        for keep in reversed(leads.again):
            going = np.where(keep < 0, 0.0, rolled)
            lots = np.bincount(np.maximum(keep, 0), going, len(self._keeps.kept))
            rolled = rolled - going + lots @ self._keeps.chances
        ends = np.stack([offers.means[best, every], offers.variances[best, every]])
        ends, which = np.unique(ends[:, rolled > 0], axis=1, return_inverse=True)
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
