"""Events that the site itself keeps open: one of every game, and an arena of bots, from the first day on.

Each line is opened once, and from then on opens its own successor as it begins, so that there is always one
to enter. Staff may lead one like any other event: what they call off, or let end its line, is not opened
again. Operators who want none leave it off (HOUSE_EVENTS).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import connection, transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.clock import LIVE
from ladders.events import lifecycle
from ladders.models import Event

LOCK = 6_180_339
"""Of Postgres' advisory locks: one opens them at a time."""


@dataclass(frozen=True, slots=True)
class Line:
    """Events of one kind, one after the other: what it is called, and its terms as the model has them."""

    key: str
    name: Promise
    terms: Mapping[str, Any]


FOUR = {"fewest": 4, "most": 4, "robots_after": 12}
BY_TURNS = {"pace": "turns", "clock": "fast", "round_days": 14}
ROBIN = {"format": "round-robin", **FOUR}
CUP = {"format": "knockout", **FOUR}
RACE = {"format": "score", "target": 5000, **FOUR}
SEASON = {"format": "league", "matches": 5, "division": 6, "moving": 1}
ARENA = {"format": "arena", "pace": "turns", "clock": LIVE, "weekend": [], "fewest": 2}
LINES = (
    Line("boatzee", _("Boatzee for four"), {**ROBIN, "code": "BZ", "round_days": 7}),
    Line("double", _("Double Boatzee knock-out"), {**CUP, "code": "BD", "round_days": 7}),
    Line("triple", _("Race to 5,000 at Triple Boatzee"), {**RACE, "code": "BT", "round_days": 7}),
    Line("dicegame", _("Race to 5,000 at Dicegame"), {**RACE, "code": "DG", "round_days": 7}),
    Line(
        "extra",
        _("Boatzee Extra league"),
        {**SEASON, "code": "BX", "round_days": 7, "fewest": 4, "most": 6, "robots_after": 24},
    ),
    Line("boat", _("Boat knock-out"), {**CUP, "code": "BO", "round_days": 3}),
    Line("dice-10000", _("Dice 10000 knock-out"), {**CUP, **BY_TURNS, "code": "DK"}),
    Line("pig", _("Pig knock-out"), {**CUP, **BY_TURNS, "code": "PG"}),
    Line("bots", _("Bot arena"), {**ARENA, "code": "BZ", "minutes": 45, "bots": True}),
)


@transaction.atomic
def open_missing() -> list[Event]:
    """Open the first event of each line that never had one. One query where nothing is missing.

    Safe in two workers at once: the second waits, and finds them.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
    known = set(Event.objects.exclude(house="").values_list("house", flat=True).distinct())
    return [_open(line) for line in LINES if line.key not in known]


def _open(line: Line) -> Event:
    begins_at = lifecycle.next_hour(timezone.now()) if line.terms.get("bots") else None
    event = Event.objects.create(
        name=str(line.name), house=line.key, recurring=True, begins_at=begins_at, **line.terms
    )
    return lifecycle.open_entries(event.pk)
