"""What an event waits for, so that one that waits for nothing and is not over is found at once."""

from __future__ import annotations

from enum import StrEnum

from ladders.formats.base import Event, Format


class For(StrEnum):
    """What a section waits for, the first that holds."""

    NOTHING = "nothing"
    """It is over."""
    ROLL_OFF = "roll-off"
    """Dice are to be thrown now."""
    FIXTURES = "fixtures"
    """Matches are to be made now."""
    RESULTS = "results"
    """Matches are open."""
    MOMENT = "moment"
    """Nobody can be paired now; it is to be asked again at a moment that is known."""
    STALLED = "stalled"
    """It is not over and waits for nothing: a fault."""


def waits_for(form: Format, event: Event) -> For:
    """What it waits for now. Whoever holds the event makes and throws; only results may take time."""
    if form.over(event):
        return For.NOTHING
    if form.roll_offs(event):
        return For.ROLL_OFF
    if form.next_fixtures(event):
        return For.FIXTURES
    if form.to_play(event):
        return For.RESULTS
    return For.MOMENT if form.wakes(event) else For.STALLED
