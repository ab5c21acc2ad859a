"""What matches say of their event or ladder (settings.MATCH_SUBJECTS, settings.MATCH_DECIDERS)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import timedelta

from django.utils.translation import gettext as _

from games.models import Match
from ladders.models import LADDERS_FROM, Event, Ladder, Log

SAME = timedelta(minutes=1)
"""A decision and its line in the log are written in one transaction: further apart they are two things."""


def subjects(numbers: Collection[int]) -> dict[int, tuple[str, str]]:
    """The name and the address of each event or ladder, by the number that its matches have.

    One query for events and one for ladders, as far as there are any.
    """
    found: dict[int, tuple[str, str]] = {}
    events = [number for number in numbers if number < LADDERS_FROM]
    ladders = [number - LADDERS_FROM for number in numbers if number > LADDERS_FROM]
    for event in Event.objects.only("name").filter(pk__in=events) if events else ():
        found[event.pk] = event.name, event.get_absolute_url()
    for ladder in Ladder.objects.only("code").filter(pk__in=ladders) if ladders else ():
        name = _("Ladder of %(game)s") % {"game": ladder.get_code_display()}
        found[LADDERS_FROM + ladder.pk] = name, ladder.get_absolute_url()
    return found


def decider(match: Match) -> str:
    """Who decided a match of an event or a ladder; empty where its round was over. One query."""
    return deciders([match]).get(match.pk, "")


def deciders(matches: Sequence[Match]) -> dict[int, str]:
    """Who decided these matches, all of one event or ladder, by their keys. One query.

    Whoever decides gives a reason, which stands with the match and in the log: the line with the same reason
    that was written when the match ended says who it was. What the end of a round decided is in no line.
    """
    numbers = {match.event for match in matches}
    number = numbers.pop() if numbers else None
    if number is None:
        return {}
    whose = {"ladder": number - LADDERS_FROM} if number > LADDERS_FROM else {"event": number}
    lines = list(
        Log.objects.filter(**whose, why__in={match.reason for match in matches}, by__isnull=False)
        .order_by("pk")
        .values_list("at", "why", "by__username")
    )
    found = {}
    for match in matches:
        apart = [
            (abs(at - match.ended_at), name)
            for at, why, name in lines
            if why == match.reason and match.ended_at is not None
        ]
        span, name = min(apart, default=(SAME, ""))
        if span < SAME:
            found[match.pk] = name
    return found
