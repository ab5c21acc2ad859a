"""What an event waits for: pure, so that a page, a watchdog and a test say the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class For(StrEnum):
    """What there is to wait for."""

    DIRECTOR = "director"
    """Somebody has to open it, or to begin it."""
    ENTRIES = "entries"
    """It begins when it is full."""
    START = "start"
    """It begins at a moment that is known."""
    SITE = "site"
    """Something is to be laid, begun or reckoned: the worker does it within seconds."""
    REST = "rest"
    """It was paused."""
    MATCHES = "matches"
    """Matches are played, until the last of their deadlines."""
    PLAYERS = "players"
    """Nobody can be paired now: somebody has to come, until the time for it is over."""
    REVIEW = "review"
    """The table is looked at before medals are given."""
    OVER = "over"
    """It is over, and waits for nothing."""
    NOTHING = "nothing"
    """It runs, and nothing will ever happen: a fault."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What is known of an event. `open` are the deadlines of the matches that are being played."""

    status: str
    begins_at: datetime | None = None
    most: int | None = None
    paused_until: datetime | None = None
    to_do: bool = False
    """Whether a section is to be looked at anew, or a match that is laid has not begun."""
    open: Sequence[datetime] = ()
    wakes_at: datetime | None = None
    """When a section is looked at although nothing has happened, the first of them."""
    review_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class Waiting:
    """What an event waits for, and until when at the latest; None where nobody can tell."""

    what: For
    until: datetime | None = None


def waits_for(facts: Facts, now: datetime) -> Waiting:
    """The one thing that has to happen next."""
    match facts.status:
        case "draft":
            return Waiting(For.DIRECTOR)
        case "open":
            if facts.begins_at is not None:
                return Waiting(For.START, facts.begins_at)
            return Waiting(For.ENTRIES if facts.most is not None else For.DIRECTOR)
        case "review":
            return Waiting(For.REVIEW, facts.review_until)
        case "running":
            return _running(facts, now)
    return Waiting(For.OVER)


def _running(facts: Facts, now: datetime) -> Waiting:
    if facts.open:
        return Waiting(For.MATCHES, max(facts.open))
    if facts.paused_until is not None and facts.paused_until > now:
        return Waiting(For.REST, facts.paused_until)
    if facts.to_do or (facts.wakes_at is not None and facts.wakes_at <= now):
        return Waiting(For.SITE)
    return Waiting(For.PLAYERS if facts.wakes_at else For.NOTHING, facts.wakes_at)
