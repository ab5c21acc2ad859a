"""One thing to decide about an event, and whether there is anything that it could be about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from accounts.models import User
from games.models import Match
from games.rules.base import Pace
from ladders.events import arranging, match_forms
from ladders.events.match_forms import OVER
from ladders.models import Entry, Event

S = Event.Status


def _always(event: Event) -> bool:
    return True


def _anybody(player: User, event: Event) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing to decide: its word, its name on a button, what it means, and when it can be taken."""

    word: str
    name: str | Promise
    means: str | Promise
    when: frozenset[str]
    staff: bool = False
    """Whether only staff may."""
    match: str = ""
    """Which matches it is about, if it is about one."""
    foreseen: bool = False
    """Whether what it changes is shown before it is done."""
    undo: str | Promise = ""
    """How it is undone. Empty: it changes nothing that needs undoing."""
    for_good: bool = False
    """Whether it cannot be undone."""
    who: Callable[[User, Event], bool] = _anybody
    """Whose it is, of those who lead the event."""
    fits: Callable[[Event], bool] = _always
    """Whether there is anything in the event that it could be about."""


def at(*status: Event.Status) -> frozenset[str]:
    return frozenset(one.value for one in status)


def has(which: str) -> Callable[[Event], bool]:
    return lambda event: match_forms.about(event, which).exists()


def was_decided(event: Event) -> bool:
    decided = Match.objects.filter(event=event.pk, adjudicated=True, pace=Pace.TURNS)
    return match_forms.about(event, OVER).filter(match_id__in=decided.values("pk")).exists()


def somebody(**facts: Any) -> Callable[[Event], bool]:
    return lambda event: event.entries.filter(status=Entry.Status.IN, **facts).exists()


def to_come(event: Event) -> bool:
    """Whether there is a round to come that can be set by hand, and somebody for it."""
    return arranging.next_round(event) is not None and somebody(withdrawn_at=None)(event)
