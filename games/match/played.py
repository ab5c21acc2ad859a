"""Matches that are over, played through again, move by move: whoever looks at one step looks at the next.

Nothing of this changes once a match is over, so the last that were looked at are kept in the process. Names
are not in it, for a player may close the account.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from games.match import move_log, records
from games.models import Match, Move, Seat
from games.record import Match as Record
from games.record import Step, opening, replay
from games.replay import rules_of
from games.tables.base import Made
from games.taken_back import not_taken_back

KEPT = 16
"""How many are kept: a match of ten on the largest card takes some megabytes."""


@dataclass(frozen=True, slots=True)
class Played:
    """A whole match: the throws for the start, what was done, and the steps that led from state to state."""

    roll_off: tuple[Made, ...]
    acts: tuple[Made, ...]
    opening: Any
    steps: tuple[Step, ...]
    there: tuple[int, ...]
    """The steps, from 0, that nobody took back."""
    totals: tuple[tuple[int, int, int, int], ...]
    """Where each turn ended: the step, from 1; the seat; its turn, from 1; its total then."""
    final: tuple[int, ...]

    def state(self, position: int) -> Any:
        """The state of the table after so many steps."""
        return self.steps[position - 1].after if position else self.opening


@dataclass(frozen=True, slots=True, eq=False)
class _Over:
    """A match that is over. It is the same as long as nothing is played, whatever becomes of its row.

    Where a database was restored and the same match played on otherwise, it ended at another moment.
    """

    match: Match
    seats: Sequence[Seat]

    @property
    def key(self) -> tuple[object, ...]:
        return self.match.pk, self.match.version, bytes(self.match.seed or b""), self.match.ended_at

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Over) and self.key == other.key


def played(match: Match, seats: Sequence[Seat]) -> Played:
    """A match that is over, from its start to its end. One query, or none where it is kept."""
    return _played(_Over(match, seats))


@lru_cache(maxsize=KEPT)
def _played(over: _Over) -> Played:
    return play_through(over.match, over.seats)


def play_through(match: Match, seats: Sequence[Seat]) -> Played:
    """The same for whoever looks at each match once: nothing is kept. One query."""
    moves = move_log.all_moves(match)
    return of_record(
        records.as_record(match, seats, moves),
        tuple(move for move in moves if move.kind == Move.ROLL_OFF),
        tuple(move for move in moves if move.kind != Move.ROLL_OFF),
    )


def of_record(stored: Record, roll_off: tuple[Made, ...], acts: tuple[Made, ...]) -> Played:
    """The same of a match by its record, and of that the throws for the start and what was done. No query.

    Raises games.record.BadRecord where it breaks its rules.
    """
    steps = tuple(replay(stored))
    rules = rules_of(stored)
    there = tuple(not_taken_back(range(len(steps)), steps.__getitem__))
    ends: dict[tuple[int, int], int] = {}
    for index in there:
        ends[steps[index].seat, steps[index].turn] = index + 1
    return Played(
        roll_off=roll_off,
        acts=acts,
        opening=opening(stored),
        steps=steps,
        there=there,
        totals=tuple(
            (number, seat, turn, rules.totals(steps[number - 1].after)[seat])
            for (seat, turn), number in ends.items()
        ),
        final=rules.totals(steps[-1].after) if steps else (),
    )
