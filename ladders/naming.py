"""What matches say of their event or ladder (settings.MATCH_SUBJECTS, SUBJECTS_CALLED, MATCH_DECIDERS)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from games.match.subjects import Named, Played, Subject
from games.models import Match
from ladders.models import Event, Ladder, Log

NEWEST = 2_000
"""Events whose names are looked through."""
CALLED = 10
SAME = timedelta(minutes=1)
"""A decision and its line in the log are written in one transaction: further apart they are two things."""


def subjects(matches: Sequence[Played]) -> dict[int, Subject]:
    """The name and the address of the event or the ladder of each match, by the match's key.

    One query for events and one for ladders, as far as there are any.
    """
    in_events = {match.pk: match.event for match in matches if match.event is not None}
    on_ladders = {match.pk: match.ladder for match in matches if match.ladder is not None}
    events = Event.objects.only("name").in_bulk(in_events.values()) if in_events else {}
    named = Ladder.objects.select_related("club").only("code", "club__name", "club__slug")
    ladders = named.in_bulk(on_ladders.values()) if on_ladders else {}
    found: dict[int, Subject] = {}
    for match, number in in_events.items():
        if event := events.get(number):
            found[match] = Subject(event.name, event.get_absolute_url())
    for match, number in on_ladders.items():
        if ladder := ladders.get(number):
            found[match] = Subject(ladder.title, ladder.get_absolute_url())
    return found


def called(words: str) -> list[Named]:
    """Events whose names hold these words, and everybody's ladders, the newest first; no event that is being
    prepared. The matches of a club's ladder are found from its page.

    Looks at the newest events alone, for names have no index. Two queries.
    """
    newest = Event.objects.exclude(status=Event.Status.DRAFT).order_by("-pk").values("pk")[:NEWEST]
    events = Event.objects.filter(pk__in=newest, name__icontains=words).order_by("-pk").only("name")
    found = [Named(event.pk, None, event.name) for event in events[:CALLED]]
    ladders = Ladder.objects.filter(club=None).order_by("pk").only("code", "club")
    names = [(one.pk, one.title) for one in ladders]
    return [*found, *(Named(None, key, name) for key, name in names if words.lower() in name.lower())]


def decider(match: Match) -> str:
    """Who decided a match of an event or a ladder; empty where its round was over. One query."""
    return deciders([match]).get(match.pk, "")


def deciders(matches: Sequence[Match]) -> dict[int, str]:
    """Who decided these matches, all of one event or ladder, by their keys. One query.

    Whoever decides gives a reason, which stands with the match and in the log: the line with the same reason
    that was written when the match ended says who it was. What the end of a round decided is in no line.
    """
    match = next(iter(matches), None)
    if match is None or not match.organised:
        return {}
    whose = {"event": match.event} if match.ladder is None else {"ladder": match.ladder}
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
