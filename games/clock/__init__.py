"""Thinking time: presets and deadline arithmetic (rules.md, "Time").

Pure: instants are aware datetimes handed in and come out in UTC, spans are timedeltas. Days off are in
`calendar`, holiday in `holiday`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from types import MappingProxyType

from games.clock.calendar import NO_DAYS_OFF, Calendar, due
from games.said import gettext, gettext_noop

MINIMUM = timedelta(hours=12)


@dataclass(frozen=True, slots=True)
class Preset:
    """A clock by name: what it starts with, what a turn adds, and the most it holds.

    A flat clock gives the same time for every turn: what is left over is not kept. Every turn has at least
    `least`.
    """

    name: str
    start: timedelta
    increment: timedelta
    cap: timedelta
    flat: bool = False
    least: timedelta = MINIMUM

    @property
    def title(self) -> str:
        """Its name in the reader's language."""
        return gettext(self.name)


PRESETS: Mapping[str, Preset] = MappingProxyType(
    {
        "fast": Preset(
            gettext_noop("Fast, 28 hours a turn"),
            timedelta(hours=28),
            timedelta(0),
            timedelta(hours=28),
            flat=True,
        ),
        "main": Preset(
            gettext_noop("Main, 48 hours a turn"),
            timedelta(hours=48),
            timedelta(0),
            timedelta(hours=48),
            flat=True,
        ),
        "daily": Preset(
            gettext_noop("Daily, 3 days and 1 more a turn"),
            timedelta(days=3),
            timedelta(days=1),
            timedelta(days=3),
        ),
        "relaxed": Preset(
            gettext_noop("Relaxed, 7 days and 2 more a turn"),
            timedelta(days=7),
            timedelta(days=2),
            timedelta(days=10),
        ),
    }
)
DEFAULT_PRESET = "main"


def choices() -> list[tuple[str, str]]:
    """Those to choose from: what fields of forms offer, which take the function itself, so that each reader
    has the names in their own language.
    """
    return [(key, preset.title) for key, preset in PRESETS.items()]


LIVE = "live"
"""The clock of those who sit there all the while: nobody chooses it, arenas are played by it."""
TURN = timedelta(minutes=3)
CLOCKS: Mapping[str, Preset] = MappingProxyType(
    {
        **PRESETS,
        LIVE: Preset(
            gettext_noop("Live, 3 minutes a turn"),
            TURN,
            timedelta(0),
            TURN,
            flat=True,
            least=TURN,
        ),
    }
)
"""All there are; PRESETS are those that players choose from."""
GRACE = timedelta(hours=24)
"""What an opponent may grant to a player whose time is up."""
LET_WAIT = timedelta(days=60)
"""After so long past its deadline a casual match for two is closed by itself."""
OUTAGE = timedelta(minutes=5)
"""A silence of the site from which on it was an outage."""


def deadline(
    now: datetime, bank: timedelta, calendar: Calendar = NO_DAYS_OFF, least: timedelta = MINIMUM
) -> datetime:
    """When a clock that starts to run now ends; every turn has at least the minimum."""
    return due(now, max(bank, least), calendar)


def bank_after(preset: Preset, left: timedelta) -> timedelta:
    """What a clock holds once its turn was played with `left` to spare."""
    if preset.flat:
        return preset.start
    return min(max(left, timedelta(0)) + preset.increment, preset.cap)


def split_span(columns: int) -> timedelta:
    """How long a split match runs: 30 days for a single card, 45 for a double, 60 for a triple.

    rules.md gives these as the length of a round ("Organised play"); a casual split match takes the same.
    """
    return timedelta(days=15 + 15 * columns)


def extension(silence: timedelta) -> timedelta:
    """By how much every clock is extended after the site was silent so long: its length and one hour."""
    return silence + timedelta(hours=1) if silence >= OUTAGE else timedelta(0)
