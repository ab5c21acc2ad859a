"""A line of My matches in words: most lines say what they said a moment ago, and are drawn once for that."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django import template
from django.utils import timezone

from games.match.lists import Line
from games.match.subjects import Subject
from games.rules.base import APART
from games.templatetags.boatzee import ago, day_and_time, last_move, time_left

register = template.Library()


class Told(NamedTuple):
    """All that a line shows, in the player's own time zone. Equal ones are drawn alike."""

    pk: int
    game: str
    others: tuple[str, ...]
    """Who else plays."""
    apart: str
    """The pace, where everybody plays their own card; else empty."""
    subject: Subject | None
    to_move: bool
    put_off: bool
    pinned: bool
    total: int
    rivals: tuple[tuple[str, int], ...]
    """The others and their points, as far as the line may tell of them."""
    place: int
    round: int
    rounds: int | None
    target: int | None
    last: str
    """What was done last, and how long ago; empty where nothing was."""
    ago: str
    left: str
    """How much time there is, and until when; empty without a clock."""
    until: str


@register.filter
def told(line: Line, subjects: Mapping[int, Subject]) -> Told:
    """What a line of the player's own list shows; `subjects` is what matches are played in."""
    mine, mover, ends = line.mine, line.mover, line.ends
    assert mine
    return Told(
        pk=line.pk,
        game=line.rules.name,
        others=tuple([seat.name for seat in line.seats if seat is not mine]),
        apart=line.pace if line.pace in APART else "",
        subject=subjects.get(line.pk),
        to_move=mine.to_move,
        put_off=mine.to_move and mine.put_off,
        pinned=mine.pinned,
        total=mine.total,
        rivals=tuple([(seat.name, seat.total) for seat in line.opponents]),
        place=line.place,
        round=line.round,
        rounds=line.rounds,
        target=line.target,
        last=last_move(line),
        ago=ago(mover.acted_at) if mover and mover.acted_at else "",
        left=time_left(ends) if ends else "",
        until=day_and_time(timezone.localtime(ends)) if ends else "",
    )
