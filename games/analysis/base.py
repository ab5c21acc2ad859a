"""What analysis says of a position, in the same words for every game: values, choices, advisors.

Everything here is pure: states go in, numbers come out, always the same for the same state. Tables that
were reckoned beforehand come in as arrays; where their files lie is the business of whoever asks.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, TypeVar

from games.rules.base import Move

R_contra = TypeVar("R_contra", contravariant=True)
S_contra = TypeVar("S_contra", contravariant=True)


class NotAdvised(LookupError):
    """Nobody can know this game."""


@dataclass(frozen=True, slots=True)
class Worth:
    """What is expected of a seat that plays on perfectly: a mean in points, and its variance in points²."""

    mean: float
    variance: float


class Choice(NamedTuple):
    """A legal move, what it leads to before any dice of it fall, if everything after it is played perfectly.

    `points` is what the seat is expected to have: its total at the end of the match at score cards, what
    its turn adds at games of a race. `chance` is the chance to win the match, from 0 to 1; of a shared
    first place each sharer has an equal part. Both are the mean over the dice that the move throws. It is a
    tuple because dozens are made for each decision, in a fourth of the time.
    """

    move: Move
    points: float
    chance: float


def shares(places: Sequence[int | None]) -> tuple[float, ...]:
    """What chances come to in the end: 1 for who won, an equal part for each who shares first place.

    `places` are those of all seats (`Result.places`), of whom one at least is first.
    """
    won = [place == 1 for place in places]
    return tuple(one / sum(won) for one in won)


class Advisor(Protocol[R_contra, S_contra]):
    """Who knows one game: what a position is worth, and what each move of it is worth.

    The means fit together: the points of a choice that rolls are the mean of `points` over what may fall, and
    without dice they are the `points` of the state after it. So over a match what perfect play expected at
    the start, less what choices cost, plus what the dice gave, is what was had at the end.
    """

    exact: bool
    """Whether its points are exact for this game; else they are the best known approximation."""

    def points(self, rules: R_contra, state: S_contra, seat: int) -> float:
        """What the seat is expected to have (see `Choice.points`), whoever is to move."""
        ...

    def chances(self, rules: R_contra, state: S_contra) -> tuple[float, ...]:
        """Every seat's chance to win the match; they add up to 1, and of a finished match say who won."""
        ...

    def choices(self, rules: R_contra, state: S_contra, seat: int) -> tuple[Choice, ...]:
        """Every legal move of the seat, best first; of moves that are equal the simplest is first.

        Best is by points at score cards and by chance at races. Raises ValueError when the seat may not act.
        """
        ...
