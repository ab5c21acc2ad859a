"""What drives events: each is looked after alone, and whatever goes wrong in one stays with it.

`due` finds the events that have something to be done; `look_after` does all of it for one. Every step is a
transaction, or several, under the lock of the event, so that a worker can be killed between any two of them:
what is left to do stands in the rows, and is found again. An event in which a step failed is tried again with
patience; its director and the staff are told, and see why.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime, timedelta

from django.contrib.postgres.aggregates import BoolOr
from django.db import transaction
from django.db.models import Exists, F, Min, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.said import later
from games.match import clocks, play
from games.models import Match
from games.rules.base import IllegalMove, Kind
from games.rules.base import Move as RulesMove
from ladders import table
from ladders.events import (
    agreeing,
    beginning,
    deadlines,
    entries,
    last_places,
    leaders,
    lifecycle,
    notices,
    postponing,
    results,
    rounds,
    waiting,
)
from ladders.events.log import lock, note
from ladders.formats.waiting import waits_for
from ladders.models import Entry, Event, Fixture, Place, Section

logger = logging.getLogger(__name__)
PAUSES = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120))
"""How long an event in trouble is left alone: after the first failure, the second, and so on."""


class Stalled(Exception):
    """An event runs, nothing of it is open, and there is no moment to wait for."""


class ResultLost(Exception):
    """A match of the event is over, and the worker has given up taking its result."""


def due(now: datetime) -> list[int]:
    """The events for which there is something to do, but for those that are left alone after a failure."""
    status = Event.Status
    fixtures = Fixture.objects.filter(section__event=OuterRef("pk"), result__isnull=True)
    begins = Q(begins_at__lte=now) | Q(begins_at__lte=now + entries.CONFIRM, asked_at=None)
    opened = Q(status=status.OPEN) & begins
    sections = Section.objects.filter(event=OuterRef("pk"), over=False, stage=OuterRef("stage"))
    resting = Q(paused_until__gt=now)
    nothing = Q(~Exists(fixtures.filter(Fixture.PLAYED)), ~Exists(sections.filter(wakes_at__gt=now)))
    goes_on = (
        Q(paused_until__lte=now)
        | Exists(sections.filter(stale=True))
        | Exists(sections.filter(wakes_at__lte=now))
        | Exists(fixtures.filter(deadline__lte=now))
        | (~resting & Exists(fixtures.filter(waits=True)))
        | (~resting & nothing)
        | (~resting & Q(Exists(_idle(sections))))
        | Exists(fixtures.filter(match_id__in=results.lost().values("subject")))
    )
    reviewed = Q(status=status.REVIEW, review_until__lte=now)
    troubled = ~Q(trouble="")  # what was wrong may be mended: the next look says so
    found = Event.objects.filter(Q(look_at=None) | Q(look_at__lte=now))
    running = Q(status=status.RUNNING) & goes_on
    found = found.filter(opened | last_places.due(now) | running | reviewed | troubled)
    return list(found.order_by("pk").values_list("pk", flat=True))


def _idle(sections: QuerySet[Section]) -> QuerySet[Section]:
    """Those of these that have nothing open, and that nobody means to look at, now or at a moment."""
    open_ = Fixture.objects.filter(Fixture.PLAYED, section=OuterRef("pk"), result__isnull=True)
    return sections.filter(~Exists(open_), over=False, stale=False, wakes_at=None)


def look_after_due() -> int:
    """Look after every event that has something to be done. Returns how many were found."""
    found = due(timezone.now())
    for event_id in found:
        look_after(event_id)
    return len(found)


def look_after(event_id: int) -> bool:
    """Do all that is to be done for one event. Safe in two workers and when killed. False where it failed."""
    try:
        for step in STEPS:
            step(event_id, timezone.now())
    except Event.DoesNotExist:
        return True
    except Exception as error:
        logger.exception("Event %s could not be looked after", event_id)
        _in_trouble(event_id, error)
        return False
    Event.objects.filter(pk=event_id).exclude(trouble="").update(
        trouble="", troubled_at=None, tries=0, look_at=None
    )
    return True


def _notice_silence(event_id: int, now: datetime) -> None:
    """Move deadlines after an outage, or a restored backup, before anything is closed for them."""
    if clocks.was_silent():
        clocks.extend_after_outage()


def _fill(event_id: int, now: datetime) -> None:
    """Let robots take the places that are left, where they are to."""
    last_places.fill(event_id, now)


def _begin(event_id: int, now: datetime) -> None:
    """Ask to confirm, and begin, when it is time; with too few it is called off."""
    entries.ask_to_confirm(event_id, now)
    lifecycle.begin_due(event_id, now)


def _close(event_id: int, now: datetime) -> None:
    deadlines.close_due(event_id, now)


@transaction.atomic
def _resume(event_id: int, now: datetime) -> None:
    """Go on after a rest."""
    event = lock(event_id)
    if event.status != Event.Status.RUNNING or event.paused_until is None or event.paused_until > now:
        return
    rounds.end_rest(event)
    note(event, later("Goes on"))


def _resign(event_id: int, now: datetime) -> None:
    """Who withdrew leaves the tables of the event."""
    playing = Fixture.objects.filter(
        section__event=event_id, section__stale=True, result__isnull=True, match_id__isnull=False
    )
    withdrawn = Entry.objects.filter(event=event_id, withdrawn_at__isnull=False)
    gone = set(withdrawn.values_list("pk", flat=True))
    for fixture in playing if gone else ():
        for index, entry in enumerate(fixture.seats):
            if entry in gone:
                _leave(fixture.match_id or 0, index)


@transaction.atomic
def _leave(match_id: int, index: int) -> None:
    """By the seat, not by who sits there: an account that was closed sits nowhere."""
    locked = play.lock(match_id)
    if locked.match.status != Match.Status.RUNNING:
        return
    try:
        play.act(locked, locked.seats[index], RulesMove(Kind.RESIGN))
    except IllegalMove:  # this card is full already, or it has been left
        return


def _go_on(event_id: int, now: datetime) -> None:
    """Bring the sections to date in which something happened; all of them where nothing would, otherwise.

    And those that wanted to be looked at by now.
    """
    with transaction.atomic():
        event = lock(event_id)
        if event.status == Event.Status.RUNNING:
            here = event.sections.filter(stage=event.stage, over=False)
            wanted = set(here.filter(wakes_at__lte=now).values_list("pk", flat=True))
            if _plays(event, now):
                wanted.update(_idle(here).values_list("pk", flat=True))
            event.sections.filter(pk__in=wanted).update(stale=True)
    stale = Section.objects.filter(event=event_id, stale=True, over=False)
    for pk in list(stale.order_by("pk").values_list("pk", flat=True)):
        with transaction.atomic():
            event = lock(event_id)
            section = Section.objects.get(pk=pk)
            if event.status == Event.Status.RUNNING and section.stale and not section.over:
                section.event = event
                rounds.advance(section)


def _end(event_id: int, now: datetime) -> None:
    """End what all who are still in want to end: somebody may have left who did not."""
    if Entry.objects.filter(event=event_id, event__status=Event.Status.RUNNING, ends=True).exists():
        agreeing.end_if_all_agree(event_id)


def _postpone(event_id: int, now: datetime) -> None:
    """Postpone the round that all who are still in want to postpone: somebody may have left who did not."""
    if Place.objects.filter(section__event=event_id, postpones__isnull=False).exists():
        postponing.postpone_if_all_agree(event_id)


def _play(event_id: int, now: datetime) -> None:
    beginning.begin_waiting(event_id)


def _finish(event_id: int, now: datetime) -> None:
    """Give medals when the review is over."""
    if Event.objects.filter(pk=event_id, status=Event.Status.REVIEW, review_until__lte=now).exists():
        lifecycle.finish(event_id)


def _watch(event_id: int, now: datetime) -> None:
    """Raise Stalled where nothing will ever happen, ResultLost where a result of it was given up."""
    event = Event.objects.get(pk=event_id)
    if event.status != Event.Status.RUNNING:
        return
    open_ = Fixture.objects.filter(section__event=event, result__isnull=True, match_id__isnull=False)
    lost = results.lost().filter(subject__in=open_.values("match_id")).order_by("pk").first()
    if lost is not None:
        said = _("The result of match %(number)d could not be taken: %(why)s")
        raise ResultLost(said % {"number": lost.subject, "why": lost.error})
    if not _plays(event, now):
        return
    if waiting_of(event).what is waiting.For.NOTHING:
        raise Stalled(_("Nothing of it is open, and it is not over."))
    for section in _idle(event.sections.filter(stage=event.stage)):
        section.event = event
        found = waits_for(table.form_of(event), table.load(section))
        said = _("Nothing of section %(number)d is open, and it is not over: it waits for %(what)s.")
        raise Stalled(said % {"number": section.number, "what": found.value})


def _plays(event: Event, now: datetime) -> bool:
    """Whether the event runs and does not rest."""
    rests = event.paused_until is not None and event.paused_until > now
    return event.status == Event.Status.RUNNING and not rests


STEPS: tuple[Callable[[int, datetime], None], ...] = (
    *(_notice_silence, _fill, _begin, _close, _resume, _resign, _go_on),
    *(_end, _postpone, _play, _finish, _watch),
)


def facts_of(event: Event) -> waiting.Facts:
    """What is known of an event, as ladders.events.waiting reads it. Two queries for one that runs."""
    open_: list[datetime] = []
    to_do, wakes_at = False, None
    if event.status == Event.Status.RUNNING:
        fixtures = Fixture.objects.filter(section__event=event, result__isnull=True)
        for waits, deadline in fixtures.filter(Fixture.PLAYED).values_list("waits", "deadline"):
            to_do = to_do or waits
            if deadline is not None:
                open_.append(deadline)
        going = event.sections.filter(stage=event.stage, over=False)
        known = going.aggregate(stale=BoolOr("stale"), wakes_at=Min("wakes_at"))
        to_do, wakes_at = to_do or bool(known["stale"]), known["wakes_at"]
    return waiting.Facts(
        event.status,
        event.begins_at,
        event.most,
        event.paused_until,
        to_do,
        open_,
        wakes_at,
        event.review_until,
    )


def waiting_of(event: Event) -> waiting.Waiting:
    """What everybody waits for. At most two queries."""
    return waiting.waits_for(facts_of(event), timezone.now())


def _in_trouble(event_id: int, error: Exception) -> None:
    """Note what went wrong on the event, leave it alone for a while, and tell who can help."""
    now = timezone.now()
    with transaction.atomic():
        event = lock(event_id)
        new = not event.trouble
        pause = PAUSES[min(event.tries, len(PAUSES) - 1)]
        event.trouble = f"{type(error).__name__}: {error}"[:500]
        event.look_at = now + pause
        event.troubled_at = event.troubled_at or now
        event.save(update_fields=["trouble", "look_at", "troubled_at"])
        Event.objects.filter(pk=event_id, tries__lt=1000).update(tries=F("tries") + 1)
        if new:
            notices.trouble(event, list(leaders.helpers(event)), now)
