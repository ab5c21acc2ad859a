"""Why one choice at a score card is better than another: in which boxes the rest of the turn ends.

After either choice the turn is played on perfectly. What that brings on the mean is compared for every box,
and for all that comes after the turn; the parts add up to what the choice is worth, so the difference comes
from where they differ most. Numpy is loaded here: only the worker reckons reasons.
"""

from __future__ import annotations

import numpy as np

from games.analysis.review import Reason
from games.analysis.solo.advisor import CardAdvisor
from games.analysis.solo.rolls import keeps
from games.analysis.solo.sheet import Array
from games.rules.base import Kind, Move
from games.rules.cards.card import Card
from games.rules.cards.scorecard import ROLLS, Scorecard
from games.rules.cards.scorecard_turn import State

LEAST = 0.2
"""Points below which a part is no reason."""
GAINS, GIVEN_UP = 2, 1
"""Parts that are told: where the best choice brings more, and where it brings less."""


def reasons(
    rules: Scorecard, advisor: CardAdvisor, state: State, seat: int, best: Move, made: Move
) -> tuple[Reason, ...]:
    """The parts in which two legal choices of a seat differ most, the greatest gain of the best one first."""
    names, one, other = parts(rules, advisor, state, seat, best, made)
    found = [Reason(*part) for part in zip(names, one.tolist(), other.tolist(), strict=True)]
    gains = sorted((part for part in found if part.gain >= LEAST), key=lambda part: -part.gain)
    losses = sorted((part for part in found if part.gain <= -LEAST), key=lambda part: part.gain)
    return (*gains[:GAINS], *losses[:GIVEN_UP])


def parts(
    rules: Scorecard, advisor: CardAdvisor, state: State, seat: int, best: Move, made: Move
) -> tuple[list[str], Array, Array]:
    """The open boxes and, last and without a name, what comes after the turn; and what each of two choices
    brings there, in points, if the turn is played on perfectly after it.
    """
    card, hand = state.cards[seat], state.hands[seat]
    offers, known = advisor.sheet.offers(card), keeps(rules.dice)
    names = [*(rules.box_id(rules.boxes[row].stem, column + 1) for column, row in offers.boxes), ""]
    rolls = np.arange(len(known.number))
    written = _written(rules, card, tuple(known.number), names[:-1])

    def ended(boxes: Array) -> Array:
        """What each roll brings [rolls, parts] that is written in the box of its number."""
        brings = np.zeros((len(rolls), len(names)))
        brings[rolls, boxes] = written[boxes, rolls]
        brings[:, -1] = offers.means[boxes, rolls] - rules.total(card) - written[boxes, rolls]
        return brings

    turn = ended(offers.means.argmax(0))
    for _ in range(ROLLS - hand.rolls - 1):
        kept = known.chances @ turn
        on = np.take_along_axis(known.choices, kept.sum(1)[known.choices].argmax(1)[:, None], 1)[:, 0]
        turn = np.where((kept[on].sum(1) > turn.sum(1))[:, None], kept[on], turn)

    def brings(move: Move) -> Array:
        if move.kind is Kind.SCORE:
            box = np.full(len(rolls), names.index(move.box))
            found: Array = ended(box)[known.number[tuple(sorted(hand.dice))]]
        else:
            found = known.chances[known.place[move.keep]] @ turn
        return found

    return names, brings(best), brings(made)


def _written(rules: Scorecard, card: Card, rolls: tuple[tuple[int, ...], ...], boxes: list[str]) -> Array:
    """What each roll counts in each box at once [boxes, rolls], extras included."""
    places = [rules.box_ids[box] for box in boxes]
    found = [
        [
            rules.points(card, roll, rules.boxes[row]) * rules.weights[column]
            + rules.extras_earned(card, roll) * rules.extra
            for roll in rolls
        ]
        for column, row in places
    ]
    return np.array(found, dtype=np.float64)
