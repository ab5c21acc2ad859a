"""What a ladder does with those who do not play on it: they slide, leave, or are removed for a while.

rules.md, "Organised play": 14 days without ladder play (holiday excepted) slide a player one rung a day;
after 45 it leaves the ladder; three time-outs in 30 days remove it for 14 days.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from games.said import gettext as _
from games.said import ngettext

SLIDES = timedelta(days=14)
LEAVES = timedelta(days=45)
TIME_OUTS, WITHIN = 3, timedelta(days=30)
REMOVED = timedelta(days=14)


def idle(last_play: datetime, holiday: timedelta, now: datetime) -> timedelta:
    """How long a player has not played here: since `last_play` (or joining), less the holiday spent since."""
    return max(now - last_play - holiday, timedelta(0))


def slides_due(idled: timedelta) -> int:
    """How many rungs so long without play has cost in all: one on day 14, and one a day from there."""
    return max(0, (idled - SLIDES) // timedelta(days=1) + 1)


def leaves(idled: timedelta) -> bool:
    """Whether a player has not played for so long that it leaves the ladder."""
    return idled >= LEAVES


def removed_until(time_outs: Iterable[datetime], now: datetime) -> datetime | None:
    """Until when time-outs on this ladder keep a player off it; None if they do not.

    The third in 30 days removes the player for 14 days, and those three are then spent.
    """
    until: datetime | None = None
    recent: list[datetime] = []
    for at in sorted(time_outs):
        recent = [earlier for earlier in recent if at - earlier < WITHIN] + [at]
        if len(recent) == TIME_OUTS:
            until, recent = at + REMOVED, []
    return until if until is not None and now < until else None


def may_join(*, on_ladder: bool, until: datetime | None, now: datetime) -> str | None:
    """None if a player may join the ladder now, else one sentence that says why not.

    `until` is what `removed_until` says.
    """
    if on_ladder:
        return _("You are on this ladder already.")
    if until is not None and now < until:
        days = -(-(until - now) // timedelta(days=1))
        return ngettext(
            "Three time-outs in %(within)s days: you can join again in %(count)s day.",
            "Three time-outs in %(within)s days: you can join again in %(count)s days.",
            days,
        ) % {"within": WITHIN.days, "count": days}
    return None
