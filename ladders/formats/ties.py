"""Ties of a knock-out: two matches between two, and what decides them.

rules.md, "Organised play":

    each tie is two matches, decided like a challenge          `duel`
    a full tie is settled by one more, and another, at most    `FIRST`, `MOST`
      three
    then by a roll-off, repeated until it is decided           `Judge.rolling`
    absent from any of its matches is absent from the tie; if  `Judge.decide`
      one is, the other goes up; if both are, nobody does
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from ladders.formats.base import Event, Fixture, RollOff
from ladders.formats.counted import counted
from ladders.formats.duel import duel
from ladders.formats.roll_off import settle

FIRST, MOST = 2, 5
"""The matches of a tie, and with the three that may be added."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a place in a bracket is filled from: a seed, or who won (else who lost) an earlier tie."""

    number: int
    """The seed, or the number of the tie in its round."""
    round: int = 0
    """0 for a seed."""
    won: bool = True


@dataclass(frozen=True, slots=True)
class Tie:
    """Two places in a bracket and the matches made for them.

    A place that is not `known` yet is None, and its source says who comes; a place that is known and
    None is a bye. `winner` is None while `decided` is false, and for a tie that nobody survived; `loser`
    is who lost to the winner, if there was anybody.
    """

    round: int
    number: int
    sources: tuple[Source, Source]
    places: tuple[int | None, int | None]
    known: tuple[bool, bool]
    legs: tuple[Fixture, ...] = ()
    decided: bool = False
    winner: int | None = None
    loser: int | None = None

    @property
    def pair(self) -> tuple[int, int] | None:
        """The two who play it; None while one is not known, and where one is a bye."""
        one, other = self.places
        return None if one is None or other is None else (one, other)


@dataclass(frozen=True, slots=True)
class Outcome:
    """That a tie is decided, and for whom; both None where nobody survived it."""

    winner: int | None
    loser: int | None = None


class Judge:
    """Decides ties by what counts of an event's results, by withdrawals and by dice."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.scores = counted(event)
        self.entrants = {entrant.id: entrant for entrant in event.entrants}

    def decide(self, pair: tuple[int, int], legs: Sequence[Fixture]) -> Outcome | None:
        """How the tie ended, or None while it is open. `legs` are its matches so far, in order.

        Who withdraws before it is over gives it up; of two who do, the later had won it by then.
        """
        ended = self._ended(legs)
        left = {one: at for one in pair if (at := self.entrants[one].left_at)}
        before = [at for at in left.values() if ended is None or at < ended]
        if before:
            return self._given_up(pair, legs, left, min(before))
        if ended is None:
            return None
        missed = self._absent(legs, ended)
        if missed:
            return _survivor(pair, missed)
        winner = duel(*pair, (self.scores[leg.key] for leg in legs))
        if winner is None and len(legs) >= MOST:
            winner = self._rolled(pair, legs[0].round)
        if winner is None:
            return self._given_up(pair, legs, left, min(left.values())) if left else None
        return _survivor(pair, set(pair) - {winner})

    def rolling(self, tie: Tie) -> tuple[RollOff, ...]:
        """Who throws now to settle the tie: after three matches more than the two."""
        if tie.decided or tie.pair is None or len(tie.legs) < MOST or self._ended(tie.legs) is None:
            return ()
        return settle([self.entrants[one] for one in tie.pair], tie.round)[1]

    def waits_for_leg(self, tie: Tie) -> bool:
        """Whether matches have to be made for the tie now."""
        if tie.decided or tie.pair is None or len(tie.legs) >= MOST:
            return False
        return not tie.legs or self._ended(tie.legs) is not None

    def _ended(self, legs: Sequence[Fixture]) -> datetime | None:
        """When the last of the legs was over; None while one is open, and before the first."""
        results = self.event.results
        if any(leg.key not in results for leg in legs):
            return None
        return max((results[leg.key].at for leg in legs), default=None)

    def _absent(self, legs: Sequence[Fixture], until: datetime) -> set[int]:
        """Who was absent from any of the legs that were over by then."""
        results = [self.event.results[leg.key] for leg in legs if leg.key in self.event.results]
        counting = (result for result in results if result.at <= until and not result.for_nobody)
        return {one for result in counting for one in result.absent}

    def _given_up(
        self,
        pair: tuple[int, int],
        legs: Sequence[Fixture],
        left: dict[int, datetime],
        first: datetime,
    ) -> Outcome:
        """The tie that was decided by the first who left it."""
        return _survivor(pair, {one for one in left if left[one] == first} | self._absent(legs, first))

    def _rolled(self, pair: tuple[int, int], round_: int) -> int | None:
        worth, open_ = settle([self.entrants[one] for one in pair], round_)
        return None if open_ else max(pair, key=worth.__getitem__)


def _survivor(pair: tuple[int, int], out: Collection[int]) -> Outcome:
    """The one of the two who is not out goes up, and the other has lost; nobody where both are out."""
    one, other = pair
    if one in out and other in out:
        return Outcome(None)
    return Outcome(other, one) if one in out else Outcome(one, other)
