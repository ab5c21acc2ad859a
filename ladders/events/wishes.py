"""On how many matches champions agree (rules.md, "Champions' league"): what each wants, and what follows."""

from __future__ import annotations

from datetime import timedelta

from accounts.said import later
from ladders.events import log
from ladders.models import Entry, Event

PATIENCE = timedelta(days=7)
"""So long those who are complete have to agree; then the number holds that stood there."""


def agreed(event: Event) -> int | None:
    """The number of matches that all who are in want; who has said nothing wants what stands there."""
    wanted = event.entries.filter(status=Entry.Status.IN).values_list("wants", flat=True)
    numbers = {want or event.matches for want in wanted}
    return numbers.pop() if len(numbers) == 1 else None


def settle(event: Event) -> None:
    """Let the number be what all want, if they do, as champions begin. Only under the lock of the event."""
    number = agreed(event) if event.source_id is not None else None
    if number is not None and number != event.matches:
        event.matches = number
        event.save(update_fields=["matches"])
        log.note(event, later("All agree on the number of matches: %(number)d") % {"number": number})
