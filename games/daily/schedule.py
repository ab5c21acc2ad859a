"""Which game each day has, and when it begins and ends: by UTC, for everybody at the same moment."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from django.utils import timezone

from games.rules import RULES

DAY = timedelta(days=1)
USUAL = "BZ"
"""The game of most days."""
OTHER_DAYS = (2, 6)
"""The days of the week, from Monday, 0, that have another card game, each of them in its turn."""


def others() -> tuple[str, ...]:
    """The codes of the other card games, in the order in which pages list them."""
    return tuple(code for code, rules in RULES.items() if rules.family == "cards" and code != USUAL)


def game_of(day: date) -> str:
    """The code of the game of a day: Boatzee, on two days of the week the next of the other card games."""
    if day.weekday() not in OTHER_DAYS:
        return USUAL
    codes = others()
    weeks = (day.toordinal() - 1) // 7
    return codes[(weeks * len(OTHER_DAYS) + OTHER_DAYS.index(day.weekday())) % len(codes)]


def today() -> date:
    """The day of now, by the clock of UTC: it begins for everybody at the same moment."""
    return timezone.now().date()


def begins(day: date) -> datetime:
    """When a day begins."""
    return datetime(day.year, day.month, day.day, tzinfo=UTC)


def ends(day: date) -> datetime:
    """When a day is over."""
    return begins(day) + DAY
