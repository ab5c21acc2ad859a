"""The times for which records are kept: for ever, a year, a month, a week. Days are those of UTC. Pure."""

from __future__ import annotations

from datetime import date, timedelta
from enum import StrEnum

EVER = date(1, 1, 1)
"""When the time that never ends is said to begin."""


class Span(StrEnum):
    """How long a time is."""

    EVER = "ever"
    YEAR = "year"
    MONTH = "month"
    WEEK = "week"


FADING = (Span.MONTH, Span.WEEK)
"""Those that are kept for a while only: they could fill a disk."""


def begins(span: Span, day: date) -> date:
    """The first day of the time in which a day lies; a week begins on Monday."""
    if span is Span.YEAR:
        return day.replace(month=1, day=1)
    if span is Span.MONTH:
        return day.replace(day=1)
    if span is Span.WEEK:
        return day - timedelta(days=day.weekday())
    return EVER


def before(span: Span, first: date) -> date:
    """The first day of the time before the one that begins on this day."""
    return first if span is Span.EVER else begins(span, first - timedelta(days=1))


def after(span: Span, first: date) -> date:
    """The first day of the time after it; no day is after all."""
    if span is Span.EVER:
        return date.max
    days = {Span.WEEK: 7, Span.MONTH: 31, Span.YEAR: 366}[span]
    return begins(span, first + timedelta(days=days))
