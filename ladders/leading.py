"""How an event is led: which decisions there are, when, what each asks for, and doing it.

The Django admin and the organisers' own pages both go through here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms

from accounts.models import User
from games.play import MatchOver, PoolEmpty
from ladders import crowning, deciding, entering, impartial, log, running, substituting
from ladders.formats.base import BadField
from ladders.forms import (
    AdjudicateForm,
    ClearForm,
    EntryForm,
    PauseForm,
    PlayersForm,
    SubstituteForm,
    WhyForm,
)
from ladders.models import Event

REFUSED = (
    *(BadField, MatchOver, PoolEmpty, ValueError, log.NotNow, entering.MayNotEnter),
    *(deciding.BadDecision, impartial.Concerned),
)
"""What a decision may raise; the sentence can be shown."""
LEAVE = "ladders.organise_event"
S = Event.Status


@dataclass(frozen=True, slots=True)
class Decision:
    """One thing to decide: its word, what it means, when it can be taken, and whether only staff may."""

    word: str
    means: str
    when: frozenset[str]
    staff: bool = False


def _at(*status: Event.Status) -> frozenset[str]:
    return frozenset(one.value for one in status)


DECISIONS = {
    one.word: one
    for one in (
        Decision("open", "Let players enter", _at(S.DRAFT)),
        Decision("preview", "See how it would begin now", _at(S.OPEN)),
        Decision("start", "Begin with whoever is confirmed", _at(S.OPEN)),
        Decision("invite", "Ask players in by name", _at(S.OPEN)),
        Decision("withdraw", "Take an entry out", _at(S.OPEN, S.RUNNING)),
        Decision("substitute", "Ask somebody to take a seat over", _at(S.RUNNING)),
        Decision("pause", "Let the event rest for some days", _at(S.RUNNING)),
        Decision("adjudicate", "Decide a match that still runs", _at(S.RUNNING)),
        Decision("offend", "Warn, the second time disqualify", _at(S.RUNNING, S.REVIEW), staff=True),
        Decision("clear", "Take a warning back, after an appeal", _at(S.RUNNING, S.REVIEW), staff=True),
        Decision("finish", "Make the table final before the 48 hours are over", _at(S.REVIEW), staff=True),
        Decision("champions", "Open the champions' league of the best four", _at(S.FINISHED)),
        Decision("cancel", "Call the event off", _at(S.DRAFT, S.OPEN, S.RUNNING, S.REVIEW)),
    )
}


def is_staff(player: User) -> bool:
    """Whether the player decides about every event."""
    return player.is_staff and player.has_perm("ladders.change_event") and not player.muted


def may_organise(player: User) -> bool:
    """Whether the player may make events. Who is muted may not: an event is words that all read."""
    return (player.has_perm(LEAVE) and not player.muted) or is_staff(player)


def may_lead(player: User, event: Event) -> bool:
    """Whether the player decides about this event: its organiser, while the leave lasts, and staff."""
    return is_staff(player) or (event.organiser_id == player.pk and may_organise(player))


def open_to(player: User, event: Event) -> list[Decision]:
    """The decisions that can be taken now by this player."""
    staff = is_staff(player)
    found = [one for one in DECISIONS.values() if event.status in one.when and (staff or not one.staff)]
    return [one for one in found if one.word != "champions" or event.format == "league"]


def form_for(event: Event, what: str, data: Any) -> forms.Form:
    """What the decision has to be told."""
    if what in {"offend", "withdraw"}:
        return EntryForm(data, event=event)
    if what == "clear":
        return ClearForm(data, event=event)
    if what == "substitute":
        return SubstituteForm(data, event=event)
    if what == "adjudicate":
        return AdjudicateForm(data, event=event)
    return {"invite": PlayersForm, "pause": PauseForm}.get(what, WhyForm)(data)


def decide(event: Event, what: str, given: dict[str, Any], by: User) -> None:
    """Do it, with the form's cleaned data, unless `by` is concerned. Raises what REFUSED lists."""
    impartial.must_not_be_concerned(event, what, given, by)
    why = given.get("why", "")
    acts: dict[str, Callable[[], object]] = {
        "open": lambda: running.open_entries(event.pk, by),
        "start": lambda: running.start(event.pk, by),
        "invite": lambda: entering.invite(event.pk, given["players"], by),
        "offend": lambda: deciding.offend(given["entry"].pk, by, why),
        "clear": lambda: deciding.clear(given["entry"].pk, by, why),
        "withdraw": lambda: entering.withdraw(given["entry"], by, why),
        "substitute": lambda: substituting.ask(given["entry"].pk, given["player"], by, why),
        "pause": lambda: deciding.pause(event.pk, given["days"], by, why),
        "adjudicate": lambda: deciding.adjudicate(given["fixture"].pk, given["places"], by, why),
        "finish": lambda: running.finish(event.pk, by),
        "cancel": lambda: running.cancel(event.pk, by, why),
        "champions": lambda: crowning.open_champions(event.pk, by),
    }
    acts[what]()
