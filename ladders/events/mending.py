"""What a director decides about single matches: results, ends that came too early, deadlines.

Every act has a reason, is logged, and is told to whom it concerns. What hangs on a match is in `following`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.alphabets import isolated
from accounts.models import User
from accounts.said import counted_later, later
from games.match import staff
from ladders import table
from ladders.events import following, log, notices, postponing
from ladders.formats import base
from ladders.formats.counted import corrected, for_nobody
from ladders.models import Entry, Event, Fixture, Log
from ladders.reasons import BadDecision, reason

MOST_DAYS = 30
"""By how much a deadline is extended at once."""


@transaction.atomic
def adjudicate(fixture_id: int, places: list[int], by: User, why: str) -> None:
    """Decide a match that runs. Raises BadDecision, and what `staff.adjudicate` raises."""
    why = reason(why)
    event = log.lock(Fixture.objects.select_related("section").get(pk=fixture_id).section.event_id)
    fixture = Fixture.objects.get(pk=fixture_id)
    if fixture.match_id is None or fixture.result is not None or event.status != Event.Status.RUNNING:
        raise BadDecision(_("There is no match to decide."))
    staff.adjudicate(fixture.match_id, places, why)
    what = later("Match %(number)d was decided: %(result)s")
    log.note(event, what % {"number": fixture.match_id, "result": in_words(fixture, places)}, by, why)


def in_words(fixture: Fixture, places: Sequence[int]) -> str:
    """The places of a match with the names of its entries, best first. One query."""
    entries = Entry.objects.select_related("player", "team").in_bulk(fixture.seats)
    order = sorted(zip(places, fixture.seats, strict=True))
    return ", ".join(f"{place}. {isolated(entries[seat].name)}" for place, seat in order)


@transaction.atomic
def correct(fixture_id: int, places: Sequence[int], absent: Collection[int], by: User, why: str) -> None:
    """Give a match that is over these places, with these entries absent. Totals stay as they were played.

    The rating change is taken back. Raises BadDecision, ValueError.
    """
    event, fixture, why = _locked(fixture_id, why)
    result = _result(fixture)
    following.free_what_follows(event, fixture, later("that its result was corrected"))
    early = following.ended_early(event, fixture)
    staff.correct(fixture.match_id or 0, places, why)
    fixture.result = table.stored(corrected(result, places, absent))
    fixture.save(update_fields=["result"])
    following.reckon_anew(event, fixture, early=early)
    what = later("The result of match %(number)d was corrected: %(result)s")
    said = {"number": fixture.match_id, "result": in_words(fixture, places)}
    log.note(event, what % said, by, why, Log.Kind.CORRECTED)
    notices.corrected(event, fixture, why)


@transaction.atomic
def reopen(fixture_id: int, by: User, why: str) -> None:
    """Let a match go on that was decided before its end, with as much of the round as was left then.

    Raises BadDecision, staff.NotDecided.
    """
    event, fixture, why = _locked(fixture_id, why)
    result = _result(fixture)
    following.must_be_last(event, fixture)
    following.free_what_follows(event, fixture, later("that goes on"))
    staff.reopen(fixture.match_id or 0)
    now = timezone.now()
    left = (fixture.deadline or now) - result.at
    fixture.result, fixture.absent, fixture.deadline = None, [], now + max(left, timedelta(days=1))
    fixture.save(update_fields=["result", "absent", "deadline"])
    following.must_be_played(event, fixture)
    following.reckon_anew(event, fixture)
    log.note(
        event, later("Match %(number)d goes on") % {"number": fixture.match_id}, by, why, Log.Kind.CORRECTED
    )
    notices.reopened(event, fixture, why)


@transaction.atomic
def void(fixture_id: int, by: User, why: str) -> None:
    """Take a match back, running or over: it is played again with a fresh deadline. Raises BadDecision."""
    event, fixture, why = _locked(fixture_id, why)
    if fixture.result is None:
        staff.void(fixture.match_id or 0, why)
    else:
        following.must_be_last(event, fixture)
        following.free_what_follows(event, fixture, later("that is played again"))
        staff.take_back(fixture.match_id or 0, why)
        fixture.result, fixture.absent = None, []
        fixture.save(update_fields=["result", "absent"])
        following.must_be_played(event, fixture)
        following.reckon_anew(event, fixture)
        notices.voided(event, fixture, why)
    log.note(
        event, later("Match %(number)d is void") % {"number": fixture.match_id}, by, why, Log.Kind.CORRECTED
    )


@transaction.atomic
def discount(fixture_id: int, by: User, why: str) -> None:
    """Let a match count for nobody: a running one ends without a result, an ended one loses it.

    Raises BadDecision.
    """
    event, fixture, why = _locked(fixture_id, why)
    over = fixture.result is not None
    new = for_nobody(len(fixture.seats), timezone.now())
    early = following.ended_early(event, fixture)
    if over:
        following.free_what_follows(event, fixture, later("that counts for nobody"))
        old = _result(fixture)
        if old.for_nobody:
            raise BadDecision(_("This match counts for nobody already."))
        new = replace(old, for_nobody=True)
    fixture.result = table.stored(new)
    fixture.save(update_fields=["result"])
    if over:
        staff.discount(fixture.match_id or 0, why)
        notices.discounted(event, fixture, why)
    else:
        staff.void(fixture.match_id or 0, why)
    following.reckon_anew(event, fixture, early=early)
    log.note(
        event,
        later("Match %(number)d counts for nobody") % {"number": fixture.match_id},
        by,
        why,
        Log.Kind.CORRECTED,
    )


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
    what = later("Match %(number)d has longer: %(days)s")
    if whole_round:
        section = fixture.section
        chosen = Fixture.objects.filter(
            section__event=event, section__stage=section.stage, round=fixture.round
        )
        what = later("Round %(round)d has longer: %(days)s")
    many = postponing.extend(chosen, timedelta(days=days))
    more = counted_later("%(days)d day", "%(days)d days", days) % {"days": days}
    log.note(event, what % {"number": fixture.match_id, "round": fixture.round, "days": more}, by, why)
    log.changed(event)
    return many


def _locked(fixture_id: int, why: str) -> tuple[Event, Fixture, str]:
    """The event, locked, the fixture as it is then, and the reason. Raises BadDecision."""
    why = reason(why)
    event = log.lock(Fixture.objects.select_related("section").get(pk=fixture_id).section.event_id)
    fixture = Fixture.objects.select_related("section").get(pk=fixture_id)
    fixture.section.event = event
    if event.status not in {Event.Status.RUNNING, Event.Status.REVIEW}:
        raise BadDecision(_("This event is not running, or its table is final."))
    if fixture.match_id is None:
        raise BadDecision(_("There is no match to decide about."))
    return event, fixture, why


def _result(fixture: Fixture) -> base.Result:
    """Raises BadDecision where the match still runs."""
    if fixture.result is None:
        raise BadDecision(_("This match is not over."))
    return table.as_result(fixture.result)
