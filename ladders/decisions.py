"""Which decisions there are about an event: when each can be taken, what it is about, how it is undone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Match
from games.rules.base import Pace
from ladders import arranging, entering, leaders, match_forms
from ladders.formats import LIVE
from ladders.match_forms import EITHER, OVER, RUNNING
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


def _at(*status: Event.Status) -> frozenset[str]:
    return frozenset(one.value for one in status)


def _has(which: str) -> Callable[[Event], bool]:
    return lambda event: match_forms.about(event, which).exists()


def _was_decided(event: Event) -> bool:
    decided = Match.objects.filter(event=event.pk, adjudicated=True, pace=Pace.TURNS)
    return match_forms.about(event, OVER).filter(match_id__in=decided.values("pk")).exists()


def _somebody(**facts: Any) -> Callable[[Event], bool]:
    return lambda event: event.entries.filter(status=Entry.Status.IN, **facts).exists()


def _to_come(event: Event) -> bool:
    """Whether there is a round to come that can be set by hand, and somebody for it."""
    return arranging.next_round(event) is not None and _somebody(withdrawn_at=None)(event)


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
        Decision(
            "pair",
            _("Pair by hand"),
            _("Let two meet in the next round"),
            _at(S.OPEN, S.RUNNING),
            fits=_to_come,
            undo=_("Leave it to the pairing again, until the round is laid."),
        ),
        Decision(
            "bye",
            _("Give a bye"),
            _("Let somebody have no match in the next round, which counts as a win"),
            _at(S.OPEN, S.RUNNING),
            fits=_to_come,
            undo=_("Leave it to the pairing again, until the round is laid."),
        ),
        Decision(
            "unpair",
            _("Not by hand"),
            _("Leave to the pairing again what was set for the next round"),
            _at(S.OPEN, S.RUNNING),
            fits=lambda event: bool(arranging.set_for(event, arranging.next_round(event))),
            undo=_("Set it again."),
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
            fits=_was_decided,
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
            fits=lambda event: event.format not in LIVE and _has(RUNNING)(event),
            for_good=True,
        ),
        Decision(
            "withdraw",
            _("Withdraw"),
            _("Take an entry out"),
            _at(S.OPEN, S.RUNNING),
            fits=lambda event: entering.can_leave(event).exists(),
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
            undo=_("Resume it. Deadlines that are extended stay so, but for those of an arena."),
        ),
        Decision(
            "resume",
            _("Resume"),
            _("End the rest now; deadlines stay as they are, but an arena gains no time by it"),
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
            foreseen=True,
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
            "name",
            _("Name a co-director"),
            _("Ask somebody to lead the event, too"),
            _at(S.OPEN, S.RUNNING, S.REVIEW),
            who=leaders.owns,
            undo=_("Dismiss the co-director."),
        ),
        Decision(
            "dismiss",
            _("Dismiss"),
            _("Let a co-director lead it no more"),
            frozenset(S.values),
            who=leaders.owns,
            fits=lambda event: event.directors.exists(),
            undo=_("Name the player again, who is asked anew."),
        ),
        Decision(
            "step-down",
            _("Step down"),
            _("Lead this event no more"),
            frozenset(S.values),
            who=leaders.is_co_director,
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
            _("Make the table final and give the medals, before the 48 hours are over"),
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
            who=lambda player, event: leaders.may_organise(player),
            fits=lambda event: event.source_id is None and event.format != "champions",
            undo=_("Nobody sees it before you open it."),
        ),
        Decision(
            "cancel",
            _("Call off"),
            _("Call the event off: what runs of it goes on as casual matches"),
            _at(S.DRAFT, S.OPEN, S.RUNNING, S.REVIEW),
            for_good=True,
        ),
    )
}
