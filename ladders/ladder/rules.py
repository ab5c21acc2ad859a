"""Ladder: rungs from 1, the top, held by challenging upward; it runs for ever.

rules.md, "Organised play". A ladder has no event to begin and end, so it keeps functions of its own: who
may challenge whom and why not, the two matches of a challenge, its winner, and how rungs move. Nobody
needs the whole ladder for it: whoever climbs comes to stand just above another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.said import gettext as _
from games.said import ngettext
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
    frozen: bool = False
    """Whether staff let nobody challenge from this rung, or challenge it."""
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
    reason = _out_of_reach(me, other)
    if reason is not None:
        return reason
    if running:
        return _("You two are playing a challenge already.")
    if last is not None and now < last + REST:
        return _("You two have just met: you can meet again in %(time)s.") % {
            "time": _days(last + REST - now)
        }
    if me.outgoing >= OUTGOING:
        return ngettext(
            "You have %(count)s challenge under way: finish it first.",
            "You have %(count)s challenges under way: finish one first.",
            OUTGOING,
        ) % {"count": OUTGOING}
    if other.suspended:
        return _("This player cannot play at the moment.")
    if other.on_holiday:
        return _("This player is on holiday.")
    if now >= other.seen_at + ABSENCE:
        return ngettext(
            "This player has been away for %(count)s day or more.",
            "This player has been away for %(count)s days or more.",
            ABSENCE.days,
        ) % {"count": ABSENCE.days}
    most = incoming_limit(other.rung or 0)
    if other.incoming >= most:
        return ngettext(
            "This player already has %(count)s challenge, the most on rung %(rung)s.",
            "This player already has %(count)s challenges, the most on rung %(rung)s.",
            most,
        ) % {"count": most, "rung": other.rung}
    return None


def _out_of_reach(me: Climber, other: Climber) -> str | None:
    if me.rung is None:
        return _("You are not on this ladder: join it to challenge others.")
    if other.rung is None:
        return _("This player has left the ladder.")
    if me.player == other.player:
        return _("This is your own rung.")
    if me.frozen:
        return _("The staff have frozen your rung for now: what runs goes on, nothing new begins.")
    if other.frozen:
        return _("The staff have frozen this rung for now.")
    if other.rung > me.rung:
        return _("You can only challenge players above you.")
    if other.rung < reach(me.rung):
        return _("Too far up: from rung %(rung)s you reach up to rung %(highest)s.") % {
            "rung": me.rung,
            "highest": reach(me.rung),
        }
    return None


def _days(span: timedelta) -> str:
    days = -(-span // timedelta(days=1))
    return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}


def challenge(challenger: int, defender: int) -> tuple[Fixture, Fixture]:
    """The two matches of a challenge; each player starts one."""
    return (
        Fixture(1, 1, 1, 1, 1, (challenger, defender), starts=challenger),
        Fixture(1, 1, 1, 1, 2, (defender, challenger), starts=defender),
    )


def winner(
    challenger: int, defender: int, results: Mapping[str, Result], cancelled: int | None = None
) -> int | None:
    """Who won the challenge, by the results of both its matches; None if it changes nothing.

    Who is absent from any of its matches is absent from the challenge and has lost it; with both absent, or
    on a full tie, nothing changes. `cancelled` is who cancelled it, if anybody: that one has lost. Raises
    ValueError while a match runs.
    """
    if cancelled is not None:
        return defender if cancelled == challenger else challenger
    fixtures = challenge(challenger, defender)
    if any(fixture.key not in results for fixture in fixtures):
        raise ValueError("The challenge is not over.")
    absent = {player for result in results.values() for player in result.absent | result.timed_out}
    if absent >= {challenger, defender}:
        return None
    if absent:
        return defender if challenger in absent else challenger
    event = Event((Entrant(challenger, 1), Entrant(defender, 2)), fixtures=fixtures, results=results)
    return duel(challenger, defender, counted(event).values())


def climbs(challenger: int | None, defender: int | None, *, challenger_won: bool) -> bool:
    """Whether the challenger takes the defender's rung, and those between move down one.

    From the rungs as they are now; whoever has left the ladder meanwhile has none (None).
    """
    if challenger is None or defender is None:
        return False
    return challenger_won and challenger > defender
