"""What a match is played in: games know its number, and ask who knows the rest (settings.MATCH_SUBJECTS)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from games.models import Match


class Played(Protocol):
    """A match, or a line of a list."""

    @property
    def pk(self) -> int:
        """Its key."""

    @property
    def event(self) -> int | None:
        """The event it is played in, by its number."""

    @property
    def ladder(self) -> int | None:
        """The ladder it is played on, likewise."""

    @property
    def organised(self) -> bool:
        """Whether it is played in one or on the other."""


class Subject(NamedTuple):
    """What a match is played in: the name of an event or a ladder, and the address of its page."""

    name: str
    address: str


class Named(NamedTuple):
    """An event or a ladder by its number, and what it is called."""

    event: int | None
    ladder: int | None
    name: str

    @property
    def pk(self) -> int:
        """No match is meant."""
        return 0

    @property
    def organised(self) -> bool:
        """It is what matches are organised in."""
        return True


def of(matches: Iterable[Played]) -> Mapping[int, Subject]:
    """What these matches are played in, by their keys; casual ones have nothing. Two queries at most."""
    organised = [match for match in matches if match.organised]
    if not organised:
        return {}
    found: Mapping[int, Subject] = import_string(settings.MATCH_SUBJECTS)(organised)
    return found


def called(words: str) -> list[Named]:
    """The events and ladders that are called so or nearly so, a few, the newest first. Two queries."""
    found: list[Named] = import_string(settings.SUBJECTS_CALLED)(words)
    return found


def named(event: int | None, ladder: int | None) -> Named | None:
    """The event or the ladder of this number with its name, if there is one. One query."""
    held = of([Named(event, ladder, "")]).get(0)
    return None if held is None else Named(event, ladder, held.name)


def decided_by(match: Match) -> str:
    """Who decided a match that was not played to its end; empty where nobody knows. One query at most."""
    if not match.organised or not match.adjudicated:
        return ""
    name: str = import_string(settings.MATCH_DECIDERS)(match)
    return name
