"""What ladders does when a match has ended or was made void: it notes so, and calls the worker."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.dispatch import receiver

from accounts import outbox
from games import wake
from games.models import Match
from games.signals import match_finished, match_voided
from ladders import results


@receiver([match_finished, match_voided], dispatch_uid="ladders")
def note(sender: type[Match], match: Match, **_: Any) -> None:
    """Note the end of a match of an event or a ladder. One query, and none for other matches."""
    if match.event is not None:
        outbox.note(results.KIND, match.pk)
        transaction.on_commit(wake.results, robust=True)
