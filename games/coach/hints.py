"""Hints at a table where they help nobody against somebody: alone, or against robots, and for no rating.

A hint says what perfect play does, by how much it is better, and why. A warning says, before it is made, that
a move costs much. Neither is given in a match with people, in an event, on a ladder or for a rating, nor to
anybody but the player who is to move; what others hide takes no part in it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.analysis.base import Advisor, Choice
from games.analysis.review import SMALL, Amount, Reason, amount_of, by_points
from games.coach import advice, making
from games.match import practising
from games.models import Match, Seat
from games.rules.base import Move

COSTLY_POINTS = 3.0
"""Points, of a single card, from which on a move is worth a warning."""
COSTLY_CHANCE = 0.03
"""The same of the chance to win, in a race."""


class NoHints(Exception):
    """There are no hints here. The message is one sentence fit to be shown to the player."""


@dataclass(frozen=True, slots=True)
class Hint:
    """The best move, the best of those that are worse, if there is one, and why the first is better.

    `by_points` says by which of the two figures moves are compared; `exact`, that the figures are exact.
    """

    best: Choice
    other: Choice | None
    reasons: tuple[Reason, ...]
    by_points: bool
    exact: bool

    @property
    def margin(self) -> Amount:
        """By how much it is better than the other; nothing where there is no other."""
        return amount_of(self.best).minus(amount_of(self.other or self.best))


def helps(match: Match, seats: Sequence[Seat], mine: Seat | None) -> bool:
    """Whether the coach may speak to this seat's player in this match, whoever is to move."""
    return practising.practises(match, seats, mine)


def hint(match: Match, seats: Sequence[Seat], mine: Seat | None) -> Hint:
    """What is best for a seat that is to move.

    Raises NoHints where there are none, also when it is not this seat's turn, and advice.NotReady.
    """
    choices, advisor = _choices(match, seats, mine)
    assert mine is not None  # else there were no choices
    points = by_points(match.rules, len(seats))
    best = choices[0]
    most = amount_of(best).by(points=points)
    other = next((one for one in choices if most - amount_of(one).by(points=points) > SMALL), None)
    reasons: tuple[Reason, ...] = ()
    if other is not None:
        explain = making.explaining(match.rules, advisor)
        reasons = explain(match.table, mine.index, best.move, other.move)
    return Hint(best, other, reasons, points, advisor.exact)


def cost(match: Match, seats: Sequence[Seat], mine: Seat | None, move: Move) -> Amount | None:
    """What a move costs that the player is about to make, if it is worth a warning.

    None for every other, for an illegal one, and wherever the coach has nothing to say, also while it gets
    ready: a warning must never keep anybody from playing.
    """
    try:
        choices, _advisor = _choices(match, seats, mine)
    except (NoHints, advice.NotReady):
        return None
    made = next((one for one in choices if one.move == move), None)
    if made is None:
        return None
    found = amount_of(choices[0]).minus(amount_of(made))
    points = by_points(match.rules, len(seats))
    limit = COSTLY_POINTS * match.rules.columns if points else COSTLY_CHANCE
    return found if found.by(points=points) >= limit else None


def _choices(
    match: Match, seats: Sequence[Seat], mine: Seat | None
) -> tuple[tuple[Choice, ...], Advisor[Any, Any]]:
    if mine is None or not helps(match, seats, mine):
        raise NoHints(_("The coach helps only in unrated play, alone or against robots."))
    rules, state = match.rules, match.table
    if mine.index not in rules.to_act(state):
        raise NoHints(_("It is not your turn: the coach speaks when you are to move."))
    try:
        advisor = advice.advisor(rules)
    except LookupError as error:
        raise NoHints(_("The coach does not know this game.")) from error
    return advisor.choices(rules, rules.view(state, mine.index), mine.index), advisor
