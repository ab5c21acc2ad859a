"""Ladder: rungs from 1, the top, held by challenging upward; it runs for ever.

rules.md, "Organised play". A ladder has no event to begin and end, so it keeps functions of its own: who
may challenge whom and why not, the two matches of a challenge, its winner, and how rungs move. Nobody
needs the whole ladder for it: a change is a `Shift` of a stretch of rungs.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from ladders.formats.base import Entrant, Event, Fixture, Result
from ladders.formats.counted import counted
from ladders.formats.duel import duel

NAME = "Ladder"
REACH = 10
OUTGOING = 3
REST = timedelta(days=7)
"""How long the same pair waits after a challenge of theirs is over."""
ABSENCE = timedelta(days=4)


@dataclass(frozen=True, slots=True)
class Climber:
    """A player as others may meet it on a ladder: `rung` is None for one who is not on it.

    `outgoing` and `incoming` count the challenges that run, `seen_at` is when the player was last here.
    """

    player: int
    rung: int | None
    outgoing: int
    incoming: int
    seen_at: datetime
    on_holiday: bool = False
    suspended: bool = False


def reach(rung: int) -> int:
    """The highest rung that a player on `rung` may challenge."""
    return max(1, rung - max(REACH, rung // 4))


def incoming_limit(rung: int) -> int:
    """How many challenges a player on this rung takes at a time."""
    return 5 if rung <= 5 else 4 if rung <= 10 else 3


def may_challenge(
    me: Climber, other: Climber, now: datetime, *, running: bool = False, last: datetime | None = None
) -> str | None:
    """None if `me` may challenge `other` now, else one sentence that says why not.

    `running` is whether these two are at a challenge, whoever made it; `last` when their last one was over.
    """
    if me.rung is None:
        return "You are not on this ladder: join it to challenge others."
    if other.rung is None:
        return "This player has left the ladder."
    if me.player == other.player:
        return "This is your own rung."
    if other.rung > me.rung:
        return "You can only challenge players above you."
    if other.rung < reach(me.rung):
        return f"Too far up: from rung {me.rung} you reach up to rung {reach(me.rung)}."
    if running:
        return "You two are playing a challenge already."
    if last is not None and now < last + REST:
        return f"You two have just met: you can meet again in {_days(last + REST - now)}."
    if me.outgoing >= OUTGOING:
        return f"You have {OUTGOING} challenges under way: finish one first."
    if other.suspended:
        return "This player cannot play at the moment."
    if other.on_holiday:
        return "This player is on holiday."
    if now >= other.seen_at + ABSENCE:
        return f"This player has been away for {ABSENCE.days} days or more."
    if other.incoming >= incoming_limit(other.rung):
        return (
            f"This player already has {incoming_limit(other.rung)} challenges, the most on rung {other.rung}."
        )
    return None


def _days(span: timedelta) -> str:
    days = -(-span // timedelta(days=1))
    return "1 day" if days == 1 else f"{days} days"


def challenge(challenger: int, defender: int) -> tuple[Fixture, Fixture]:
    """The two matches of a challenge; each player starts one."""
    return (
        Fixture(1, 1, 1, 1, 1, (challenger, defender), starts=challenger),
        Fixture(1, 1, 1, 1, 2, (defender, challenger), starts=defender),
    )


def winner(
    challenger: int, defender: int, results: Mapping[str, Result], cancelled: int | None = None
) -> int | None:
    """Who won the challenge, by the results of both its matches; None on a full tie.

    `cancelled` is who cancelled it, if anybody: that one has lost. Raises ValueError while a match runs.
    """
    if cancelled is not None:
        return defender if cancelled == challenger else challenger
    fixtures = challenge(challenger, defender)
    if any(fixture.key not in results for fixture in fixtures):
        raise ValueError("The challenge is not over.")
    event = Event((Entrant(challenger, 1), Entrant(defender, 2)), fixtures=fixtures, results=results)
    return duel(challenger, defender, counted(event).values())


@dataclass(frozen=True, slots=True)
class Shift:
    """Whoever stands on rung `start` goes to rung `to`; those between close up by one rung."""

    start: int
    to: int

    def after(self, rung: int) -> int:
        """Where whoever stood on `rung` stands after it."""
        if rung == self.start:
            return self.to
        if self.to <= rung < self.start:
            return rung + 1
        if self.start < rung <= self.to:
            return rung - 1
        return rung


def climb(challenger: int | None, defender: int | None, *, challenger_won: bool) -> Shift | None:
    """What a finished challenge moves, from the rungs as they are now; None if it moves nothing.

    A challenger who is still below takes the defender's rung and those between move down one. Whoever
    has left the ladder meanwhile has no rung (None).
    """
    if challenger is None or defender is None or not challenger_won or challenger < defender:
        return None
    return Shift(challenger, defender)


def leave(rung: int, size: int) -> Shift:
    """Everyone below moves up one; the one who leaves ends on rung `size`, which is then gone."""
    return Shift(rung, size)


def join(size: int) -> int:
    """The rung of whoever joins a ladder of `size` rungs: below all others."""
    return size + 1
