"""How long the site keeps what it does not keep for ever; docs/operating.md shows the same as a table.

Numbers only, and nothing of Django: settings.py reads them. An operator sets others by KEEP_DAYS; what is
gone stays gone, so a number that is too small for the site to work is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta

MOST = 36_500


class BadSpan(ValueError):
    """Nothing of that name is kept, or not for so many days. The message can be shown."""


@dataclass(frozen=True, slots=True)
class Span:
    """How many days something is kept, and the fewest with which the site still works."""

    days: int
    least: int = 1


SPANS: Mapping[str, Span] = {
    # A delivery is tried for seven days, and an errand for three: what they tell of must be known until then.
    "notices": Span(60, least=15),
    "settled": Span(7, least=4),
    "lost": Span(30),
    "posts": Span(30),
    "errands": Span(180, least=7),
    "browsers": Span(365, least=30),
    # What was asked of the staff, once it is answered: somebody may come back to it.
    "enquiries": Span(365, least=7),
    "guests": Span(30),
    "unconfirmed": Span(14),
    "silences": Span(90),
    # Until then the staff can take back what a match has made of ratings.
    "ratings": Span(365, least=30),
    # Of weeks and months; those of years and of all time stay.
    "records": Span(400, least=62),
    "imported": Span(90),
}
"""By the names that KEEP_DAYS knows."""


def spans(given: str) -> dict[str, timedelta]:
    """The site's own spans, but for those that are given: `notices=90,lost=60`, in days. Raises BadSpan."""
    days = dict(_pair(one) for one in given.split(",") if one.strip())
    return {name: timedelta(days=days.get(name, span.days)) for name, span in SPANS.items()}


def _pair(one: str) -> tuple[str, int]:
    name, _, number = (part.strip() for part in one.partition("="))
    if name not in SPANS:
        raise BadSpan(f"KEEP_DAYS knows no “{name}”, only {', '.join(SPANS)}")
    if not (number.isascii() and number.isdecimal() and SPANS[name].least <= int(number) <= MOST):
        raise BadSpan(f"KEEP_DAYS takes {SPANS[name].least} to {MOST} days for {name}, not “{number}”")
    return name, int(number)
