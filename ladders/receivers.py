"""What ladders does when a match has ended: within the same transaction, and once."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from games.models import Match
from games.signals import match_finished
from ladders import climbing, running
from ladders.models import LADDERS_FROM


@receiver(match_finished, dispatch_uid="ladders")
def take(sender: type[Match], match: Match, **_: Any) -> None:
    """Hand the result to the event or the ladder that the match belongs to."""
    if match.event is None:
        return
    if match.event > LADDERS_FROM:
        climbing.settle(match)
    else:
        running.settle(match)
