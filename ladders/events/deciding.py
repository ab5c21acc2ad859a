"""What directors decide about a whole event while it runs: let it rest, go on, end; put an entry back.

Every decision is logged with its reason, and told to whom it concerns.
"""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.said import Said, counted_later, later, on_day
from games.match import play, staff
from games.models import Match
from ladders import table
from ladders.events import log, notices, postponing, rounds
from ladders.formats import LIVE
from ladders.formats.counted import for_nobody
from ladders.models import Entry, Event, Fixture, Log
from ladders.reasons import BadDecision, reason


@transaction.atomic
def pause(event_id: int, days: int, by: User, why: str) -> None:
    """Let an event rest for some days: every clock and every round of it is extended. Raises BadDecision."""
    why = reason(why)
    if not 1 <= days <= 60:
        raise BadDecision(_("An event can be paused for 1 to 60 days."))
    event = log.lock(event_id)
    if event.status != Event.Status.RUNNING:
        raise BadDecision(_("This event is not running."))
    span = timedelta(days=days)
    event.paused_until = max(event.paused_until or timezone.now(), timezone.now()) + span
    event.save(update_fields=["paused_until"])
    postponing.extend_all(event, span)
    what = counted_later(
        "Paused for %(days)d day, until %(day)s", "Paused for %(days)d days, until %(day)s", days
    )
    log.note(event, what % {"days": days, "day": on_day(event.paused_until.date())}, by, why)


@transaction.atomic
def resume(event_id: int, by: User, why: str) -> None:
    """End a rest before its time. Deadlines that were extended for it stay so, but for those of an arena.

    An arena lasts as long as was agreed: what is left of the rest is taken off again. Raises BadDecision.
    """
    why = reason(why)
    event = log.lock(event_id)
    if event.status != Event.Status.RUNNING or event.paused_until is None:
        raise BadDecision(_("This event is not paused."))
    if event.format in LIVE:
        postponing.give_back(event, timezone.now())
    rounds.end_rest(event)
    log.note(event, later("Goes on earlier than planned"), by, why)


@transaction.atomic
def reinstate(entry_id: int, by: User, why: str) -> None:
    """Put an entry back that withdrew from a running event. What it lost meanwhile stays lost.

    Raises BadDecision.
    """
    why = reason(why)
    entry = Entry.objects.select_related("player", "team").get(pk=entry_id)
    event = log.lock(entry.event_id)
    entry.refresh_from_db(fields=["withdrawn_at", "disqualified"])
    if event.status != Event.Status.RUNNING:
        raise BadDecision(_("This event is not running."))
    if entry.withdrawn_at is None or entry.disqualified:
        raise BadDecision(_("%(entry)s has not withdrawn.") % {"entry": entry.name})
    if not log.can_play(entry):
        said = _("%(entry)s cannot play: an account was closed, or members left the team.")
        raise BadDecision(said % {"entry": entry.name})
    if not event.sections.filter(stage=event.stage, places__entry=entry).exists():
        raise BadDecision(_("%(entry)s is not in the stage that is played now.") % {"entry": entry.name})
    entry.withdrawn_at = None
    entry.save(update_fields=["withdrawn_at"])
    rounds.rank_anew(event, entry)
    log.note(event, later("%(entry)s is back") % {"entry": entry.name}, by, why)
    notices.reinstated(event, entry, why)


@transaction.atomic
def end(event_id: int, by: User | None, why: str | Said) -> None:
    """End a running event with its tables as they stand; what runs counts for nobody. Raises BadDecision.

    A match that was over by then counts, also where its result is still on its way.
    """
    why = reason(why) if isinstance(why, str) else why
    event = log.lock(event_id)
    if event.status != Event.Status.RUNNING:
        raise BadDecision(_("This event is not running."))
    open_ = Fixture.objects.filter(section__event=event, result__isnull=True)
    unfinished = _unfinished(open_.filter(match_id__isnull=False))
    event.status, event.ended_at, event.paused_until = Event.Status.REVIEW, timezone.now(), None
    event.review_until = event.ended_at + rounds.REVIEW
    event.save(update_fields=["status", "ended_at", "review_until", "paused_until"])
    event.entries.update(ends=False)
    for fixture, match in unfinished:
        fixture.result = table.stored(for_nobody(len(fixture.seats), event.ended_at))
        fixture.save(update_fields=["result"])
        if match.status == Match.Status.RUNNING:
            staff.void(match.pk, why)
    open_.filter(waits=True).update(waits=False)
    event.sections.filter(ends_at__isnull=False).update(ends_at=event.ended_at)
    event.sections.update(over=True, stale=False, wakes_at=None)
    for section in event.sections.filter(stage=event.stage):
        section.event = event
        rounds.rewrite(section)
    log.note(event, later("Ended early: the table is under review for 48 hours"), by, why, kind=Log.Kind.OVER)


def _unfinished(fixtures: QuerySet[Fixture]) -> list[tuple[Fixture, Match]]:
    """Those of these fixtures whose matches are not over, or were taken back, each with its match, locked."""
    found = []
    for fixture in fixtures.order_by("match_id"):
        match = play.lock(fixture.match_id or 0).match
        if match.status != Match.Status.FINISHED:
            found.append((fixture, match))
    return found
