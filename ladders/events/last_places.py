"""Robots take the last places of events that say so, so that nobody who entered waits for ever.

Somebody has to have entered, for robots need no event; and so many hours have to have passed since, that
others had time to come. From then on robots play in it like everybody, but no match with one of them is
rated, nobody waits for a robot's agreement, and medals are for people.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import (
    DateTimeField,
    DurationField,
    Exists,
    ExpressionWrapper,
    F,
    OuterRef,
    Q,
    QuerySet,
    Value,
)
from django.utils import timezone

from accounts.models import User
from accounts.said import later
from games.tables.robots import Level
from ladders import table
from ladders.events import eligibility, log, wake
from ladders.models import Entry, Event

ORDER = (Level.CASUAL, Level.STEADY, Level.SKILLED, Level.BEGINNER, Level.EXPERT, Level.PERFECT)
"""In which they come: the middling ones first, that it be worth playing for everybody."""
HOUR = timedelta(hours=1)


def due(now: datetime) -> Q:
    """The open events that robots are to enter now, as far as there are any.

    On an event with a day of its own they wait for that, so that nobody stands outside because of them.
    """
    hours = ExpressionWrapper(F("event__robots_after") * Value(HOUR), output_field=DurationField())
    until = ExpressionWrapper(F("entered_at") + hours, output_field=DateTimeField())
    people = Entry.objects.filter(event=OuterRef("pk"), status=Entry.Status.IN, player__robot="")
    waited = Q(Exists(people.annotate(until=until).filter(until__lte=now)), begins_at=None)
    begins = Q(Exists(people.filter(confirmed=True)), begins_at__lte=now)
    at_home = Exists(_robots(OuterRef(OuterRef("pk"))))
    return Q(Q(waited | begins), at_home, status=Event.Status.OPEN, robots_after__isnull=False)


@transaction.atomic
def fill(event_id: int, now: datetime) -> int:
    """Let robots into an event whose people have waited long enough, and let it begin. Returns how many came.

    Where there are fewer of them than places it begins all the same, with as many as it takes at least.
    """
    event = log.lock(event_id)
    if event.most is None or not Event.objects.filter(due(now), pk=event_id).exists():
        return 0
    there = eligibility.who_are_in(event).filter(confirmed=True).count()
    came = _at_home(event)[: max(0, event.most - there)]
    for robot in came:
        entry = Entry.objects.create(event=event, player=robot)
        log.note(event, later("%(robot)s, a robot, takes a free place") % {"robot": entry.name})
    if event.begins_at is None and there + len(came) >= max(event.fewest, table.form_of(event).FEWEST):
        event.begins_at = timezone.now()
        event.save(update_fields=["begins_at"])
        transaction.on_commit(lambda: wake.event(event_id), robust=True)
    return len(came)


def _at_home(event: Event) -> Sequence[User]:
    """The robots that can come, in their order."""
    return sorted(_robots(event.pk), key=lambda robot: ORDER.index(Level(robot.level)))


def _robots(event: int | OuterRef) -> QuerySet[User]:
    """The robots that are not in an event and were never put out of it."""
    known = Entry.objects.filter(event=event, player=OuterRef("pk"))
    return User.objects.filter(~Exists(known), is_active=True, level__in=ORDER).exclude(robot="")
