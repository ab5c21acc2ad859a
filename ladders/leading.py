"""How an event is led: which decisions there are, when, what each asks for, and doing it.

The Django admin and the organisers' own pages both go through here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.play import MatchOver, PoolEmpty
from games.staff import NotDecided
from ladders import (
    crowning,
    deciding,
    entering,
    foreseeing,
    impartial,
    log,
    match_forms,
    mending,
    preparing,
    running,
    substituting,
)
from ladders.formats.base import BadField
from ladders.forms import (
    ClearForm,
    EntryForm,
    OffendForm,
    PauseForm,
    PlayersForm,
    ReinstateForm,
    SeedsForm,
    SubstituteForm,
    WhyForm,
    WordForm,
)
from ladders.match_forms import EITHER, OVER, RUNNING
from ladders.models import Entry, Event, Fixture

REFUSED = (
    *(BadField, MatchOver, NotDecided, PoolEmpty, ValueError, log.NotNow, entering.MayNotEnter),
    *(deciding.BadDecision, impartial.Concerned),
)
"""What a decision may raise; the sentence can be shown."""
LEAVE = "ladders.organise_event"
S = Event.Status
REASONED = frozenset({"withdraw", "finish"})
"""What needs a reason here, though a player or the site does the same without one."""


def _always(event: Event) -> bool:
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
    fits: Callable[[Event], bool] = _always
    """Whether there is anything in the event that it could be about."""


def _at(*status: Event.Status) -> frozenset[str]:
    return frozenset(one.value for one in status)


def _has(which: str) -> Callable[[Event], bool]:
    return lambda event: match_forms.about(event, which).exists()


def _somebody(**facts: Any) -> Callable[[Event], bool]:
    return lambda event: event.entries.filter(status=Entry.Status.IN, **facts).exists()


BEFORE, DURING, TILL_FINAL = _at(S.OPEN), _at(S.RUNNING), _at(S.RUNNING, S.REVIEW)
DECISIONS = {
    one.word: one
    for one in (
        Decision("open", _("Open"), _("Let players enter"), _at(S.DRAFT), undo=_("Call the event off.")),
        Decision("preview", _("Preview"), _("See how it would begin now"), BEFORE),
        Decision(
            "seed",
            _("Seed by hand"),
            _("Put the entries in order before it begins"),
            BEFORE,
            fits=_somebody(),
            undo=_("Send an empty list: the ratings decide again."),
        ),
        Decision("start", _("Start"), _("Begin with whoever is confirmed"), BEFORE, for_good=True),
        Decision(
            "invite",
            _("Invite"),
            _("Ask players in by name"),
            BEFORE,
            undo=_("Take the entry out."),
        ),
        Decision(
            "adjudicate",
            _("Decide"),
            _("Decide a match that still runs"),
            DURING,
            match=RUNNING,
            foreseen=True,
            fits=_has(RUNNING),
            undo=_("Correct the result, or let the match go on or be played again."),
        ),
        Decision(
            "correct",
            _("Correct"),
            _("Correct the result of a match that is over"),
            TILL_FINAL,
            match=OVER,
            foreseen=True,
            fits=_has(OVER),
            undo=_("Correct it again. The rating change that is taken back stays so."),
        ),
        Decision(
            "reopen",
            _("Reopen"),
            _("Let a match go on that was decided before its end"),
            TILL_FINAL,
            match=OVER,
            fits=_has(OVER),
            undo=_("Decide it again."),
        ),
        Decision(
            "replay",
            _("Replay"),
            _("Take a match back and let it be played again"),
            TILL_FINAL,
            match=EITHER,
            fits=_has(EITHER),
            for_good=True,
        ),
        Decision(
            "discount",
            _("Count for nobody"),
            _("Let a match count for nobody"),
            TILL_FINAL,
            match=EITHER,
            foreseen=True,
            fits=_has(EITHER),
            undo=_("Of a match that was over: correct its result. One that runs ends with it for good."),
        ),
        Decision(
            "extend",
            _("More time"),
            _("Extend one deadline, or those of a whole round"),
            DURING,
            match=RUNNING,
            fits=_has(RUNNING),
            for_good=True,
        ),
        Decision(
            "withdraw",
            _("Withdraw"),
            _("Take an entry out"),
            _at(S.OPEN, S.RUNNING),
            fits=_somebody(withdrawn_at=None),
            undo=_("Reinstate it. Matches that it leaves stay lost."),
        ),
        Decision(
            "reinstate",
            _("Reinstate"),
            _("Put an entry back that withdrew"),
            DURING,
            fits=_somebody(withdrawn_at__isnull=False, disqualified=False),
            undo=_("Take it out again."),
        ),
        Decision(
            "substitute",
            _("Substitute"),
            _("Ask somebody to take a seat over"),
            DURING,
            fits=_somebody(withdrawn_at=None, team=None),
            undo=_("Ask somebody else, until it is accepted."),
        ),
        Decision(
            "pause",
            _("Pause"),
            _("Let the event rest for some days"),
            DURING,
            undo=_("Resume it. Deadlines that are extended stay so."),
        ),
        Decision(
            "resume",
            _("Resume"),
            _("End the rest now; deadlines stay as they are"),
            DURING,
            fits=lambda event: event.paused_until is not None,
            undo=_("Pause it again."),
        ),
        Decision(
            "offend",
            _("Offence"),
            _("Warn, the second time disqualify; at once for abuse"),
            TILL_FINAL,
            staff=True,
            foreseen=True,
            fits=_somebody(disqualified=False),
            undo=_("Clear the player, until the table is final. Matches lost meanwhile stay lost."),
        ),
        Decision(
            "clear",
            _("Clear"),
            _("Take a warning or a disqualification back"),
            TILL_FINAL,
            staff=True,
            fits=_somebody(warned=True),
            undo=_("Record the offence again."),
        ),
        Decision(
            "word",
            _("Write to all"),
            _("Send everybody who is in a notice"),
            _at(S.OPEN, S.RUNNING, S.REVIEW, S.FINISHED),
            for_good=True,
        ),
        Decision(
            "end",
            _("End early"),
            _("End it with the table as it stands; what runs counts for nobody"),
            DURING,
            staff=True,
            for_good=True,
        ),
        Decision(
            "finish",
            _("Finish"),
            _("Make the table final before the 48 hours are over"),
            _at(S.REVIEW),
            staff=True,
            for_good=True,
        ),
        Decision(
            "champions",
            _("Champions"),
            _("Open the champions' league of the best four"),
            _at(S.FINISHED),
            fits=lambda event: event.format == "league",
            undo=_("Call it off."),
        ),
        Decision(
            "clone",
            _("Make another"),
            _("Prepare a new event on the same terms"),
            frozenset(S.values),
            fits=lambda event: event.source_id is None and event.format != "champions",
            undo=_("Nobody sees it before you open it."),
        ),
        Decision(
            "cancel",
            _("Cancel"),
            _("Call the event off"),
            _at(S.DRAFT, S.OPEN, S.RUNNING, S.REVIEW),
            for_good=True,
        ),
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


def is_open(player: User, event: Event, decision: Decision) -> bool:
    """Whether the player can take this decision now. At most one query."""
    return event.status in decision.when and (not decision.staff or is_staff(player)) and decision.fits(event)


def open_to(player: User, event: Event) -> list[Decision]:
    """The decisions that can be taken now by this player."""
    return [one for one in DECISIONS.values() if is_open(player, event, one)]


def form_for(event: Event, what: str, data: Any, fixture: object = None) -> forms.Form:
    """What the decision has to be told; about a match first of all which, where `fixture` names none."""
    which = DECISIONS[what].match
    if which:
        return match_forms.form_of(event, what, which, data, fixture)
    about: dict[str, Callable[[], forms.Form]] = {
        "offend": lambda: OffendForm(data, event=event),
        "withdraw": lambda: EntryForm(data, event=event),
        "reinstate": lambda: ReinstateForm(data, event=event),
        "clear": lambda: ClearForm(data, event=event),
        "substitute": lambda: SubstituteForm(data, event=event),
        "seed": lambda: SeedsForm(data, event=event),
        "invite": lambda: PlayersForm(data),
        "pause": lambda: PauseForm(data),
        "word": lambda: WordForm(data),
    }
    return about.get(what, lambda: WhyForm(data))()


def foresee(event: Event, what: str, given: dict[str, Any], by: User) -> list[str]:
    """What the decision would change, in sentences, unless `by` is concerned. Raises impartial.Concerned."""
    impartial.must_not_be_concerned(event, what, given, by)
    if what == "offend":
        return foreseeing.offending(given["entry"], at_once=given["at_once"])
    fixture: Fixture = given["fixture"]
    if what == "correct":
        return foreseeing.correcting(fixture, given["places"], given["absent"])
    if what == "discount":
        return foreseeing.discounting(fixture)
    return foreseeing.deciding(fixture, given["places"])


def decide(event: Event, what: str, given: dict[str, Any], by: User) -> Event | None:
    """Do it, with the form's cleaned data, unless `by` is concerned. Raises what REFUSED lists.

    Returns the event that was made of it, if any.
    """
    impartial.must_not_be_concerned(event, what, given, by)
    why = given.get("why", "")
    acts: dict[str, Callable[[], object]] = {
        "open": lambda: running.open_entries(event.pk, by),
        "start": lambda: running.start(event.pk, by),
        "seed": lambda: preparing.put_in_order(event.pk, given["order"], by, why),
        "invite": lambda: entering.invite(event.pk, given["players"], by),
        "offend": lambda: deciding.offend(given["entry"].pk, by, why, at_once=given["at_once"]),
        "clear": lambda: deciding.clear(given["entry"].pk, by, why),
        "withdraw": lambda: entering.withdraw(given["entry"], by, why),
        "reinstate": lambda: deciding.reinstate(given["entry"].pk, by, why),
        "substitute": lambda: substituting.ask(given["entry"].pk, given["player"], by, why),
        "pause": lambda: deciding.pause(event.pk, given["days"], by, why),
        "resume": lambda: deciding.resume(event.pk, by, why),
        "word": lambda: preparing.say_to_all(event.pk, by, why),
        "end": lambda: deciding.end(event.pk, by, why),
        "finish": lambda: running.finish(event.pk, by),
        "cancel": lambda: running.cancel(event.pk, by, why),
        "champions": lambda: crowning.open_champions(event.pk, by),
        "clone": lambda: preparing.clone(event.pk, by),
    }
    if what in REASONED:
        deciding.reason(why)
    if DECISIONS[what].match:
        _about_match(what, given, by, why)
        return None
    made = acts[what]()
    return made if isinstance(made, Event) and made.pk != event.pk else None


def _about_match(what: str, given: dict[str, Any], by: User, why: str) -> None:
    pk = given["fixture"].pk
    acts: dict[str, Callable[[], object]] = {
        "adjudicate": lambda: deciding.adjudicate(pk, given["places"], by, why),
        "correct": lambda: mending.correct(pk, given["places"], given["absent"], by, why),
        "reopen": lambda: mending.reopen(pk, by, why),
        "replay": lambda: mending.void(pk, by, why),
        "discount": lambda: mending.discount(pk, by, why),
        "extend": lambda: mending.extend(pk, given["days"], by, why, whole_round=given["whole_round"]),
    }
    acts[what]()
