"""What follows from a match whose result is mended: what was laid because of it, and the event's tables.

Fixtures are facts: what was paired stays paired. A match on which something later hangs is corrected only as
long as nobody has played that; what was laid and not played is then taken back and laid anew.
"""

from __future__ import annotations

from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.said import Words, later
from games.match import move_log, staff
from games.models import Match
from ladders import table
from ladders.events import log, rounds
from ladders.formats import BRACKETS, LIVE, PLANS, bracket
from ladders.models import Event, Fixture, Log, Section
from ladders.reasons import BadDecision

BY_ROUNDS = frozenset({"swiss", "league", "champions", "score", "team", "duplicate"})
"""Formats in which the next round is laid when the last one is over."""


def follows(event: Event, fixture: Fixture) -> QuerySet[Fixture]:
    """What was laid because this match was over. For a bracket: the later ties that wait for this one.

    Nobody may have come out of it: then the next opponent had a bye, and has played on. For an arena: what
    its players have been given since.
    """
    later = Fixture.objects.filter(section=fixture.section_id)
    if event.format in BRACKETS:
        plan = PLANS[event.format](fixture.section.places.count())
        hang = bracket.after(plan, (fixture.round, fixture.pairing))
        next_legs = Q(round=fixture.round, pairing=fixture.pairing, leg__gt=max(2, fixture.leg))
        last = Q(round__gt=max(planned.round for planned in plan))  # the tie that a double final may need
        return later.filter(
            reduce(or_, (Q(round=round_, pairing=number) for round_, number in hang), next_legs | last)
        )
    if event.format in BY_ROUNDS:
        return later.filter(round__gt=fixture.round)
    if event.format in LIVE:
        return later.filter(pairing__gt=fixture.pairing, seats__overlap=fixture.seats)
    return later.none()


def must_be_last(event: Event, fixture: Fixture) -> None:
    """Raises BadDecision where the next round was laid because this match was over."""
    if event.format in BY_ROUNDS and follows(event, fixture).exists():
        raise BadDecision(_("The next round has begun: correct the result, or let it count for nobody."))
    if event.format in LIVE and follows(event, fixture).exists():
        raise BadDecision(_("They have played on: correct the result, or let it count for nobody."))
    if ended_early(event, fixture):
        raise BadDecision(_("This event was ended early: nothing more of it is played."))


def must_be_played(event: Event, fixture: Fixture) -> None:
    """Raises BadDecision where the event would wait for a match in vain, since too few of it are still in."""
    if event.status == Event.Status.REVIEW:
        _leave_out(event)
    section = fixture.section
    wanted = {one.key for one in table.form_of(event).to_play(table.load(section))}
    if table.as_fixture(section, fixture).key not in wanted:
        raise BadDecision(
            _(
                "Nobody is left to play it, or others have gone on without: correct the result, or let the"
                " match count for nobody."
            )
        )


def _leave_out(event: Event) -> None:
    """Who was disqualified during the review, or closed the account, is out of what is played after it."""
    still = event.entries.filter(withdrawn_at=None)
    still.filter(disqualified=True).update(withdrawn_at=timezone.now(), put_out=True)
    for entry in still.select_related("player", "team"):
        if not log.members_of(entry):
            entry.withdrawn_at = timezone.now()
            entry.save(update_fields=["withdrawn_at"])


def ended_early(event: Event, fixture: Fixture) -> bool:
    """Whether the review began with something left to play, which nobody plays any more.

    What lasts for a set time has then ended with the event (deciding.end), and not by itself.
    """
    if event.status != Event.Status.REVIEW:
        return False
    if event.format in LIVE:
        return fixture.section.ends_at == event.ended_at
    return not _played_out(event, fixture.section)


def _played_out(event: Event, section: Section) -> bool:
    return table.form_of(event).over(table.load(section))


def free_what_follows(event: Event, fixture: Fixture, why: Words) -> None:
    """See that nothing that was played hangs on the match; take back what was laid and not played.

    A corrected result re-pairs no round of a table. Raises BadDecision.
    """
    if fixture.section.stage != event.stage:
        raise BadDecision(_("The next stage has begun: what led to it stays as it is."))
    if event.format not in BRACKETS:
        return
    laid = list(follows(event, fixture))
    matches = Match.objects.in_bulk([one.match_id for one in laid if one.match_id is not None])
    for one in laid:
        match = matches.get(one.match_id or 0)
        if one.result is not None or (match is not None and move_log.is_begun(match)):
            raise BadDecision(_("What follows from this match is being played: it stays as it is."))
    for one in laid:
        match_id, one.match_id = one.match_id, None
        one.delete()
        if match_id is not None and matches[match_id].status == Match.Status.RUNNING:
            staff.void(match_id, later("It followed from a match %(why)s.") % {"why": why})


def reckon_anew(event: Event, fixture: Fixture, *, early: bool = False) -> None:
    """Let the table show it; an event under review goes on where something is to be played again.

    One that was ended `early` does not.
    """
    section = fixture.section
    if event.status == Event.Status.REVIEW:
        if early or _played_out(event, section):
            rounds.rewrite(section)
            return
        event.status, event.ended_at, event.review_until = Event.Status.RUNNING, None, None
        event.save(update_fields=["status", "ended_at", "review_until"])
        _leave_out(event)
        log.note(event, later("The event goes on"), kind=Log.Kind.GOES_ON)
    Section.objects.filter(pk=section.pk).update(over=False)
    rounds.spoil(section)
