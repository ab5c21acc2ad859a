"""What ladders does when a match has ended or was taken back: it notes so, and calls the worker.

An outage of the site extends the rounds of events as it extends clocks (rules.md, "Time"), at once.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.dispatch import receiver

from accounts import outbox
from accounts.retold import put_down
from accounts.said import later
from games.match import wake
from games.match.signals import clocks_extended, match_finished, match_voided
from games.models import Match
from ladders.events import results
from ladders.models import ClubMatch, Event, Fixture, Log, Section


@receiver([match_finished, match_voided], dispatch_uid="ladders")
def note(sender: type[Match], match: Match, **_: Any) -> None:
    """Note the end of a match of an event or a ladder. One query, and none for other matches."""
    if match.organised:
        outbox.note(results.KIND, match.pk)
        transaction.on_commit(wake.results, robust=True)


@receiver(clocks_extended, dispatch_uid="ladders")
def extend(sender: type[Match], since: datetime, more: timedelta, **_: Any) -> None:
    """Extend whatever had not ended when the site fell silent: rounds, arenas, and the times that clubs have
    to answer and to name line-ups. Five queries.
    """
    rounds = Fixture.objects.filter(result__isnull=True, deadline__gt=since)
    events = set(rounds.values_list("section__event", flat=True))
    rounds.update(deadline=F("deadline") + more)
    lasting = Section.objects.filter(over=False, ends_at__gt=since, event__status=Event.Status.RUNNING)
    events |= set(lasting.values_list("event", flat=True))
    lasting.update(ends_at=F("ends_at") + more)
    ClubMatch.objects.filter(status__in=ClubMatch.BEFORE, due__gt=since).update(due=F("due") + more)
    hours = round(more / timedelta(hours=1), 1)
    said = later("Rounds extended by %(hours)s hours after an outage") % {"hours": hours}
    kept = put_down(Log, what=said)
    Log.objects.bulk_create(Log(event_id=event, **kept) for event in events)
