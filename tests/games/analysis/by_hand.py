"""Perfect play by going through every move and every roll with the rules themselves, in fractions.

Nothing of `games.analysis` is used: it takes minutes for what a table tells in no time, and is for cards that
are nearly full.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import product

from games.rules.base import Dice, Kind, Move, Pace
from games.rules.cards.card import Card
from games.rules.cards.scorecard import Scorecard
from games.rules.cards.scorecard_turn import Hand, State

Moments = tuple[Fraction, Fraction]
"""The mean and the second moment of a card's total."""


class ByHand:
    """Perfect play of one game."""

    def __init__(self, rules: Scorecard) -> None:
        self.rules = rules
        self.of_card = cache(self._of_card)
        self.of_roll = cache(self._of_roll)
        self.of_keep = cache(self._of_keep)

    def _of_card(self, card: Card) -> Moments:
        """What a card will have whose turn has not begun."""
        if card.full:
            total = Fraction(self.rules.total(card))
            return total, total**2
        return self.of_keep(card, (), 0)

    def _of_keep(self, card: Card, keep: Dice, rolls: int) -> Moments:
        """What it will have once the other dice have been rolled, after so many rolls."""
        lacking = self.rules.dice - len(keep)
        found = [
            self.of_roll(card, tuple(sorted(keep + fresh)), rolls + 1)
            for fresh in product(range(1, 7), repeat=lacking)
        ]
        return (
            sum((mean for mean, _ in found), Fraction()) / 6**lacking,
            sum((second for _, second in found), Fraction()) / 6**lacking,
        )

    def _of_roll(self, card: Card, dice: Dice, rolls: int) -> Moments:
        return max(self._after(card, dice, rolls))

    def _after(self, card: Card, dice: Dice, rolls: int) -> Iterator[Moments]:
        state = State(Pace.TURNS, 0, (card,), (Hand(dice, 0, rolls),), (0,))
        for move in self.rules.moves(state, 0):
            if move.kind is Kind.ROLL:
                yield self.of_keep(card, move.keep, rolls)
            else:
                yield self.of_card(self.rules.play(state, 0, move, ()).cards[0])

    def best(self, card: Card, dice: Dice, rolls: int) -> tuple[Move, Fraction]:
        """A best move, and what the card will have on the average after it."""
        state = State(Pace.TURNS, 0, (card,), (Hand(dice, 0, rolls),), (0,))
        moves = self.rules.moves(state, 0)
        worth = [mean for mean, _ in self._after(card, dice, rolls)]
        best = max(range(len(moves)), key=lambda index: worth[index])
        return moves[best], worth[best]
