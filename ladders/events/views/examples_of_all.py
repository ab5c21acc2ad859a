"""Examples for what holds in every format: absence, ties, ratings, clocks. All is reckoned by the code."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import npgettext

from games import rating
from games.clock import GRACE, LET_WAIT, MINIMUM, OUTAGE, PRESETS, bank_after, extension, split_span
from games.clock.calendar import DAYS_OFF, reminders
from games.clock.holiday import HOLIDAY, HOLIDAY_IN_EVENT
from games.match import ranking
from ladders.events import entries, postponing, rounds
from ladders.events.views.examples import THEN, Figures, a_league, after, field
from ladders.formats import FORMATS, league
from ladders.formats.base import Event, Settings
from ladders.formats.counted import annulled
from ladders.formats.ties import FIRST, MOST

HOUR = timedelta(hours=1)
MATCHES = 10


def absence() -> dict[str, Any]:
    """What an absence costs in a league, and from when on a withdrawal leaves results standing."""
    stands = next(played for played in range(MATCHES + 1) if not _annuls(played))
    found = a_league()
    return {
        "matches": MATCHES,
        "annulled": stands - 1,
        "stands": stands,
        "points": found["points"],
        "missing": found["missing"],
        "postponed": postponing.POSTPONED.days,
    }


def _annuls(played: int) -> bool:
    """Whether one who withdraws after so many of its matches takes its results along."""
    event = Event(field(3), Settings(matches=MATCHES))
    for _round in range(played):
        event = after(league, event, (3, 2, 1))
    one, *others = event.entrants
    gone = type(one)(one.id, one.seed, withdrawn_at=THEN + HOUR)
    state = Event((gone, *others), event.settings, event.fixtures, event.results)
    return bool(annulled(state, {gone.id: MATCHES}))


def ties() -> dict[str, Any]:
    """What decides where points are level, format by format."""
    tables = [(_(form.NAME), [_(column.name) for column in form.COLUMNS]) for form in FORMATS.values()]
    return {
        "tables": [(name, " · ".join(columns)) for name, columns in tables if columns],
        "first": FIRST,
        "more": MOST - FIRST,
        "shared": a_league()["points"],
    }


def ratings() -> dict[str, Any]:
    """Where one begins, and what single matches change."""
    new, known, strong = rating.DUEL, rating.Rating(1500, 60), rating.Rating(1700, 60)
    won, lost = rating.after_duel(new, new, 1)
    upset, beaten = rating.after_duel(known, strong, 1)
    expected, _weaker = rating.after_duel(strong, known, 1)
    three = rating.after_match([rating.TABLE] * 3, [1, 2, 3])
    return {
        "start": new.number,
        "new": (won.number, lost.number),
        "known": known.number,
        "strong": strong.number,
        "upset": (upset.number, beaten.number),
        "expected": expected.number,
        "percent": round(100 * rating.chance(strong, known)),
        "three": [one.number for one in three],
        "restart": ranking.RESTART.days,
    }


def clocks() -> dict[str, Any]:
    """The clocks, what else stops or moves them, and how long rounds are."""
    daily = PRESETS["daily"]
    left = timedelta(days=1)
    silence = timedelta(hours=6)
    span = PRESETS["main"].start
    return {
        "presets": Figures(
            _("The clocks"),
            (_("Clock"), _("starts with"), _("a turn adds"), _("holds at most")),
            [
                (one.name, _said(one.start), "–" if one.flat else _said(one.increment), _said(one.cap))
                for one in PRESETS.values()
            ],
        ),
        "left": _said(left),
        "kept": _said(bank_after(daily, left)),
        "minimum": MINIMUM // HOUR,
        "days_off": DAYS_OFF,
        "holiday": HOLIDAY.days,
        "in_event": HOLIDAY_IN_EVENT.days,
        "grace": GRACE // HOUR,
        "let_wait": LET_WAIT.days,
        "reminded": [f"{(at - THEN) / HOUR:g}" for at in reminders(THEN, THEN + span)],
        "of": span // HOUR,
        "rounds": Figures(
            _("How long a round lasts, where the event says nothing else"),
            (_("Columns of the card"), _("days")),
            [(columns, split_span(columns).days) for columns in (1, 2, 3)],
        ),
        "least": rounds.DAYS[0],
        "most": rounds.DAYS[-1],
        "review": rounds.REVIEW // HOUR,
        "confirm": entries.CONFIRM // HOUR,
        "outage": OUTAGE // timedelta(minutes=1),
        "silence": silence // HOUR,
        "extended": extension(silence) // HOUR,
    }


def _said(span: timedelta) -> str:
    """A span as one says it: days where it is whole days beyond two, else hours."""
    hours = span // HOUR
    if hours > 48 and hours % 24 == 0:
        return npgettext("a span", "%(count)s day", "%(count)s days", span.days) % {"count": span.days}
    return npgettext("a span", "%(count)s hour", "%(count)s hours", hours) % {"count": hours}
