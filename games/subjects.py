"""What a match is played in: games know a number, and ask who knows the rest (settings.MATCH_SUBJECTS)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from django.conf import settings
from django.utils.module_loading import import_string

from games.models import Match

Subject = tuple[str, str]
"""The name of an event or a ladder, and the address of its page."""


def of(matches: Iterable[Match]) -> Mapping[int, Subject]:
    """What these matches are played in, by `Match.event`; casual ones have nothing. Two queries at most."""
    numbers = {match.event for match in matches if match.event is not None}
    if not numbers:
        return {}
    found: Mapping[int, Subject] = import_string(settings.MATCH_SUBJECTS)(numbers)
    return found


def decided_by(match: Match) -> str:
    """Who decided a match that was not played to its end; empty where nobody knows. One query at most."""
    if match.event is None or not match.adjudicated:
        return ""
    name: str = import_string(settings.MATCH_DECIDERS)(match)
    return name
