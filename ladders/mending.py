"""What a director mends of single matches: results, ends that came too early, deadlines.

Fixtures are facts: what was paired stays paired. A match on which something later hangs is corrected only as
long as nobody has played that; what was laid and not played is then taken back and laid anew. Every act has
a reason, is logged, and is told to whom it concerns.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts import notices
from accounts.models import User
from games import play, staff
from games.models import Match
from ladders import log, postponing, rounds, table
from ladders.deciding import BadDecision, in_words, reason
from ladders.formats import BRACKETS, LIVE, PLANS, base, bracket
from ladders.formats.counted import corrected, for_nobody
from ladders.models import Event, Fixture, Group, Log

BY_ROUNDS = frozenset({"swiss", "league", "champions", "score", "team"})
"""Formats in which the next round is laid when the last one is over."""
MOST_DAYS = 30
"""By how much a deadline is extended at once."""


@transaction.atomic
def correct(fixture_id: int, places: Sequence[int], absent: Collection[int], by: User, why: str) -> None:
    """Give a match that is over these places, with these entries absent. Totals stay as they were played.

    The rating change is taken back. Raises BadDecision, ValueError.
    """
    event, fixture, why = _locked(fixture_id, why)
    result = _result(fixture)
    _free_what_follows(event, fixture, _("that its result was corrected"))
    early = _ended_early(event, fixture)
    staff.correct(fixture.match_id or 0, places, why)
    fixture.result = table.stored(corrected(result, places, absent))
    fixture.save(update_fields=["result"])
    _reckon_anew(event, fixture, early=early)
    what = _("The result of match %(number)d was corrected: %(result)s")
    said = {"number": fixture.match_id, "result": in_words(fixture, places)}
    log.note(event, what % said, by, why)
    _tell(event, fixture, "corrected", _("%(event)s: the result of a match was corrected"), why)


@transaction.atomic
def reopen(fixture_id: int, by: User, why: str) -> None:
    """Let a match go on that was decided before its end, with as much of the round as was left then.

    Raises BadDecision, staff.NotDecided.
    """
    event, fixture, why = _locked(fixture_id, why)
    result = _result(fixture)
    _must_be_last(event, fixture)
    _free_what_follows(event, fixture, _("that goes on"))
    staff.reopen(fixture.match_id or 0)
    now = timezone.now()
    left = (fixture.deadline or now) - result.at
    fixture.result, fixture.absent, fixture.deadline = None, [], now + max(left, timedelta(days=1))
    fixture.save(update_fields=["result", "absent", "deadline"])
    _must_be_played(event, fixture)
    _reckon_anew(event, fixture)
    log.note(event, _("Match %(number)d goes on") % {"number": fixture.match_id}, by, why)
    _tell(event, fixture, "reopened", _("%(event)s: a match that was decided goes on"), why)


@transaction.atomic
def void(fixture_id: int, by: User, why: str) -> None:
    """Take a match back, running or over: it is played again with a fresh deadline. Raises BadDecision."""
    event, fixture, why = _locked(fixture_id, why)
    if fixture.result is None:
        play.void(fixture.match_id or 0, why)
    else:
        _must_be_last(event, fixture)
        _free_what_follows(event, fixture, _("that is played again"))
        staff.void(fixture.match_id or 0, why)
        fixture.result, fixture.absent = None, []
        fixture.save(update_fields=["result", "absent"])
        _must_be_played(event, fixture)
        _reckon_anew(event, fixture)
        _tell(event, fixture, "voided", _("%(event)s: a match is played again"), why)
    log.note(event, _("Match %(number)d is void") % {"number": fixture.match_id}, by, why)


@transaction.atomic
def discount(fixture_id: int, by: User, why: str) -> None:
    """Let a match count for nobody: a running one ends without a result, an ended one loses it.

    Raises BadDecision.
    """
    event, fixture, why = _locked(fixture_id, why)
    over = fixture.result is not None
    new = for_nobody(len(fixture.seats), timezone.now())
    early = _ended_early(event, fixture)
    if over:
        _free_what_follows(event, fixture, _("that counts for nobody"))
        old = _result(fixture)
        if old.for_nobody:
            raise BadDecision(_("This match counts for nobody already."))
        new = replace(old, for_nobody=True)
    fixture.result = table.stored(new)
    fixture.save(update_fields=["result"])
    if over:
        staff.discount(fixture.match_id or 0, why)
        _tell(event, fixture, "discounted", _("%(event)s: a match counts for nobody"), why)
    else:
        play.void(fixture.match_id or 0, why)
    _reckon_anew(event, fixture, early=early)
    log.note(event, _("Match %(number)d counts for nobody") % {"number": fixture.match_id}, by, why)


@transaction.atomic
def extend(fixture_id: int, days: int, by: User, why: str, *, whole_round: bool) -> int:
    """Give a match that runs, or all that run of its round, more time. Returns how many.

    Raises BadDecision.
    """
    event, fixture, why = _locked(fixture_id, why)
    if not 1 <= days <= MOST_DAYS:
        raise BadDecision(_("A deadline is extended by 1 to %(most)d days.") % {"most": MOST_DAYS})
    if fixture.result is not None:
        raise BadDecision(_("This match is over."))
    chosen = Fixture.objects.filter(pk=fixture.pk)
    what = _("Match %(number)d has longer: %(days)s")
    if whole_round:
        group = fixture.group
        chosen = Fixture.objects.filter(group__event=event, group__stage=group.stage, round=fixture.round)
        what = _("Round %(round)d has longer: %(days)s")
    many = postponing.extend(chosen, timedelta(days=days))
    more = ngettext("%(days)d day", "%(days)d days", days) % {"days": days}
    log.note(event, what % {"number": fixture.match_id, "round": fixture.round, "days": more}, by, why)
    log.changed(event)
    return many


def _locked(fixture_id: int, why: str) -> tuple[Event, Fixture, str]:
    """The event, locked, the fixture as it is then, and the reason. Raises BadDecision."""
    why = reason(why)
    event = log.lock(Fixture.objects.select_related("group").get(pk=fixture_id).group.event_id)
    fixture = Fixture.objects.select_related("group").get(pk=fixture_id)
    fixture.group.event = event
    if event.status not in {Event.Status.RUNNING, Event.Status.REVIEW}:
        raise BadDecision(_("This event does not run, or its table is final."))
    if fixture.match_id is None:
        raise BadDecision(_("There is no match to decide about."))
    return event, fixture, why


def _result(fixture: Fixture) -> base.Result:
    """Raises BadDecision where the match still runs."""
    if fixture.result is None:
        raise BadDecision(_("This match is not over."))
    return table.as_result(fixture.result)


def follows(event: Event, fixture: Fixture) -> QuerySet[Fixture]:
    """What was laid because this match was over. For a bracket: the later ties that wait for this one.

    Nobody may have come out of it: then the next opponent had a bye, and has played on. For an arena: what
    its players have been given since.
    """
    later = Fixture.objects.filter(group=fixture.group_id)
    if event.format in BRACKETS:
        plan = PLANS[event.format](fixture.group.places.count())
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


def _must_be_last(event: Event, fixture: Fixture) -> None:
    """Raises BadDecision where the next round was laid because this match was over."""
    if event.format in BY_ROUNDS and follows(event, fixture).exists():
        raise BadDecision(_("The next round has begun: correct the result, or let it count for nobody."))
    if event.format in LIVE and follows(event, fixture).exists():
        raise BadDecision(_("They have played on: correct the result, or let it count for nobody."))
    if _ended_early(event, fixture):
        raise BadDecision(_("This event was ended before its time: nothing of it is played any more."))


def _must_be_played(event: Event, fixture: Fixture) -> None:
    """Raises BadDecision where the event would wait for a match in vain, since too few of it are still in."""
    if event.status == Event.Status.REVIEW:
        _leave_out(event)
    group = fixture.group
    wanted = {one.key for one in table.form_of(event).to_play(table.load(group))}
    if table.as_fixture(group, fixture).key not in wanted:
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


def _ended_early(event: Event, fixture: Fixture) -> bool:
    """Whether the review began with something left to play, which nobody plays any more.

    What lasts for a set time has then ended with the event (deciding.end), and not by itself.
    """
    if event.status != Event.Status.REVIEW:
        return False
    if event.format in LIVE:
        return fixture.group.ends_at == event.ended_at
    return not _played_out(event, fixture.group)


def _played_out(event: Event, group: Group) -> bool:
    return table.form_of(event).over(table.load(group))


def _free_what_follows(event: Event, fixture: Fixture, why: str) -> None:
    """See that nothing that was played hangs on the match; take back what was laid and not played.

    A corrected result re-pairs no round of a table. Raises BadDecision.
    """
    if fixture.group.stage != event.stage:
        raise BadDecision(_("The next stage has begun: what led to it stays as it is."))
    if event.format not in BRACKETS:
        return
    later = list(follows(event, fixture))
    matches = Match.objects.in_bulk([one.match_id for one in later if one.match_id is not None])
    for one in later:
        match = matches.get(one.match_id or 0)
        if one.result is not None or (match is not None and match.moves.exclude(kind="roll-off").exists()):
            raise BadDecision(_("What follows from this match is being played: it stays as it is."))
    for one in later:
        match_id, one.match_id = one.match_id, None
        one.delete()
        if match_id is not None and matches[match_id].status == Match.Status.RUNNING:
            play.void(match_id, _("It followed from a match %(why)s.") % {"why": why})


def _reckon_anew(event: Event, fixture: Fixture, *, early: bool = False) -> None:
    """Let the table show it; an event under review goes on where something is to be played again.

    One that was ended `early` does not.
    """
    group = fixture.group
    if event.status == Event.Status.REVIEW:
        if early or _played_out(event, group):
            rounds.rewrite(group)
            return
        event.status, event.ended_at, event.review_until = Event.Status.RUNNING, None, None
        event.save(update_fields=["status", "ended_at", "review_until"])
        _leave_out(event)
        log.note(event, _("The event goes on"), kind=Log.Kind.GOES_ON)
    Group.objects.filter(pk=group.pk).update(over=False)
    rounds.spoil(group)


def _tell(event: Event, fixture: Fixture, key: str, subject: str, why: str) -> None:
    players = list(User.objects.filter(pk__in=fixture.players))
    notices.tell(
        players,
        "event",
        f"{key}-{fixture.pk}-{timezone.now():%Y%m%d%H%M%S}",
        subject % {"event": event.name},
        event.get_absolute_url(),
        text=why,
    )
