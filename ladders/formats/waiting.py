"""What an event waits for, so that one that waits for nothing and is not over is found at once."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ladders.formats.base import Event, Fixture, Format, RollOff


class For(StrEnum):
    """What a group waits for, the first that holds."""

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


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a group waits for. Whoever holds the event makes and throws; only results may take their time.

    `open` are the fixtures still to be played, also where others are to be made.
    """

    what: For
    roll_offs: tuple[RollOff, ...] = ()
    to_make: tuple[Fixture, ...] = ()
    open: tuple[Fixture, ...] = ()


def waits_for(form: Format, event: Event) -> Waiting:
    """What the group waits for now."""
    if form.over(event):
        return Waiting(For.NOTHING)
    rolls, made, waiting = form.roll_offs(event), form.next_fixtures(event), form.to_play(event)
    if rolls or made:
        what = For.ROLL_OFF if rolls else For.FIXTURES
    else:
        what = For.RESULTS if waiting else For.MOMENT if form.wakes(event) else For.STALLED
    return Waiting(what, rolls, made, waiting)
