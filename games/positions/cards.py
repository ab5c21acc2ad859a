"""Positions at score cards: every card, the dice of whoever is to move, and how often they were rolled."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

from games.positions.digits import BadPosition, Reader, Writer
from games.rules.base import Dice, Pace
from games.rules.cards.card import Card
from games.rules.cards.scorecard import ROLLS, Scorecard
from games.rules.cards.scorecard_turn import Hand, State
from games.rules.faces import FACES


class CardPositions:
    """As `Positions[Scorecard, State]`."""

    def options(self, state: State) -> dict[str, Any]:
        """None: cards have no options."""
        return {}

    def normal(self, rules: Scorecard, state: State, seat: int) -> State:
        """The cards as they are, the dice of the seat in order, and nobody else's. Raises BadPosition."""
        if state.resigned or state.hidden:
            raise BadPosition("Somebody has left, or is not seen.")
        hand = state.hands[seat]
        blank = tuple(Hand() for _ in state.cards)
        own = Hand(tuple(sorted(hand.dice)), 0, hand.rolls)
        hands = (*blank[:seat], own, *blank[seat + 1 :])
        return State(Pace.TURNS, seat, state.cards, hands, (0,) * len(state.cards))

    def alone(self, state: State, seat: int) -> State:
        """The seat by itself: what is best by points does not hang on what others have."""
        return replace(state, turn=0, cards=(state.cards[seat],), hands=(state.hands[seat],), timeouts=(0,))

    def write(self, rules: Scorecard, state: State, to: Writer) -> None:
        """All of a position that is normal."""
        players = rules.max_players - rules.min_players + 1
        to.put(len(state.cards) - rules.min_players, players)
        to.put(state.turn, len(state.cards))
        hand = state.hands[state.turn]
        to.put(hand.rolls, ROLLS + 1)
        for face in hand.dice:
            to.put(face - 1, len(FACES))
        for card in state.cards:
            _write_card(rules, card, to)

    def read(self, rules: Scorecard, source: Reader) -> State:
        """A position, which may still not be one that can come about."""
        players = rules.min_players + source.take(rules.max_players - rules.min_players + 1)
        seat, rolls = source.take(players), source.take(ROLLS + 1)
        dice = tuple(source.take(len(FACES)) + 1 for _ in range(rules.dice if rolls else 0))
        cards = tuple(_read_card(rules, source) for _ in range(players))
        hands = tuple(Hand(dice, 0, rolls) if index == seat else Hand() for index in range(players))
        return State(Pace.TURNS, seat, cards, hands, (0,) * players)

    def check(self, rules: Scorecard, state: State) -> None:
        """Raise BadPosition unless it can come about: as many boxes filled as turns were had, and extras only
        behind a Boatzee.
        """
        for card in state.cards:
            _check_extras(rules, card)
        filled = [len(rules.box_ids) - len(rules.open_boxes(card)) for card in state.cards]
        round_ = filled[state.turn :] + filled[: state.turn]  # from whoever is to move: the rest have moved
        if round_ != sorted(round_) or round_[-1] - round_[0] > 1:
            raise BadPosition("Somebody has had more turns than another.")

    def same(self, rules: Scorecard, one: State, other: State) -> bool:
        """Whether a player who is to move in `other`, or may soon be, would be helped by what is best in
        `one`: the same lies ahead of the card, or the same dice lie at a card where nothing stands.
        """
        card, hand = one.cards[one.turn], one.hands[one.turn]
        blank = all(points is None for column in card.columns for points in column)
        return any(
            _ahead(rules, card) == _ahead(rules, theirs)
            and (not blank or (hand.rolls, list(hand.dice)) == (held.rolls, sorted(held.dice)))
            for theirs, held in zip(other.cards, other.hands, strict=True)
        )


def _ahead(rules: Scorecard, card: Card) -> object:
    """What the best moves of a card hang on: which boxes are open, the top up to its bonus, whether extras
    can come. How many points stand elsewhere makes no difference.
    """
    columns = tuple(
        (
            tuple(points is None for points in column),
            min(rules.sums(card, number).top, rules.bonus_from * rules.shown_weight(number)),
        )
        for number, column in enumerate(card.columns)
    )
    column, row = rules.box_ids["boatzee"] if rules.extra else (0, 0)
    return columns, bool(rules.extra and card.columns[column][row])


def _write_card(rules: Scorecard, card: Card, to: Writer) -> None:
    for weight, column in zip(_shown(rules), card.columns, strict=True):
        for row, points in enumerate(column):
            known = worths(rules)[row]
            try:
                to.put(0 if points is None else known.index(points // weight) + 1, len(known) + 1)
            except ValueError as error:
                raise BadPosition("No roll writes that.") from error
    if rules.extra:
        to.put(card.extras, len(rules.boxes))


def _read_card(rules: Scorecard, source: Reader) -> Card:
    columns = []
    for weight in _shown(rules):
        column: list[int | None] = []
        for known in worths(rules):
            place = source.take(len(known) + 1)
            column.append(known[place - 1] * weight if place else None)
        columns.append(tuple(column))
    return Card(tuple(columns), source.take(len(rules.boxes)) if rules.extra else 0)


def _shown(rules: Scorecard) -> tuple[int, ...]:
    return tuple(rules.shown_weight(column) for column in range(rules.columns))


def _check_extras(rules: Scorecard, card: Card) -> None:
    if not card.extras:
        return
    filled = len(rules.box_ids) - len(rules.open_boxes(card))
    column, row = rules.box_ids["boatzee"]
    if card.columns[column][row] != rules.boxes[row].most or card.extras >= filled:
        raise BadPosition("An extra comes after a Boatzee, and fills a box of its own.")


@cache
def worths(rules: Scorecard) -> tuple[tuple[int, ...], ...]:
    """By the row of a box: what may stand there before its column multiplies it, the least first."""
    rolls: Sequence[Dice] = tuple(combinations_with_replacement(FACES, rules.dice))
    return tuple(tuple(sorted({0, *(box.score(roll) for roll in rolls)})) for box in rules.boxes)


CARDS = CardPositions()
