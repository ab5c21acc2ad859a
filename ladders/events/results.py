"""From a match that is over to its event or ladder: done by the worker, out of the outbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from accounts.models import Errand
from accounts.said import later
from games.models import Match
from ladders import absence, table
from ladders.events import announcing, rounds
from ladders.events.log import lock, note
from ladders.formats import LIVE
from ladders.ladder import settling
from ladders.models import Fixture

KIND = "result"
"""Under which the outbox keeps it."""


def lost() -> QuerySet[Errand]:
    """What says of each match whose result was given up, which nobody takes any more, why."""
    return Errand.objects.filter(kind=KIND, given_up_at__isnull=False)


def take(match_id: int, happened: Sequence[Mapping[str, Any]]) -> None:
    """Take what became of the match into its event or ladder; once, however often it is said.

    Raises whatever stands in the way: nothing is changed then, and it is tried again.
    """
    match = Match.objects.filter(pk=match_id).first()
    if match is None:
        return
    if match.ladder is not None:
        settling.settle(match)
    elif match.event is not None:
        settle(match)


def settle(match: Match) -> None:
    """Take the end of a match into its event; once, however often it is said.

    Its result is stored; a match that staff took back is to be played again. The table follows by itself.
    """
    fixture = Fixture.objects.select_related("section").filter(match_id=match.pk).first()
    if fixture is None:
        return
    event = lock(fixture.section.event_id)
    fixture = Fixture.objects.select_related("section").get(pk=fixture.pk)
    if fixture.result is not None or fixture.match_id != match.pk or not match.over:
        return  # it was taken, or has been taken up again since
    if match.status == Match.Status.VOID:
        fixture.match_id, fixture.deadline, fixture.waits = None, None, True
        fixture.save(update_fields=["match_id", "deadline", "waits"])
        note(event, later("Match %(number)d was taken back: it is played again") % {"number": match.pk})
    else:
        result = absence.result_of(match, fixture.seats, fixture.absent)
        fixture.result = table.stored(result)
        fixture.save(update_fields=["result"])
        announcing.result(event, fixture)
        if event.format in LIVE:  # who did not come gets no more opponents, who would wait in vain
            fixture.section.places.filter(entry__in=result.absent).update(resting=True)
    fixture.section.event = event
    rounds.reckon(fixture.section)
