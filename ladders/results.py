"""From a match that is over to its event or ladder: done by the worker, out of the outbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from accounts.models import Errand
from games.models import Match
from ladders import rounds, settling
from ladders.models import LADDERS_FROM

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
    if match is None or match.event is None:
        return
    if match.event > LADDERS_FROM:
        settling.settle(match)
    else:
        rounds.settle(match)
