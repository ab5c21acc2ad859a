"""Who knows score cards: what a card is worth, and what each move of a turn is (games.analysis.base)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from games.analysis import winning
from games.analysis.base import Choice, Worth
from games.analysis.solo.rolls import Keeps, keeps
from games.analysis.solo.sheet import Array, Offers, Sheet
from games.rules.base import Kind, Move
from games.rules.cards.scorecard import ROLLS, Scorecard
from games.rules.cards.scorecard_turn import State, is_over
from games.rules.faces import selections


@dataclass(frozen=True)
class Leads:
    """What each roll leads to [rolls]: the mean of the total, the second moment about `centre`, the chance to
    win.

    Each of what is best by the mean.
    """

    centre: float
    numbers: Array

    @property
    def means(self) -> Array:
        """By roll."""
        return self.numbers[:, 0]


class CardAdvisor:
    """The advisor of score cards: keeps `Advisor[Scorecard, State]`.

    Where `exact` is not set, a card has several columns, and is taken for the sum of what each of them would
    be worth by itself.
    """

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.exact = len(sheet.places) == 1
        self._keeps: Keeps = keeps(sheet.rules.dice)

    def points(self, rules: Scorecard, state: State, seat: int) -> float:
        """The total that the seat is expected to have at the end."""
        return self.worth(rules, state, seat).mean

    def worth(self, rules: Scorecard, state: State, seat: int) -> Worth:
        """The mean and the variance of the total that the seat will have; of a hidden seat, of a blank
        card."""
        card = state.cards[seat]
        if card.full or seat in state.resigned or is_over(state):
            return Worth(float(rules.total(card)), 0.0)
        hand = state.hands[seat]
        if not hand.rolls:
            return self.sheet.worth(card)
        leads = self._leads(self.sheet.offers(card), winning.Rivals(()), ROLLS - hand.rolls)
        mean, second, _ = leads.numbers[self._number(hand.dice)]
        return Worth(float(mean), max(0.0, float(second - (mean - leads.centre) ** 2)))

    def chances(self, rules: Scorecard, state: State) -> tuple[float, ...]:
        """Every seat's chance to be first; they add up to 1."""
        result = rules.result(state)
        if result is not None:
            first = [place == 1 for place in result.places]
            return tuple(one / sum(first) for one in first)
        return winning.chances(self._worths(rules, state))

    def choices(self, rules: Scorecard, state: State, seat: int) -> tuple[Choice, ...]:
        """Every legal move, best by points first. Raises ValueError when the seat may not act."""
        if seat not in rules.to_act(state):
            raise ValueError("This seat is not to move.")
        hand = state.hands[seat]
        if not hand.rolls:
            own = self.sheet.worth(state.cards[seat]).mean
            return (Choice(Move(Kind.ROLL), own, self.chances(rules, state)[seat]),)
        rivals = winning.Rivals(self._rivals(rules, state, seat))
        offers = self.sheet.offers(state.cards[seat])
        found = [*self._scores(offers, rivals, hand.dice)]
        if hand.rolls < ROLLS:
            leads = self._leads(offers, rivals, ROLLS - hand.rolls - 1)
            found += self._rolls(leads, tuple(sorted(hand.dice)))
        return tuple(sorted(found, key=_order))

    def _scores(self, offers: Offers, rivals: winning.Rivals, dice: tuple[int, ...]) -> Iterator[Choice]:
        roll = self._number(dice)
        means = offers.means[:, roll]
        chances = rivals.chances(means, offers.variances[:, roll])
        for (column, row), mean, chance in zip(offers.boxes, means.tolist(), chances.tolist(), strict=True):
            if mean > -np.inf:
                box = self.sheet.rules.box_id(self.sheet.rules.boxes[row].stem, column + 1)
                yield Choice(Move(Kind.SCORE, box=box), mean, chance)

    def _rolls(self, leads: Leads, dice: tuple[int, ...]) -> Iterator[Choice]:
        kept = [lot for lot in selections(dice) if len(lot) < len(dice)]
        rows = [self._keeps.place[lot] for lot in kept]
        numbers = self._keeps.chances[rows] @ leads.numbers
        for lot, (mean, _, chance) in zip(kept, numbers.tolist(), strict=True):
            yield Choice(Move(Kind.ROLL, lot), mean, chance)

    def _leads(self, offers: Offers, rivals: winning.Rivals, rerolls: int) -> Leads:
        """What each roll leads to with so many re-rolls left."""
        best = offers.means.argmax(0)
        rolls = np.arange(len(best))
        means, variances = offers.means[best, rolls], offers.variances[best, rolls]
        centre = float(means.mean())
        numbers = np.stack(
            [means, variances + (means - centre) ** 2, rivals.chances(means, variances)], axis=1
        )
        for _ in range(rerolls):
            numbers = self._rolled(numbers)
        return Leads(centre, numbers)

    def _rolled(self, numbers: Array) -> Array:
        """What each roll leads to if some of it may be rolled again: the better of that and of what it is."""
        kept = self._keeps.chances @ numbers
        choices = self._keeps.choices
        means = kept[:, 0][choices]
        best: NDArray[np.intp] = np.take_along_axis(choices, means.argmax(1)[:, None], 1)[:, 0]
        again = kept[best]
        return np.where((again[:, 0] > numbers[:, 0])[:, None], again, numbers)

    def _number(self, dice: tuple[int, ...]) -> int:
        return self._keeps.number[tuple(sorted(dice))]

    def _worths(self, rules: Scorecard, state: State) -> list[Worth | None]:
        return [
            None if seat in state.resigned else self.worth(rules, state, seat)
            for seat in range(len(state.cards))
        ]

    def _rivals(self, rules: Scorecard, state: State, seat: int) -> list[Worth]:
        return [
            self.worth(rules, state, other)
            for other in range(len(state.cards))
            if other != seat and other not in state.resigned
        ]


def _order(choice: Choice) -> tuple[float, int, int, str]:
    """Best first; of equal ones scoring before rolling, fewer dice rolled before more, and then by name."""
    move = choice.move
    return (-choice.points, move.kind is Kind.ROLL, -len(move.keep), move.box)
