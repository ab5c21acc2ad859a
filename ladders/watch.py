"""An outage of the site extends the rounds of events as it extends clocks (rules.md, "Time")."""

from __future__ import annotations

from datetime import timedelta

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games import clock
from ladders.models import Fixture, Log, Watch


@transaction.atomic
def extend_after_outage() -> timedelta:
    """Extend every open round if nobody looked after events for long, and note that somebody does now."""
    now = timezone.now()
    Watch.objects.get_or_create(pk=1, defaults={"at": now})
    seen = Watch.objects.select_for_update().get(pk=1)
    more = clock.extension(now - seen.at)
    if more:
        rounds = Fixture.objects.filter(result__isnull=True, deadline__gt=seen.at)
        events = set(rounds.values_list("group__event", flat=True))
        rounds.update(deadline=F("deadline") + more)
        hours = round(more / timedelta(hours=1), 1)
        Log.objects.bulk_create(
            Log(event_id=event, what=f"Rounds extended by {hours} hours after an outage") for event in events
        )
    seen.at = max(now, seen.at)
    seen.save()
    return more
