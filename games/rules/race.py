"""What games have in common in which everybody races to a total, and all lies open on the table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import groupby
from typing import Any, Generic, Protocol, TypeVar

from games.rules import states
from games.rules.base import Result, placed


class Race(Protocol):
    """What the states of such games have: a total a seat, and who has left, in order."""

    @property
    def banked(self) -> tuple[int, ...]: ...

    @property
    def resigned(self) -> tuple[int, ...]: ...

    @property
    def over(self) -> bool: ...


R = TypeVar("R", bound=Race)
T = TypeVar("T")


def playing(state: Race) -> tuple[int, ...]:
    """The seats that have not resigned."""
    return tuple(seat for seat in range(len(state.banked)) if seat not in state.resigned)


def ranked(state: Race, rank: Callable[[int], Any]) -> Result:
    """The places of a match that is over: who plays on by `rank` of the seat, the highest first, equal ones
    together; behind them who resigned, the last to leave first.
    """
    best_first = sorted(playing(state), key=rank, reverse=True)
    ranking = [tuple(group) for _, group in groupby(best_first, key=rank)]
    return placed([*ranking, *((seat,) for seat in reversed(state.resigned))], state.banked)


def load(stored: Mapping[str, Any], end: Callable[..., T], how: Callable[[str], object]) -> dict[str, Any]:
    """The fields of a state that was dumped, the `end` of its latest turn among them, which says `how`."""
    values = states.load(stored)
    if values["last"] is not None:
        last = states.load(values["last"])
        values["last"] = end(**last | {"end": how(last["end"])})
    return values


class Open(Generic[R]):
    """What such games say alike of their states."""

    def unfinished(self, state: R) -> tuple[int, ...]:
        """All who have not resigned, until the match is over."""
        return () if state.over else playing(state)

    def view(self, state: R, viewer: int | None) -> R:
        """The state itself: everything lies open on the table."""
        return state

    def hidden(self, state: R, viewer: int | None) -> tuple[int, ...]:
        """No seat."""
        return ()

    def dump(self, state: R) -> dict[str, Any]:
        """The state as JSON values."""
        return states.dump(state)
