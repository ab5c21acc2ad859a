"""A race to a target, as the tables of several families show it (`_race.html`)."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from games.tables.base import Seated, own_first

SIDE_BY_SIDE = 6
"""Players whose columns find room on a printed sheet."""
LINES = 22
"""Turns of each that find room on it."""
NONE: Mapping[int, str] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Runner:
    """A seat in the race: what it has banked, and how far along that is, in per cent of the target."""

    name: str
    place: int | None
    mine: bool
    to_move: bool
    resigned: bool
    banked: int
    percent: int
    at_risk: int
    """The points of the turn that it plays, which are not banked yet."""
    reach: int
    """How far along it would be with them, in per cent as well."""
    note: str
    """What more there is to say of it, small: “not on the table”."""
    badge: str
    """What everybody should see of it: “opened the last round”."""


def runners(
    seats: Sequence[Seated],
    viewer: int | None,
    banked: Sequence[int],
    target: int,
    to_act: int | None,
    resigned: Container[int],
    *,
    at_risk: int = 0,
    notes: Mapping[int, str] = NONE,
    badges: Mapping[int, str] = NONE,
) -> tuple[Runner, ...]:
    """Everybody in the order of the seats, the viewer's first. `banked` and `target` are points.

    So is `at_risk`: what the seat to act has gathered in its turn.
    """
    risks = {to_act: at_risk}
    return tuple(
        Runner(
            name=seats[index].name,
            place=seats[index].place if to_act is None else None,  # a replay tells it at the end
            mine=index == viewer,
            to_move=index == to_act,
            resigned=index in resigned,
            banked=banked[index],
            percent=_percent(banked[index], target),
            at_risk=risks.get(index, 0),
            reach=_percent(banked[index] + risks.get(index, 0), target),
            note=notes.get(index, ""),
            badge=badges.get(index, ""),
        )
        for index in own_first(seats, viewer)
    )


def _percent(points: int, target: int) -> int:
    return min(100, points * 100 // target)
