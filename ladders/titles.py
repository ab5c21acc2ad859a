"""Events that were won, as far as winning them is an achievement (settings.TITLES_WON)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from django.db.models import Count, Q

from ladders.models import Entry, Medal

ACHIEVED: Mapping[str, str] = {
    "knockout": "knock-out",
    "double": "knock-out",
    "league": "league",
    "champions": "league",
    "arena": "arena",
}
"""By the formats of events; the others are won, too, and have medals."""
FEWEST = 4
"""Entries of people, or of teams, below which it is none: robots that fill an event do not make it harder to
win than it is to come, nor does who was asked or waited and never played.
"""
TOOK_PART = Q(event__entries__status=Entry.Status.IN) & (
    Q(event__entries__player=None) | Q(event__entries__player__robot="")
)


def won(player: int) -> dict[str, tuple[int, datetime]]:
    """The first event of each kind that the player has won, and when. One query."""
    medals = Medal.objects.filter(player=player, place=1, event__format__in=ACHIEVED)
    counted = medals.annotate(entries=Count("event__entries", filter=TOOK_PART)).filter(entries__gte=FEWEST)
    found: dict[str, tuple[int, datetime]] = {}
    for kind, event, at in counted.order_by("at", "pk").values_list("event__format", "event", "at"):
        found.setdefault(ACHIEVED[kind], (event, at))
    return found
