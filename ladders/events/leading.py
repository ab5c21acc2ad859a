"""How an event is led: who may, what each decision asks for, what it would change, and doing it.

The Django admin and the organisers' own pages both go through here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django import forms

from accounts import spending
from accounts.models import User
from games.match.play import MatchOver, PoolEmpty
from games.match.staff import NotDecided
from ladders import impartial
from ladders.events import (
    arranging,
    champions,
    co_leading,
    deciding,
    eligibility,
    entries,
    foreseeing,
    leaders,
    lifecycle,
    log,
    match_forms,
    mending,
    offences,
    preparing,
    substituting,
)
from ladders.events.decision import Decision
from ladders.events.decisions import DECISIONS
from ladders.events.forms import (
    ByeForm,
    ClearForm,
    DirectorForm,
    DismissForm,
    OffenceForm,
    PairForm,
    PauseForm,
    PlayersForm,
    ReinstateForm,
    SeedsForm,
    SubstituteForm,
    UnpairForm,
    WhyForm,
    WithdrawForm,
    WordForm,
)
from ladders.formats.base import BadField
from ladders.models import Event, Fixture
from ladders.reasons import BadDecision, reason

REFUSED = (
    *(BadField, MatchOver, NotDecided, PoolEmpty, ValueError, log.NotNow, eligibility.MayNotEnter),
    *(BadDecision, impartial.Concerned),
)
"""What a decision may raise; the sentence can be shown."""
REASONED = frozenset({"withdraw", "finish"})
"""What needs a reason here, though a player or the site does the same without one."""
ALSO_SPENT = {"word": "event message", "clone": "event new"}
"""What some decisions cost beside the budget of all."""


def may(player: User, event: Event, decision: Decision) -> bool:
    """Whether it is this player's to decide, of those who lead the event."""
    if decision.match and decision.word != "extend" and not leaders.may_decide_results(player, event):
        return False
    return (not decision.staff or leaders.is_staff(player)) and decision.who(player, event)


def is_open(player: User, event: Event, decision: Decision) -> bool:
    """Whether the player can take this decision now."""
    return event.status in decision.when and may(player, event, decision) and decision.fits(event)


def open_to(player: User, event: Event) -> list[Decision]:
    """The decisions that can be taken now by this player."""
    return [one for one in DECISIONS.values() if is_open(player, event, one)]


def form_for(event: Event, what: str, data: Any, fixture: object = None) -> forms.Form:
    """What the decision has to be told; about a match first of all which, where `fixture` names none."""
    which = DECISIONS[what].match
    if which:
        return match_forms.form_of(event, what, which, data, fixture)
    about: dict[str, Callable[[], forms.Form]] = {
        "offence": lambda: OffenceForm(data, event=event),
        "withdraw": lambda: WithdrawForm(data, event=event),
        "reinstate": lambda: ReinstateForm(data, event=event),
        "clear": lambda: ClearForm(data, event=event),
        "substitute": lambda: SubstituteForm(data, event=event),
        "seed": lambda: SeedsForm(data, event=event),
        "invite": lambda: PlayersForm(data),
        "pause": lambda: PauseForm(data),
        "word": lambda: WordForm(data),
        "pair": lambda: PairForm(data, event=event),
        "bye": lambda: ByeForm(data, event=event),
        "unpair": lambda: UnpairForm(data, event=event),
        "name": lambda: DirectorForm(data),
        "dismiss": lambda: DismissForm(data, event=event),
    }
    return about.get(what, lambda: WhyForm(data))()


def foresee(event: Event, what: str, given: dict[str, Any], by: User) -> list[str]:
    """What the decision would change, in sentences, unless `by` is concerned or gives no reason.

    Raises impartial.Concerned, BadDecision, spending.TooOften.
    """
    _count(by)
    impartial.must_not_be_concerned(event, what, given, by)
    reason(given["why"])
    if what == "offence":
        return foreseeing.offence(given["entry"], at_once=given["at_once"])
    if what == "clear":
        return foreseeing.clearing(given["entry"])
    fixture: Fixture = given["fixture"]
    if what == "correct":
        return foreseeing.correcting(fixture, given["places"], given["absent"])
    if what == "discount":
        return foreseeing.discounting(fixture)
    return foreseeing.deciding(fixture, given["places"])


def decide(event: Event, what: str, given: dict[str, Any], by: User) -> Event | None:
    """Do it, with the form's cleaned data, unless `by` is concerned. Raises what REFUSED lists.

    Returns the event that was made of it, if any. Raises spending.TooOften where `by` decides too much.
    """
    _count(by, ALSO_SPENT.get(what, ""))
    impartial.must_not_be_concerned(event, what, given, by)
    why = given.get("why", "")
    acts: dict[str, Callable[[], object]] = {
        "open": lambda: lifecycle.open_entries(event.pk, by, why),
        "start": lambda: lifecycle.start(event.pk, by, why),
        "seed": lambda: preparing.put_in_order(event.pk, given["order"], by, why),
        "invite": lambda: entries.invite(event.pk, given["players"], by, why),
        "offence": lambda: offences.record_offence(given["entry"].pk, by, why, at_once=given["at_once"]),
        "clear": lambda: offences.clear(given["entry"].pk, by, why),
        "withdraw": lambda: champions.withdraw(given["entry"], by, why),
        "reinstate": lambda: deciding.reinstate(given["entry"].pk, by, why),
        "substitute": lambda: substituting.ask(given["entry"].pk, given["player"], by, why),
        "pause": lambda: deciding.pause(event.pk, given["days"], by, why),
        "resume": lambda: deciding.resume(event.pk, by, why),
        "word": lambda: preparing.say_to_all(event.pk, by, why),
        "pair": lambda: arranging.pair(
            event.pk, given["entry"], given["other"], by, why, again=given["again"]
        ),
        "bye": lambda: arranging.give_bye(event.pk, given["entry"], by, why),
        "unpair": lambda: arranging.take_back(event.pk, given["arrangement"], by, why),
        "name": lambda: co_leading.name(event.pk, given["player"], by, why),
        "dismiss": lambda: co_leading.dismiss(event.pk, given["director"], by, why),
        "step-down": lambda: co_leading.step_down(event.pk, by, why),
        "end": lambda: deciding.end(event.pk, by, why),
        "finish": lambda: lifecycle.finish(event.pk, by, why),
        "cancel": lambda: lifecycle.cancel(event.pk, by, why),
        "champions": lambda: champions.open_champions(event.pk, by, why),
        "clone": lambda: preparing.clone(event.pk, by),
    }
    if what in REASONED:
        reason(why)
    if DECISIONS[what].match:
        _about_match(what, given, by, why)
        return None
    made = acts[what]()
    return made if isinstance(made, Event) and made.pk != event.pk else None


def _count(by: User, also: str = "") -> None:
    """Count a decision, or a look at what it would change, on whichever page. Raises spending.TooOften."""
    spending.spend("event lead", by)
    if also:
        spending.spend(also, by)


def _about_match(what: str, given: dict[str, Any], by: User, why: str) -> None:
    pk = given["fixture"].pk
    acts: dict[str, Callable[[], object]] = {
        "adjudicate": lambda: mending.adjudicate(pk, given["places"], by, why),
        "correct": lambda: mending.correct(pk, given["places"], given["absent"], by, why),
        "reopen": lambda: mending.reopen(pk, by, why),
        "replay": lambda: mending.void(pk, by, why),
        "discount": lambda: mending.discount(pk, by, why),
        "extend": lambda: mending.extend(pk, given["days"], by, why, whole_round=given["whole_round"]),
    }
    acts[what]()
