"""What a match that is over comes to in the eyes of an advisor: what choices cost, and what the dice gave.

Every move is a choice, and perhaps a roll. Before it the seat expects something; the best choice expects as
much, the one that was made `cost` less. By how much more the seat expects once the dice lie, that is its
`luck`. So for each seat, in points and in its chance to win,

    start − skill lost + luck − unplayed = what it had in the end,

where `unplayed` is what was expected of turns that never came, because somebody left, ran out of time or
decided the match. It holds to the last digit whatever the advisor says, for each step begins where the one
before it ended. Points are of the whole match at score cards. In a race they are of each turn, and `start` is
the sum of what the seat's turns were expected to bring. The chance of a seat also moves with what others do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple, Protocol

from games.analysis.base import Choice, shares
from games.rules.base import Dice, Kind, Move, Rules
from games.rules.cards.card import Layout

LEAVING = (Kind.RESIGN, Kind.TIMEOUT)
"""Moves that nobody chooses by what they bring."""
SMALL = 1e-6
"""Choices that differ by less are equal, in points and in chance."""
COSTLY = 3
"""Positions of a seat that are kept, to be tried again."""
HARD_POINTS = 1.0
"""A choice is hard where the next best one costs something, but no more points than this a column: there
strong players differ, and only who always knows is always right."""
HARD_CHANCE = 0.01
"""The same of the chance to win, in a race."""


class Act(Protocol):
    """A move as it was made, and the dice that fell."""

    @property
    def seat(self) -> int: ...

    @property
    def move(self) -> Move: ...

    @property
    def dice(self) -> Dice: ...


class Amount(NamedTuple):
    """So many points, and so much of the chance to win, 1 being all of it."""

    points: float
    chance: float

    def plus(self, other: Amount) -> Amount:
        """Both together."""
        return Amount(self.points + other.points, self.chance + other.chance)

    def minus(self, other: Amount) -> Amount:
        """What is left of it without the other."""
        return Amount(self.points - other.points, self.chance - other.chance)

    def by(self, *, points: bool) -> float:
        """The one figure by which choices are compared: the points, or else the chance."""
        return self.points if points else self.chance


NOTHING = Amount(0.0, 0.0)


def amount_of(choice: Choice) -> Amount:
    """What a choice is worth."""
    return Amount(choice.points, choice.chance)


class Loss(StrEnum):
    """In what a choice differed from the best."""

    DICE = "dice"
    BOX = "box"
    STOPPED = "stopped"
    WENT_ON = "went-on"
    PICK_UP = "pick-up"


@dataclass(frozen=True, slots=True)
class Step:
    """One move. `best` counts the legal moves (`Rules.moves`) from 0 and is None where none was better than
    the one that was made; `chances` are every seat's once the dice lay.

    Out of a row comes what pages show of it (review_packed.py).
    """

    best: int | None
    cost: Amount
    luck: Amount
    chances: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """What the rest of the turn brings on the mean, in points, after the best choice and after the one that
    was made: in one box, or, without a box, in all that comes after the turn.
    """

    box: str
    best: float
    made: float

    @property
    def gain(self) -> float:
        """How much more the best choice brings there."""
        return self.best - self.made


@dataclass(frozen=True, slots=True)
class Position:
    """One of a seat's costliest choices: which step it is, from 0; what every legal move loses beside the
    best, in points or in chance, by whichever choices are compared; in a race how many points the best brings
    on the mean, and the one that was made; and where the difference comes from, the greatest parts first, no
    reasons where none were reckoned.
    """

    step: int
    losses: tuple[float, ...]
    worths: tuple[float, float]
    reasons: tuple[Reason, ...] = ()


@dataclass(slots=True)
class Sums:
    """What a match comes to for one seat.

    `hard` counts the decisions that were hard (HARD_POINTS), `hard_best` those of them where nothing was
    better.
    `at_stake` is what choosing blindly among the legal moves would have lost where the seat chose, on the
    mean, in points at score cards and in chance in a race. `lost` is what choices cost by what was wrong with
    them, `boxes` what stands in each box that the seat filled and what choosing it cost, both in points.
    """

    start: Amount = NOTHING
    skill: Amount = NOTHING
    luck: Amount = NOTHING
    unplayed: Amount = NOTHING
    decisions: int = 0
    mistakes: int = 0
    hard: int = 0
    hard_best: int = 0
    at_stake: float = 0.0
    lost: dict[Loss, float] = field(default_factory=lambda: defaultdict(float))
    boxes: dict[str, tuple[int, float]] = field(default_factory=dict)

    def accuracy(self, *, by_points: bool) -> float | None:
        """100 for perfect play, 0 for losing as much as blind choices would; None where nothing was at stake.

        100 · (1 − lost / at stake). Unlike a mean over decisions, as chess has it, it does not rise with
        decisions that everybody gets right: those have nothing at stake.
        """
        if self.at_stake <= SMALL:
            return None
        return min(100.0, max(0.0, 100 * (1 - self.skill.by(points=by_points) / self.at_stake)))


@dataclass(frozen=True, slots=True)
class Review:
    """A whole match: the chances at its start, a step for each move in the order of `ordered`, the sums of
    each seat, and its costliest positions, the worst first.
    """

    chances: tuple[float, ...]
    steps: tuple[Step, ...]
    seats: tuple[Sums, ...]
    positions: tuple[tuple[Position, ...], ...]


def whole_match(rules: Rules[Any]) -> bool:
    """Whether points are of the whole match, as at score cards, or of each turn, as in a race."""
    return isinstance(rules, Layout)


def by_points(rules: Rules[Any], seats: int) -> bool:
    """Whether choices are compared by points, as at score cards and by who plays alone, or by chance."""
    return whole_match(rules) or seats == 1


def ordered(acts: Sequence[Act], *, side_by_side: bool) -> list[int]:
    """In which order the moves are looked at: as they were made. Where cards are filled side by side, turn
    after turn, each seat's in order of the seats, whenever it was that they played; who left comes last.
    """
    if not side_by_side:
        return list(range(len(acts)))
    turns: dict[int, int] = defaultdict(int)
    keys: list[tuple[bool, int, int]] = []
    for act in acts:
        leaves = act.move.kind in LEAVING
        keys.append((leaves, 0, 0) if leaves else (False, turns[act.seat], act.seat))
        turns[act.seat] += act.move.kind is Kind.SCORE
    return sorted(range(len(acts)), key=keys.__getitem__)


def turn_ends(turns: Sequence[tuple[int, int]]) -> list[bool]:
    """Whether each step is the last of its turn, by its seat and the number of the turn."""
    last = {turn: place for place, turn in enumerate(turns)}
    return [last[turn] == place for place, turn in enumerate(turns)]


def final_chances(places: Sequence[int | None]) -> tuple[float, ...] | None:
    """What chances come to in the end: 1 for who won, an equal part for each who shares first place.

    None where there are no places.
    """
    return shares(places) if 1 in places else None


def box_ids(rules: Rules[Any]) -> Mapping[str, tuple[int, int]]:
    """The boxes of a card, none in a race."""
    return rules.box_ids if isinstance(rules, Layout) else {}


def shared_luck(seats: Sequence[Sums]) -> float:
    """The part of their luck, in points, that seats with the same dice have in common: the mean. It cancels
    out between them; what a seat has beyond it is how the dice fitted what it had open.
    """
    return sum(sums.luck.points for sums in seats) / len(seats)
