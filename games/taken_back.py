"""What was taken back of a log of moves, and what may be: the log itself only grows.

A take-back is a move of its own (`Kind.TAKE_BACK`), whose box says how many moves of its own the seat takes
back; with them goes all that was done since the first of them, by whomever. The table is then as it was
before that move, and no dice come again. Where somebody may do that is said in games.match.practising.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol, TypeVar

from games.rules.base import Kind, Move, Rules

FINAL = (Kind.RESIGN, Kind.TIMEOUT)
"""What nobody takes back: who left has left, and time that ran out is gone."""


class Act(Protocol):
    """A move as far as it matters to what was taken back."""

    @property
    def seat(self) -> int:
        """Whose it was, from 0."""

    @property
    def kind(self) -> str:
        """A value of `Kind`, or `roll-off`."""

    @property
    def box(self) -> str:
        """Of a take-back, how many moves of its own the seat takes back."""


class Stood(Act, Protocol):
    """A move with the state before it."""

    @property
    def before(self) -> Any:
        """The state that it was made in."""


T = TypeVar("T")
S = TypeVar("S", bound=Stood)


def not_taken_back(made: Iterable[T], act: Callable[[T], Act]) -> list[T]:
    """What nobody took back of these, oldest first, where `act` tells of each which move it was.

    With so many of the seat's own moves goes all that was done since the first of them, by whomever. A log
    that lacks its beginning, or moves of others that are hidden, comes to the same as far as it goes.
    """
    found: list[T] = []
    for one in made:
        acted = act(one)
        if acted.kind != Kind.TAKE_BACK:
            found.append(one)
            continue
        left = int(acted.box)
        while found and left:
            left -= act(found.pop()).seat == acted.seat
    return found


def takes_back(rules: Rules[Any], steps: Sequence[S], seat: int) -> Sequence[S]:
    """Those of these standing steps that a take-back of the seat takes back, the oldest first; none where the
    seat has nothing to take back.

    It goes back to the last choice: the seat's last move that was not the only legal one. What the clock
    did, and who left, is not taken back, nor what was before it.
    """
    for index in reversed(range(len(steps))):
        step = steps[index]
        if step.kind in FINAL:
            return ()
        if step.seat == seat and len(rules.moves(step.before, seat)) > 1:
            return steps[index:]
    return ()


def taking_back(taken: Sequence[Stood], seat: int) -> Move:
    """The move that takes these steps back, the first of which is the seat's own."""
    return Move(Kind.TAKE_BACK, box=str(sum(step.seat == seat for step in taken)))
